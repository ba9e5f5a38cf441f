"""All scopes, from hundreds of states to about a million."""

from dataclasses import replace

from model.explorer.scopes.areas import COMMITS, ITERATIONS, PLAN_SCOPES, REVIEWS
from model.explorer.scopes.claim_themes import CLAIM_IDS, EARLIER, RESUMING
from model.explorer.scopes.document_themes import (
    DRIFTED,
    MOVES,
    NOTES,
    RECOMMITS,
    RECONCILING,
    REWRITTEN,
    UNDONE,
    WAITING,
)
from model.explorer.scopes.plan_themes import LOOPS, PHASES, UNKNOWN_PLANS, UNKNOWN_STEPS
from model.explorer.scopes.recovery import RECOVERY
from model.explorer.scopes.scope import (
    PLAN,
    WORKTREES,
    Scope,
    committed,
    completing,
    correcting,
    definition,
    holding,
    reporting,
    scope,
    step,
)
from model.explorer.scopes.themes import DEFERRALS, FINISHING, LEASES, SUBSTEPS
from spec.vocabulary.checklists import Batch, BatchEntry, RecordArtifact, StatusChange, Update
from spec.vocabulary.claims import Claim
from spec.vocabulary.completion import Reconcile
from spec.vocabulary.holding import Heartbeat, Release, Reset, Start
from spec.vocabulary.items import ItemKind
from spec.vocabulary.readiness import Ready
from spec.vocabulary.state import Show

ALONE = ("build",)
LEVELS = ("build", "build-1")
SECOND = "second.md"

SINGLE = scope(
    "single",
    "One step with two tasks, two worktrees: everything that one checklist can go through.",
    (definition("a", step("build", tasks=2)),),
    2,
    (
        *holding(ALONE, 2, lease=2),
        *completing(ALONE, 2),
        *reporting(ALONE, 2, tasks=2),
        *correcting(ALONE, 2),
        *(
            operation
            for name in WORKTREES[:2]
            for operation in (
                Release(PLAN, "build", 0, name, force=True),
                Update(PLAN, "build", name, (StatusChange("completed"),), "", 0),
                Update(PLAN, "build", name, (StatusChange("done", ItemKind.TASK),), "", 0),
                Batch(PLAN, "build", name, (BatchEntry("task", 0, "completed"),), "", 0),
                RecordArtifact(PLAN, "build", name, "log", "built", 0),
            )
        ),
        Ready(PLAN, 0),
    ),
)

FAMILY = scope(
    "family",
    "A step with a task and two substeps, one with a task: what passes between them.",
    (definition("a", step("build", step("build-1", tasks=1), step("build-2"), tasks=1)),),
    2,
    (
        *(Claim(PLAN, name, "", 0, 0, force) for name in WORKTREES[:2] for force in (False, True)),
        *(Start(PLAN, anchor, name, 0) for anchor in LEVELS for name in WORKTREES[:2]),
        *(Heartbeat(PLAN, "build-1", name, 0, 0) for name in WORKTREES[:2]),
        *(Release(PLAN, anchor, 0, name) for anchor in LEVELS for name in WORKTREES[:2]),
        *(Reset(PLAN, anchor, 0) for anchor in (*LEVELS, "build-2")),
        *completing(LEVELS, 2),
        *completing(("build-2",), 2, force=(False,)),
        *reporting(LEVELS, 2, tasks=1),
    ),
)

ORDER = scope(
    "order",
    "Four steps that fork and join, each before what it waits for: which step a claim may give.",
    (
        # Neither the order of the steps nor that of their names is the order of the work: where
        # these agree, a claim that ignores dependencies takes the right step by accident.
        definition(
            "a",
            step("ship", after=("build", "write")),
            step("write", after=("plan",)),
            step("plan"),
            step("build", after=("plan",)),
        ),
    ),
    3,
    (
        *(Claim(PLAN, name, "", 0, 2, force) for name in WORKTREES for force in (False, True)),
        *completing(("plan", "build", "write", "ship"), 3, force=(False,)),
        *(Reset(PLAN, anchor, 0) for anchor in ("plan", "build", "write", "ship")),
        Ready(PLAN, 0),
    ),
)

DRIFT = scope(
    "drift",
    "A document with a step and a substep that is edited in nine ways, good and bad.",
    (
        definition("a", step("build", step("build-1", tasks=1), tasks=1), step("ship")),
        definition("b", step("build", step("build-1", tasks=2), tasks=1), step("ship")),
        definition("c", step("build", step("build-1", tasks=1), step("build-2")), step("ship")),
        definition("d", step("build", tasks=1), step("ship", step("build-1", tasks=1))),
        definition("e", step("ship")),
        definition("f"),
        definition("0", step("build"), step("build")),
        definition("1", step("build", after=("nowhere",))),
        definition("2", step("build", step("build-1"), after=("build-1",))),
    ),
    1,
    (
        *holding(("build",), 1, lease=1, force=(False,)),
        *completing((*LEVELS, "ship"), 1),
        *reporting(LEVELS, 1, tasks=1),
    ),
    time_passes=False,
)

