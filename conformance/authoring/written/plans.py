"""Traces of registering, of drift, and of changed documents."""

from dataclasses import replace

from model.explorer.scopes.scope import PLAN, TASK, WORKTREES, definition, step
from spec.vocabulary.checklists import Batch, BatchEntry, RecordArtifact
from spec.vocabulary.claims import Claim
from spec.vocabulary.commits import Commit
from spec.vocabulary.completion import CommitLogEntry, Complete, Reconcile
from spec.vocabulary.holding import Reset, Start
from spec.vocabulary.items import ItemKind
from spec.vocabulary.iterations import StartIterations
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import ItemDefinition, PlanDefinition, Register, StepDefinition
from spec.vocabulary.state import Show

ONE, TWO = WORKTREES[:2]
SECOND = "second.md"
HASH, NEW_HASH = "a" * 64, "b" * 64
TEST = ItemDefinition(ItemKind.TEST, "A test")


def registered(*steps: StepDefinition) -> Register:
    """Return the registration of a plan of some steps."""
    return Register(PLAN, definition("a", *steps), 0)


def changed(*steps: StepDefinition) -> Register:
    """Return the registration of another document of the plan."""
    return Register(PLAN, definition("b", *steps), 0)


def titled(title: str, *steps: StepDefinition) -> Register:
    """Return the registration of a plan with a title."""
    return Register(PLAN, PlanDefinition(title, HASH, steps), 0)


def elsewhere(operation: Operation) -> Operation:
    """Return an operation on the second plan."""
    return replace(operation, plan=SECOND)


def complete(anchor: str, worktree: str = ONE, *, force: bool = True) -> Complete:
    """Return a completion, by default by force."""
    return Complete(PLAN, anchor, worktree, HASH, 0, force)


def deferring(anchor: str, kind: ItemKind = ItemKind.TASK) -> Batch:
    """Return a batch that defers the first item of a kind, and completes the others."""
    entry = BatchEntry(kind, 0, "deferred", "later")
    return Batch(PLAN, anchor, ONE, (entry,), HASH, 0, complete_remaining=True)


def note(anchor: str) -> RecordArtifact:
    """Return the recording of an artifact."""
    return RecordArtifact(PLAN, anchor, ONE, "log", "built", 0)


BUILD, SHIP, PART = step("build"), step("ship"), step("build-1")
WITH_PART, WITH_TASK = step("build", PART), step("build", tasks=1)
CLAIM = Claim(PLAN, ONE, HASH, 0, 60_000)
START = Start(PLAN, "build", ONE, 0)
ONE_STEP, FAMILY = registered(BUILD), registered(WITH_PART)
CLAIMED = (ONE_STEP, CLAIM)
COMPLETED = (*CLAIMED, complete("build", force=False))
COMMITTED = Reconcile(PLAN, (CommitLogEntry(PLAN, "build", "c" * 40),), 0)
FIRST_COMPLETED = (registered(BUILD, SHIP), CLAIM, complete("build", force=False))
BOTH_COMPLETED = (*FIRST_COMPLETED, CLAIM, complete("ship", force=False))
PART_COMPLETED = (FAMILY, CLAIM, complete("build-1", force=False))
TASK_DEFERRED = (registered(WITH_TASK), CLAIM, deferring("build"), complete("build", force=False))
CHANGED = changed(BUILD)
DRIFTED_SHOW = Show(PLAN, NEW_HASH, 0)

