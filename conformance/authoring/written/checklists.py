"""Traces of checklists and artifacts."""

from dataclasses import replace
from typing import Any

from conformance.authoring.written.claims import FAMILY, HASH, LATER, ONE_STEP, PLAN, claim
from model.explorer.scopes.scope import definition, step
from spec.vocabulary.checklists import Batch, BatchEntry, RecordArtifact, StatusChange, Update
from spec.vocabulary.claims import Claim
from spec.vocabulary.completion import CommitLogEntry, Complete, Reconcile
from spec.vocabulary.holding import Release, Reset
from spec.vocabulary.items import ItemKind, ItemStatus
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import ItemDefinition, PlanDefinition, Register, StepDefinition
from spec.vocabulary.state import Show

OTHER_PLAN = "second.md"
TASK, TEST = ItemKind.TASK, ItemKind.TEST
OPEN, DONE, DEFERRED = ItemStatus

TASKS = definition("a", step("build", tasks=2))
OF_TWO_KINDS = PlanDefinition(
    "Version a",
    HASH,
    (
        StepDefinition(
            "build", "Build", (), (ItemDefinition(TASK, "Do"), ItemDefinition(TEST, "Try"))
        ),
    ),
)
IN_SUBSTEPS = definition("a", step("build", step("build-1", tasks=1), tasks=1))


def held(document: PlanDefinition = TASKS, lease: int = 60_000) -> tuple[Operation, ...]:
    """Return the registration of a plan and the claim of its first step by one."""
    return Register(PLAN, document, 0), claim("one", lease=lease)


def update(*changes: StatusChange, step: str = "build", by: str = "one", **more: Any) -> Update:
    """Return an update, by default of the step that one holds."""
    return Update(PLAN, step, by, changes, HASH, **{"now": 0, **more})


def batch(*entries: BatchEntry, **more: Any) -> Batch:
    """Return a batch of the step that one holds."""
    return Batch(PLAN, "build", "one", entries, HASH, 0, **more)


def deferral(ordinal: int = 0, reason: str = "later") -> BatchEntry:
    """Return an entry that defers a task."""
    return BatchEntry(TASK, ordinal, DEFERRED, reason)


def completed(ordinal: int = 0, reason: str | None = None) -> BatchEntry:
    """Return an entry that completes a task."""
    return BatchEntry(TASK, ordinal, DONE, reason)


def note(step: str = "build", by: str = "one", now: int = 0, plan: str = PLAN) -> RecordArtifact:
    """Return an artifact, by default of the step that one holds."""
    return RecordArtifact(plan, step, by, "log", f"built at {now}", now)


ALL_DONE = StatusChange(DONE)
FIRST_DONE, FIRST_OPEN = StatusChange(DONE, TASK, 0), StatusChange(OPEN, TASK, 0)
THIRD_DONE = StatusChange(DONE, TASK, 2)
"""A change for an item that the step does not have."""
REPEATING = (completed(0), completed(1), completed(1), completed(0))
DEFERRING = (*held(), batch(deferral()))
REMAINING = batch(complete_remaining=True)

HOLDER_TRACES: dict[str, tuple[Operation, ...]] = {
    "checklist-of-any-worktree-that-allows-drift": (
        *held(),
        update(ALL_DONE, by="two", allow_drift=True),
    ),
    "note-by-who-completed-the-substep": (
        FAMILY,
        claim("one"),
        Complete(PLAN, "build-1", "one", HASH, 0),
        Release(PLAN, "build", 0, "one"),
        claim("two"),
        note("build-1"),
    ),
    "checklist-frozen-when-the-lease-is-over": (*held(lease=0), update(ALL_DONE, now=LATER)),
    "note-rejected-when-the-lease-is-over": (*held(lease=0), note(now=LATER)),
    "checklist-of-a-pending-substep-frozen": (
        *held(IN_SUBSTEPS),
        Release(PLAN, "build-1", 0, "one"),
        update(ALL_DONE, step="build-1"),
    ),
    "holder-before-the-drift-of-a-checklist": (
        ONE_STEP,
        replace(update(ALL_DONE), document_hash="b" * 64),
    ),
    "no-note-on-a-completed-step": (
        ONE_STEP,
        claim("one"),
        Complete(PLAN, "build", "one", HASH, 0),
        note(),
    ),
}