HISTORY = scope(
    "history",
    "Two steps, one with a substep, and commits that were made elsewhere.",
    (definition("a", step("build", step("build-1"), tasks=1), step("ship")),),
    1,
    (
        *holding(("build", "ship"), 1, lease=0, force=(False,)),
        *completing((*LEVELS, "ship"), 1, force=(False,)),
        *completing(("build",), 1, force=(True,)),
        *reporting(("build",), 1, tasks=1),
        *(
            Reconcile(PLAN, committed(*commits), 0, force)
            for force in (False, True)
            for commits in (
                (("build", "a"),),
                (("build-1", "a"),),
                (("build", "b"), ("build", "a")),
                (("ship", "a"), ("build", "a"), ("nowhere", "a")),
            )
        ),
    ),
)

ONE_OF_TWO = (
    *holding(ALONE, 1, lease=1),
    *completing(ALONE, 1),
    *reporting(ALONE, 1, tasks=1),
    RecordArtifact(PLAN, "build", WORKTREES[0], "log", "built", 0),
)

TWO_PLANS = scope(
    "two-plans",
    "Two plans of one step in one store: what is done to one is nothing to the other.",
    (definition("a", step("build", tasks=1)),),
    1,
    (
        *ONE_OF_TWO,
        *(replace(operation, plan=SECOND) for operation in ONE_OF_TWO),
        Show("unknown.md", "", 0),
    ),
    plans=(PLAN, SECOND),
    max_artifacts=2,
)

PARTS = ("plan", "build", "build-1", "write", "ship")

LARGE = scope(
    "large",
    "Four steps, one with a substep and one that waits for two: everything at the same time.",
    (
        definition(
            "a",
            step("plan", tasks=1),
            step("build", step("build-1", tasks=1), tasks=1),
            step("write"),
            step("ship", after=("plan", "build")),
        ),
    ),
    2,
    (
        *holding(PARTS, 2, lease=1),
        *completing(PARTS, 2),
        *reporting(PARTS[:3], 2, tasks=1),
    ),
    local=True,
)

STATE_SCOPES: tuple[Scope, ...] = (
    SINGLE,
    ORDER,
    TWO_PLANS,
    HISTORY,
    FAMILY,
    *PLAN_SCOPES,
    DRIFT,
    DEFERRALS,
    CLAIM_IDS,
    RESUMING,
    WAITING,
)
"""Scopes of hundreds or thousands of states, from the smallest to the largest.

The last four are small, and are there for what no other scope asks.
"""

SCOPES: tuple[Scope, ...] = (*STATE_SCOPES, RECOVERY, LARGE)
"""All scopes of the model as a whole, the largest last."""

THEMES: tuple[Scope, ...] = (
    *(LOOPS, LEASES, SUBSTEPS, FINISHING, MOVES, DRIFTED),
    *(RECOMMITS, EARLIER, RECONCILING, UNDONE, REWRITTEN),
)
"""Scopes of what the others do not combine, each of one theme."""

SMALL: tuple[Scope, ...] = (
    *(DEFERRALS, ORDER, WAITING, ITERATIONS, COMMITS, RESUMING, SINGLE, *THEMES),
    *(CLAIM_IDS, RECOVERY, HISTORY, REVIEWS, TWO_PLANS),
)
"""The scopes that are explored in about a second each."""

CHEAPEST_FIRST: tuple[Scope, ...] = (
    *SMALL,
    *(FAMILY, DRIFT, LARGE),
)
"""All scopes, by how long it takes to explore them."""

TOURED: tuple[Scope, ...] = (
    UNKNOWN_PLANS,
    UNKNOWN_STEPS,
    DEFERRALS,
    LOOPS,
    LEASES,
    SUBSTEPS,
    RECOMMITS,
    MOVES,
    FINISHING,
    NOTES,
    DRIFTED,
    ORDER,
    WAITING,
    COMMITS,
    RESUMING,
    RECONCILING,
    SINGLE,
    ITERATIONS,
    PHASES,
    TWO_PLANS,
    HISTORY,
    CLAIM_IDS,
    FAMILY,
    REVIEWS,
    DRIFT,
)
"""The scopes of which tours are made, those with few transitions first."""
