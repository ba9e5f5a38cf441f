"""Scopes of one theme each: documents that change, steps that wait, commit logs and commits."""

from model.explorer.scopes.areas import COMMIT_HASH
from model.explorer.scopes.scope import (
    CHECKPOINT,
    PLAN,
    TASK,
    WORKTREES,
    committed,
    definition,
    scope,
    step,
)
from model.explorer.scopes.themes import OTHER, PART, STEP, by_each, entry
from spec.vocabulary.checklists import Batch, RecordArtifact, StatusChange, Update
from spec.vocabulary.claims import Claim
from spec.vocabulary.commits import Commit
from spec.vocabulary.completion import CommitLogEntry, Complete, Reconcile
from spec.vocabulary.holding import Heartbeat, Release, Reset, Start
from spec.vocabulary.items import ItemKind
from spec.vocabulary.plans import ItemDefinition, StepDefinition
from spec.vocabulary.readiness import Ready

OTHER_TASK = ItemDefinition(ItemKind.TASK, "Another task")

NOTES = scope(
    "notes",
    "Artifacts of two kinds on a step and a substep, while the document loses and regains them.",
    (
        definition("a", step(STEP, step(PART)), step(OTHER)),
        definition("b", step(OTHER)),
        definition("c", step(STEP), step(OTHER, step(PART))),
    ),
    1,
    (
        Claim(PLAN, WORKTREES[0], "", 0, 0),
        Release(PLAN, PART, 0, WORKTREES[0]),
        *(
            RecordArtifact(PLAN, anchor, WORKTREES[0], *note, 0)
            for anchor in (STEP, PART, OTHER)
            for note in (("log", "built"), ("link", ""))
        ),
        Complete(PLAN, PART, WORKTREES[0], "", 0),
        Reset(PLAN, STEP, 0),
    ),
    time_passes=False,
    max_artifacts=2,
)

DRIFTED = scope(
    "drifted",
    "A plan whose document has changed: what is rejected for it, and what is still allowed.",
    (
        # What is held may have been begun on a step that the next document opens again.
        definition("a", step(OTHER, after=(STEP,)), step(STEP, step(PART), tasks=1)),
        definition("b", step(OTHER, after=(STEP,)), step(STEP, step(PART), tasks=2)),
        # An item in the place of another one is not that one.
        definition("c", StepDefinition(STEP, STEP.title(), (), (OTHER_TASK,)), step(OTHER)),
    ),
    1,
    (
        Claim(PLAN, WORKTREES[0], "", 0, 0),
        Start(PLAN, STEP, WORKTREES[0], 0),
        Heartbeat(PLAN, STEP, WORKTREES[0], 0, 1),
        Release(PLAN, PART, 0, WORKTREES[0]),
        Reset(PLAN, STEP, 0),
        Ready(PLAN, 0),
        *(
            operation
            for drift in (False, True)
            for operation in (
                Update(PLAN, STEP, WORKTREES[0], (StatusChange("completed"),), "", 0, False, drift),
                Update(PLAN, STEP, WORKTREES[0], (StatusChange("open"),), "", 0, True, drift),
                Batch(PLAN, STEP, WORKTREES[0], (entry("deferred", "later"),), "", 0, False, drift),
                Complete(PLAN, PART, WORKTREES[0], "", 0, False, None, drift),
                Complete(PLAN, STEP, WORKTREES[0], "", 0, False, None, drift),
                Complete(PLAN, STEP, WORKTREES[0], "", 0, True, None, drift),
            )
        ),
    ),
    time_passes=False,
    finishes=False,
)

MOVES = scope(
    "moves",
    "Two worktrees hold steps while substeps move, become steps, and change title and items.",
    (
        definition("a", step(STEP, step(PART, tasks=1)), step(OTHER, after=(STEP,))),
        definition("b", step(OTHER, step(PART, tasks=1)), step(STEP)),
        definition("c", step(PART, tasks=2), step(STEP), step(OTHER)),
        definition("d", StepDefinition(STEP, "Renamed", (), (CHECKPOINT,)), step(PART)),
        definition("e", step(OTHER, after=(STEP,)), step(STEP, step(PART, tasks=1))),
    ),
    2,
    (
        *by_each(
            2,
            lambda name: (
                Claim(PLAN, name, "", 0, 1),
                Claim(PLAN, name, "", 0, 1, fenced=True),
                Batch(PLAN, PART, name, (entry("deferred", "later"),), "", 0),
                Complete(PLAN, PART, name, "", 0, force=True),
            ),
        ),
        Release(PLAN, PART, 0, None, force=True),
        Ready(PLAN, 0),
    ),
    time_passes=False,
    finishes=False,
)

WAITS = step("build-2", after=(PART,))
"""A substep that may be held while what it depends on is open."""