UPDATE_TRACES: dict[str, tuple[Operation, ...]] = {
    "open-items-opened-without-leave": (*held(), update(FIRST_OPEN)),
    "invalid-status-misnamed": (*held(), update(StatusChange("done", TASK, 0))),
    "ordinals-counted-from-one": (*held(), update(THIRD_DONE)),
    "unknown-item-misnamed": (*held(), update(THIRD_DONE)),
    "last-ordinal-named-as-the-number": (*held(), update(THIRD_DONE)),
    "rejected-update-half-applied": (*held(), update(FIRST_DONE, THIRD_DONE)),
    "update-half-applied-without-a-transaction": (*held(), update(FIRST_DONE, THIRD_DONE)),
    "items-of-all-kinds-named-as-the-number": (
        *held(OF_TWO_KINDS),
        update(StatusChange(DONE, TASK, 1)),
    ),
    "first-change-of-an-item-wins": (*held(), update(FIRST_DONE, FIRST_OPEN, allow_reopen=True)),
    "change-of-a-single-item-wins": (
        *held(),
        update(FIRST_DONE, StatusChange(OPEN, TASK), allow_reopen=True),
    ),
    "changes-of-many-kept-when-rejected": (*held(), update(ALL_DONE, StatusChange(DEFERRED))),
    "kind-without-items-unknown": (*held(), update(StatusChange(DONE, TEST))),
    "items-counted-with-each-change": (
        *held(),
        update(FIRST_DONE, FIRST_OPEN, FIRST_DONE, allow_reopen=True),
    ),
    "reason-survives-an-update-to-completed": (*DEFERRING, update(ALL_DONE)),
}

BATCH_TRACES: dict[str, tuple[Operation, ...]] = {
    "duplicates-of-negative-ordinals-not-noticed": (*held(), batch(completed(-1), completed(-1))),
    "first-repeated-entry-named": (*held(), batch(*REPEATING)),
    "last-repeated-entry-named": (*held(), batch(*REPEATING)),
    "white-space-is-no-reason": (*held(), batch(deferral(reason=" "))),
    "only-the-first-entry-validated": (*held(), batch(completed(0), completed(2))),
    "completed-items-not-deferred": (*held(), update(ALL_DONE), batch(deferral())),
    "deferred-items-not-completed": (*DEFERRING, batch(completed())),
    "reason-of-a-completed-entry-stored": (*held(), batch(completed(reason="built"))),
    "remaining-completed-though-an-entry-is-wrong": (
        *held(),
        batch(completed(2), complete_remaining=True),
    ),
    "nothing-remaining-rejected": (*held(), update(ALL_DONE), REMAINING),
    "remaining-completed-in-substeps-too": (*held(IN_SUBSTEPS), REMAINING),
    "remaining-completed-in-every-plan": (
        Register(OTHER_PLAN, IN_SUBSTEPS, 0),
        *held(IN_SUBSTEPS),
        REMAINING,
    ),
    "reason-survives-a-batch": (*DEFERRING, batch(completed())),
}

DEFERRING_BELOW = (
    *held(IN_SUBSTEPS),
    Batch(PLAN, "build-1", "one", (deferral(),), HASH, 0),
)
BY_FORCE = Complete(PLAN, "build", "one", HASH, 0, force=True)

REASON_TRACES: dict[str, tuple[Operation, ...]] = {
    "reason-survives-a-reset": (*DEFERRING, Reset(PLAN, "build", 0)),
    "reason-in-a-substep-survives-a-reset": (
        *DEFERRING_BELOW,
        Release(PLAN, "build", 0, "one"),
    ),
    "reason-in-a-substep-survives-a-reclaim": (*DEFERRING_BELOW, claim("two", force=True)),
    "reason-survives-a-forced-completion": (*DEFERRING, BY_FORCE),
    "reason-in-a-substep-survives-a-forced-completion": (*DEFERRING_BELOW, BY_FORCE),
}

TO_BE_RECONCILED = definition("a", step("build", step("build-1"), tasks=1), step("ship"))
COMMIT = "a" * 40
EDITED = definition("b", step("ship"))

NOTES_IN_TWO_PLANS = (
    *held(),
    note(),
    Register(OTHER_PLAN, TASKS, 0),
    Claim(OTHER_PLAN, "one", HASH, 0, 60_000),
    note(plan=OTHER_PLAN),
)

ARTIFACT_TRACES: dict[str, tuple[Operation, ...]] = {
    "artifact-recorded-when-the-step-was-claimed": (*held(), note(now=LATER)),
    "artifacts-numbered-over-all-plans": NOTES_IN_TWO_PLANS,
    "superseded-CHK-9.5": (
        *held(TO_BE_RECONCILED),
        Reconcile(PLAN, (CommitLogEntry(PLAN, "build", COMMIT),), 0),
        update(StatusChange("completed", TASK, 0)),
        Show(PLAN, HASH, 0),
    ),
    "superseded-CHK-10.4": NOTES_IN_TWO_PLANS,
    "superseded-CHK-10.5": NOTES_IN_TWO_PLANS,
    "artifacts-counted-as-they-are": (
        *held(),
        note(),
        Register(PLAN, EDITED, 0),
        Claim(PLAN, "one", EDITED.document_hash, 0, 60_000),
        note("ship"),
    ),
    "summary-cut-a-character-early": (*held(), replace(note(), summary="x" * 501)),
    "summary-cut-by-bytes": (*held(), replace(note(), summary="é" * 501)),
}

CHECKLIST_TRACES = {
    **HOLDER_TRACES,
    **UPDATE_TRACES,
    **BATCH_TRACES,
    **REASON_TRACES,
    **ARTIFACT_TRACES,
}