REGISTERING_TRACES: dict[str, tuple[Operation, ...]] = {
    "title-stripped": (titled(" A plan", BUILD),),
    "indexes-counted-from-one": (ONE_STEP,),
    "substeps-indexed-after-all-steps": (registered(WITH_PART, SHIP),),
    "substeps-stored-with-the-title-of-their-step": (FAMILY,),
    "long-titles-of-steps-cut": (registered(StepDefinition("build", "Build " * 14)),),
    "ordinals-over-all-kinds": (registered(StepDefinition("build", "Build", (), (TASK, TEST))),),
    "texts-of-items-stripped": (
        registered(
            StepDefinition("build", "Build", (), (ItemDefinition(ItemKind.TASK, " a task"),))
        ),
    ),
    "dependencies-sorted": (registered(SHIP, BUILD, step("test", after=("ship", "build"))),),
    "dependencies-by-last-mention": (
        registered(BUILD, SHIP, step("test", after=("build", "ship", "build"))),
    ),
    "dependencies-of-substeps-not-stored": (
        registered(BUILD, step("ship", step("ship-1", after=("build",)))),
    ),
    "substeps-without-items-completed": (FAMILY,),
    "items-without-text-completed": (
        registered(StepDefinition("build", "Build", (), (ItemDefinition(ItemKind.TASK, ""),))),
    ),
    "new-plans-done": (ONE_STEP,),
    "substeps-counted-as-steps": (FAMILY,),
    "steps-with-substeps-counted": (registered(step("build", PART, step("build-2"))),),
    "repeated-dependencies-counted": (registered(BUILD, step("ship", after=("build", "build"))),),
    "dependencies-of-substeps-not-counted": (
        registered(BUILD, step("ship", step("ship-1", after=("build",)))),
    ),
    "items-of-substeps-not-counted": (registered(step("build", step("build-1", tasks=1))),),
    "new-plans-answered-as-resynced": (ONE_STEP,),
    "title-taken-from-the-same-document": (titled("A plan", BUILD), titled("Other", BUILD)),
    "unchanged-plans-answered-as-resynced": (ONE_STEP, ONE_STEP),
    "steps-of-an-unchanged-plan-counted": (ONE_STEP, ONE_STEP),
    "unknown-plan-without-steps": (Reset(PLAN, "build", 0),),
    "holder-before-drift": (ONE_STEP, replace(deferring("build"), document_hash=NEW_HASH)),
    "circle-found-after-storing": (registered(step("build", after=("build",))),),
    "unknown-plan-not-named": (START,),
    "plan-replaced-by-a-cycle": (ONE_STEP, changed(step("build", after=("build",)))),
    "anchors-compared-without-case": (registered(BUILD, step("Build")),),
    "first-of-two-anchors-named": (registered(BUILD, SHIP, SHIP, BUILD),),
    "substeps-unknown-as-dependencies": (registered(WITH_PART, step("ship", after=("build-1",))),),
    "unknown-dependencies-of-steps-first": (
        registered(step("build", step("build-1", after=("x",))), step("ship", after=("y",))),
    ),
    "last-unknown-dependency-named": (registered(step("build", after=("x", "y"))),),
    "cycles-through-parents-not-found": (
        registered(
            step("build", step("build-1"), after=("ship",)), step("ship", after=("build-1",))
        ),
    ),
    "steps-wait-for-their-own-substeps": (registered(step("build", PART, after=("build-1",))),),
    "cycles-of-three-not-found": (
        registered(
            step("build", after=("ship",)),
            step("ship", after=("test",)),
            step("test", after=("build",)),
        ),
    ),
    "first-cycle-by-anchor": (
        registered(step("ship", after=("ship",)), step("build", after=("build",))),
    ),
}

DRIFT_TRACES: dict[str, tuple[Operation, ...]] = {
    "plan-drift-misnamed": (ONE_STEP, replace(CLAIM, document_hash=NEW_HASH)),
    "completion-complete-drift-dropped": (
        *CLAIMED,
        replace(complete("build", force=False), document_hash=NEW_HASH),
    ),
    "drift-not-noticed": (ONE_STEP, replace(CLAIM, document_hash=NEW_HASH)),
    "drift-ignored-by-a-forced-claim": (
        ONE_STEP,
        replace(CLAIM, document_hash=NEW_HASH, force=True),
    ),
    "drift-never-allowed-in-a-batch": (
        registered(WITH_TASK),
        CLAIM,
        replace(deferring("build"), document_hash=NEW_HASH, allow_drift=True),
    ),
    "drift-never-allowed-in-a-completion": (
        *CLAIMED,
        replace(complete("build", force=False), document_hash=NEW_HASH, allow_drift=True),
    ),
    "hashes-of-drift-swapped": (ONE_STEP, replace(CLAIM, document_hash=NEW_HASH)),
    "loop-not-shown": (ONE_STEP, StartIterations(PLAN, 5, 0), Show(PLAN, HASH, 0)),
    "artifacts-of-completed-steps-not-shown": (
        *CLAIMED,
        note("build"),
        complete("build", force=False),
        Show(PLAN, HASH, 0),
    ),
    "done-plans-shown-without-drift": (*COMPLETED, DRIFTED_SHOW),
    "abbreviated-hashes-compared": (ONE_STEP, Show(PLAN, "a" * 63 + "b", 0)),
    "commit-completes-on-a-drifted-plan": (
        ONE_STEP,
        Commit(PLAN, "build", ONE, NEW_HASH, 0, "c" * 40),
    ),
    "resync-reaches-every-plan": (elsewhere(ONE_STEP), ONE_STEP, CHANGED),
    "reset-reaches-every-plan": (
        elsewhere(ONE_STEP),
        elsewhere(CLAIM),
        ONE_STEP,
        Reset(PLAN, "build", 0),
    ),
    "force-reaches-items-of-every-plan": (
        elsewhere(registered(WITH_TASK)),
        *CLAIMED,
        complete("build"),
    ),
    "items-of-every-plan-counted": (
        elsewhere(registered(WITH_TASK)),
        *CLAIMED,
        complete("build", force=False),
    ),
}

PLAN_TRACES = {**REGISTERING_TRACES, **DRIFT_TRACES}