REWRITTEN = scope(
    "rewritten",
    "A document that says the same in another order, or less: dependencies, and items of one text.",
    tuple(
        definition(letter, *steps, step(OTHER, after=after, tasks=1))
        for letter, steps, after in (
            ("a", (step(STEP, WAITS, tasks=2), step(PART)), (STEP, PART)),
            ("b", (step(STEP, WAITS, tasks=2), step(PART)), (PART, STEP)),
            ("c", (step(PART), step(STEP, WAITS, tasks=3)), (STEP, PART)),
            ("d", (step(PART), StepDefinition(STEP, STEP.title(), (), (OTHER_TASK, TASK))), ()),
            ("e", (step(STEP, WAITS, tasks=2), step(PART), step("more")), (STEP,)),
        )
    ),
    1,
    (
        Claim(PLAN, WORKTREES[0], "", 0, 0),
        Batch(PLAN, STEP, WORKTREES[0], (entry("deferred", "later"),), "", 0),
        Batch(PLAN, STEP, WORKTREES[0], (entry("completed", at=1),), "", 0),
        Batch(PLAN, OTHER, WORKTREES[0], (), "", 0, complete_remaining=True),
        *(
            Complete(PLAN, anchor, WORKTREES[0], "", 0)
            for anchor in (STEP, WAITS.anchor, PART, OTHER)
        ),
    ),
    time_passes=False,
    finishes=False,
)

UNDONE = scope(
    "undone",
    "A step is held after a step or a substep that a document opens again.",
    (
        definition("a", step(STEP, step(PART)), step(OTHER, step("ship-1"), after=(STEP,))),
        definition(
            "b", step(STEP, step(PART, tasks=1)), step(OTHER, step("ship-1"), after=(STEP,))
        ),
        definition("c", step(STEP, step(PART), step("build-2")), step(OTHER, after=(STEP,))),
        definition("d", step(STEP, step(PART)), step(OTHER, after=(PART,))),
        definition("e", step(STEP, step(PART, tasks=1)), step(OTHER, after=(PART,))),
        definition("f", step(STEP, step(PART), tasks=1), step(OTHER, after=(PART,))),
    ),
    1,
    (
        Claim(PLAN, WORKTREES[0], "", 0, 0),
        *(Complete(PLAN, anchor, WORKTREES[0], "", 0) for anchor in (STEP, PART, OTHER)),
        Complete(PLAN, STEP, WORKTREES[0], "", 0, force=True),
    ),
    time_passes=False,
    finishes=False,
)

WAITING = scope(
    "waiting",
    "A step that waits for a substep, and a substep that waits for a step.",
    (
        # The step that waits comes first: else a claim takes the other one whatever it ignores.
        definition(
            "a",
            step(OTHER, after=(PART,)),
            step(STEP, step(PART), step("build-2", after=(OTHER,))),
        ),
    ),
    2,
    (
        *by_each(
            2,
            lambda name: (
                Claim(PLAN, name, "", 0, 1),
                Claim(PLAN, name, "", 0, 1, force=True),
                *(Complete(PLAN, anchor, name, "", 0) for anchor in (STEP, PART, "build-2", OTHER)),
                Complete(PLAN, STEP, name, "", 0, force=True),
            ),
        ),
        Reset(PLAN, STEP, 0),
        Reset(PLAN, OTHER, 0),
        Ready(PLAN, 0),
    ),
)

RECONCILING = scope(
    "reconciling",
    "Steps held by two worktrees, and a commit log that says they are done, twice or elsewhere.",
    (definition("a", step(STEP, step(PART, tasks=1)), step(OTHER)),),
    2,
    (
        *by_each(
            2,
            lambda name: (
                Claim(PLAN, name, "", 0, 0),
                Complete(PLAN, PART, name, "", 0, force=True, reason="enough"),
                Complete(PLAN, STEP, name, "", 0, force=True),
            ),
        ),
        Reset(PLAN, STEP, 0),
        *(
            Reconcile(PLAN, commit_log, 0, force)
            for force in (False, True)
            for commit_log in (
                (),
                committed((STEP, "a")),
                committed((STEP, "b"), (PART, "a"), (STEP, "a")),
                committed((PART, "b"), ("nowhere", "a"), (OTHER, "a")),
                (CommitLogEntry("elsewhere.md", STEP, "a" * 40), *committed((PART, "a"))),
            )
        ),
    ),
    time_passes=False,
    finishes=False,
)

RECOMMITS = scope(
    "recommits",
    "Commits of a step and its substep, with two hashes and messages, also after their completion.",
    (
        definition("a", step(STEP, step(PART), tasks=1)),
        definition("b", step(STEP, step(PART), tasks=2)),
    ),
    1,
    (
        Claim(PLAN, WORKTREES[0], "", 0, 0),
        Release(PLAN, PART, 0, WORKTREES[0]),
        Batch(PLAN, STEP, WORKTREES[0], (), "", 0, complete_remaining=True),
        Complete(PLAN, PART, WORKTREES[0], "", 0, force=True, reason="enough"),
        Complete(PLAN, STEP, WORKTREES[0], "", 0),
        *(
            Commit(PLAN, anchor, WORKTREES[0], "", 0, *commit)
            for anchor in (STEP, PART)
            for commit in ((COMMIT_HASH, "Commit"), ("d" * 40, "Fix: ünïcode"))
        ),
        *(
            Commit(PLAN, STEP, WORKTREES[0], "", 0, COMMIT_HASH, **found)
            for found in (
                {"found_commit": "e" * 40},
                {"found_commit": "e" * 40, "clean": True},
                {"found_commit": "e" * 40, "clean": True, "git_succeeds": False},
                {"clean": True},
                {"clean": True, "git_succeeds": False},
            )
        ),
    ),
)
