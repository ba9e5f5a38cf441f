"""Traces of documents that change: what is kept of a plan, and what is taken away."""

from dataclasses import replace

from conformance.authoring.written.plans import (
    BOTH_COMPLETED,
    BUILD,
    CHANGED,
    CLAIM,
    CLAIMED,
    COMMITTED,
    COMPLETED,
    FAMILY,
    FIRST_COMPLETED,
    NEW_HASH,
    ONE_STEP,
    PART,
    PART_COMPLETED,
    SHIP,
    START,
    TASK_DEFERRED,
    WITH_PART,
    WITH_TASK,
    changed,
    complete,
    deferring,
    note,
    registered,
)
from model.explorer.scopes.scope import PLAN, TASK, definition, step
from spec.vocabulary.holding import Reset
from spec.vocabulary.items import ItemKind
from spec.vocabulary.iterations import StartIterations
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import ItemDefinition, Register, StepDefinition
from spec.vocabulary.reviews import NewPlan

KEPT_TRACES: dict[str, tuple[Operation, ...]] = {
    "resync-keeps-the-title": (ONE_STEP, CHANGED),
    "substeps-kept-under-another-parent": (
        registered(WITH_PART, SHIP),
        CLAIM,
        complete("build-1", force=False),
        changed(BUILD, step("ship", PART)),
    ),
    "substeps-kept-at-top-level": (*PART_COMPLETED, changed(BUILD, PART)),
    "steps-kept-as-substeps": (*COMPLETED, changed(step("ship", BUILD))),
    "resync-loses-the-claimed-at": (*COMPLETED, CHANGED),
    "resync-loses-the-heartbeat-at": (*COMPLETED, CHANGED),
    "resync-loses-the-started-at": (*CLAIMED, START, complete("build", force=False), CHANGED),
    "resync-loses-the-commit-hash": (ONE_STEP, COMMITTED, CHANGED),
    "resync-loses-the-complete-reason": (*COMPLETED, CHANGED),
    "claims-end-with-a-resync": (*CLAIMED, CHANGED),
    "reordered-dependencies-taken-for-others": (
        registered(BUILD, SHIP, step("test", after=("build", "ship"))),
        *(CLAIM, complete("build"), CLAIM, complete("ship"), CLAIM),
        changed(BUILD, SHIP, step("test", after=("ship", "build"))),
    ),
    "kept-steps-keep-the-order-of-their-dependencies": (
        registered(BUILD, SHIP, step("test", after=("build", "ship"))),
        changed(BUILD, SHIP, step("test", after=("ship", "build"))),
    ),
    "artifact-ids-given-again": (
        registered(BUILD, SHIP),
        CLAIM,
        note("build"),
        changed(SHIP),
        replace(CLAIM, document_hash=NEW_HASH),
        note("ship"),
    ),
    "resync-counts-artifacts-anew": (
        registered(BUILD, SHIP),
        CLAIM,
        note("build"),
        changed(SHIP),
        replace(CLAIM, document_hash=NEW_HASH),
        note("ship"),
    ),
    "resync-ends-the-reviews": (ONE_STEP, NewPlan(PLAN, 0), CHANGED),
    "resync-ends-the-iterations": (ONE_STEP, StartIterations(PLAN, 5, 0), CHANGED),
    "done-plans-stay-done": (*COMPLETED, changed(BUILD, SHIP)),
    "resync-never-done": (*FIRST_COMPLETED, CHANGED),
    "kept-leases-renewed": (*CLAIMED, CHANGED),
    "substeps-dropped-with-their-parent": (
        *PART_COMPLETED,
        changed(step("build", PART, tasks=1)),
    ),
}
"""What a resynchronisation keeps, and what it replaces."""

NEW_TASK = ItemDefinition(ItemKind.TASK, "New")
RENAMED = StepDefinition("build", "Build it")
ALIKE = replace(BUILD, items=(TASK, TASK))

REOPENED_TRACES: dict[str, tuple[Operation, ...]] = {
    "completed-under-another-title": (*COMPLETED, changed(RENAMED)),
    "completed-with-other-dependencies": (
        *FIRST_COMPLETED,
        changed(step("build", after=("ship",)), SHIP),
    ),
    "completed-with-other-items": (
        *TASK_DEFERRED,
        changed(replace(BUILD, items=(NEW_TASK,))),
    ),
    "completed-with-more-items": (*COMPLETED, changed(WITH_TASK)),
    "step-kept-with-a-new-substep": (*COMPLETED, changed(WITH_PART)),
    "step-kept-with-a-changed-substep": (
        *PART_COMPLETED,
        complete("build", force=False),
        changed(step("build", step("build-1", tasks=1))),
    ),
    "claim-kept-without-its-dependency": (
        registered(BUILD, step("ship", after=("build",))),
        CLAIM,
        complete("build", force=False),
        CLAIM,
        changed(RENAMED, step("ship", after=("build",))),
    ),
    "substeps-held-without-their-step": (
        FAMILY,
        CLAIM,
        changed(replace(RENAMED, substeps=(PART,))),
    ),
    "resync-loses-artifacts": (*CLAIMED, note("build"), changed(RENAMED)),
    "items-of-changed-steps-opened": (
        *TASK_DEFERRED,
        changed(replace(RENAMED, items=(TASK,))),
    ),
    "items-found-by-their-ordinal": (
        *TASK_DEFERRED,
        changed(replace(BUILD, items=(NEW_TASK, TASK))),
    ),
    "items-alike-exchanged": (
        registered(ALIKE),
        CLAIM,
        deferring("build"),
        changed(ALIKE),
    ),
    "items-of-moved-steps-kept": (
        registered(step("build", step("build-1", tasks=1)), SHIP),
        CLAIM,
        deferring("build-1"),
        changed(BUILD, step("ship", step("build-1", tasks=1))),
    ),
    "resynced-plans-already-initialized": (ONE_STEP, CHANGED),
    "resync-without-counts": (ONE_STEP, CHANGED),
    "untouched-steps-called-kept": (ONE_STEP, CHANGED),
    "kept-steps-in-their-former-order": (*BOTH_COMPLETED, changed(SHIP, BUILD)),
    "changed-substeps-not-reported": (
        *PART_COMPLETED,
        changed(step("build", replace(PART, title="New"))),
    ),
    "claims-dropped-unreported": (*CLAIMED, changed(RENAMED)),
    "reopened-items-unreported": (
        *TASK_DEFERRED[:3],
        changed(replace(RENAMED, items=(TASK,))),
        Register(PLAN, definition("c", BUILD), 0),
    ),
    "removed-steps-unreported": (*CLAIMED, changed(SHIP)),
    "steps-with-artifacts-removed-unreported": (
        *CLAIMED,
        note("build"),
        Reset(PLAN, "build", 0),
        changed(SHIP),
    ),
    "changed-steps-counted-as-kept": (*COMPLETED, changed(RENAMED)),
    "changed-steps-not-counted-as-dropped": (*COMPLETED, changed(RENAMED)),
}
"""What a resynchronisation takes away, and what it answers."""

RESYNC_TRACES = {**KEPT_TRACES, **REOPENED_TRACES}
