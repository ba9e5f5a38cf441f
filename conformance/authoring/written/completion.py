"""Traces of completion: strictly, by force, and by the commit log."""

from dataclasses import replace

from conformance.authoring.written.plans import (
    BUILD,
    CLAIM,
    CLAIMED,
    COMMITTED,
    COMPLETED,
    FAMILY,
    HASH,
    NEW_HASH,
    ONE,
    ONE_STEP,
    PART,
    PART_COMPLETED,
    SHIP,
    START,
    TWO,
    WITH_TASK,
    complete,
    deferring,
    registered,
)
from model.explorer.scopes.scope import PLAN, committed, step
from spec.vocabulary.claims import Claim
from spec.vocabulary.completion import Reconcile
from spec.vocabulary.holding import Release, Reset
from spec.vocabulary.operations import Operation

LATER = 1_000
STRICT, FORCED = complete("build", force=False), complete("build")
START_PART = replace(START, step="build-1")
STRICT_PART = complete("build-1", force=False)
PART_RELEASED = (FAMILY, CLAIM, Release(PLAN, "build-1", 0, ONE))
TASK_CLAIMED = (registered(WITH_TASK), CLAIM)
TASK_BELOW = (registered(step("build", step("build-1", tasks=1))), CLAIM)
TASK_BELOW_DEFERRED = (*TASK_BELOW, deferring("build-1"))
TWO_STEPS = registered(BUILD, SHIP)


def reconcile(*commits: tuple[str, str], now: int = 0, force: bool = False) -> Reconcile:
    """Return a reconcile with commits, the newest first, of steps and one-letter hashes."""
    return Reconcile(PLAN, committed(*commits), now, force)


COMPLETION_TRACES: dict[str, tuple[Operation, ...]] = {
    "completion-require-held-step-known-negated": (ONE_STEP, complete("nowhere")),
    "owner-not-asked-on-completion": (*CLAIMED, complete("build", TWO, force=False)),
    "step-held-with-its-parent": (*PART_RELEASED, STRICT_PART),
    "substeps-of-a-step-not-started": (FAMILY, CLAIM, START_PART, STRICT_PART),
    "checklist-before-owner": (TASK_CLAIMED[0], STRICT),
    "unknown-step-before-drift": (
        ONE_STEP,
        replace(complete("nowhere"), document_hash=NEW_HASH),
    ),
    "deferred-items-unfinished": (
        registered(step("build", tasks=2)),
        CLAIM,
        replace(deferring("build"), complete_remaining=False),
        STRICT,
    ),
    "items-of-substeps-unfinished": (
        registered(step("build", step("build-1", tasks=1), tasks=1)),
        CLAIM,
        STRICT,
    ),
    "kinds-of-open-items-counted": (registered(step("build", tasks=2)), CLAIM, STRICT),
    "substeps-not-asked-for": (FAMILY, CLAIM, STRICT),
    "released-substeps-not-asked-for": (*PART_RELEASED, STRICT),
    "all-substeps-counted": (
        registered(step("build", PART, step("build-2"))),
        CLAIM,
        STRICT_PART,
        STRICT,
    ),
    "completion-complete-step-effect-1-dropped": COMPLETED,
    "lease-left-after-completion": COMPLETED,
    "completion-taken-for-a-heartbeat": (*CLAIMED, replace(STRICT, now=LATER)),
    "completion-taken-for-a-start": COMPLETED,
    "strict-completion-with-a-reason": (*CLAIMED, replace(STRICT, reason="enough")),
    "empty-commit-hash": COMPLETED,
    "expired-lease-keeps-from-completing": (
        ONE_STEP,
        replace(CLAIM, lease=0),
        replace(STRICT, now=LATER),
    ),
    "step-not-started-not-completed": COMPLETED,
    "plan-never-done": COMPLETED,
    "completed-again-at-the-later-time": (*COMPLETED, replace(STRICT, now=LATER)),
    "plan-done-while-its-last-step-is-held": (
        TWO_STEPS,
        CLAIM,
        Claim(PLAN, TWO, HASH, 0, 60_000),
        STRICT,
    ),
    "last-step-not-noticed": COMPLETED,
    "completed-again-under-its-claim-only": (*COMPLETED, replace(STRICT, claim_id=2)),
    "completed-step-started-again": (*COMPLETED, START),
    "completed-steps-claimed": (*COMPLETED, CLAIM),
    "completed-substeps-reset-with-their-step": (*PART_COMPLETED, Reset(PLAN, "build", 0)),
    "completed-substeps-completed-again": (*PART_COMPLETED, replace(FORCED, now=LATER)),
}

FORCE_TRACES: dict[str, tuple[Operation, ...]] = {
    "completion-complete-below-effect-1-dropped": (*TASK_CLAIMED, FORCED),
    "completion-complete-below-effect-3-dropped": (FAMILY, CLAIM, FORCED),
    "substeps-asked-for-by-force": (FAMILY, CLAIM, FORCED),
    "drift-ignored-by-force": (ONE_STEP, replace(FORCED, document_hash=NEW_HASH)),
    "holder-ignored-by-force": (*CLAIMED, complete("build", TWO)),
    "deferred-items-survive-force": (*TASK_CLAIMED, deferring("build"), FORCED),
    "released-substeps-left-by-force": (*PART_RELEASED, FORCED),
    "substeps-completed-without-the-reason": (
        FAMILY,
        CLAIM,
        replace(FORCED, reason="enough"),
    ),
    "reason-of-force-stripped": (*CLAIMED, replace(FORCED, reason=" enough")),
    "forced-completion-without-a-reason": (*CLAIMED, FORCED),
    "empty-reason-of-force-stored": (*CLAIMED, replace(FORCED, reason="")),
    "forced-only-with-a-reason": (*CLAIMED, FORCED),
    "force-leaves-substep-items-open": (*TASK_BELOW, FORCED),
    "deferred-substep-items-survive-force": (*TASK_BELOW_DEFERRED, FORCED),
    "items-of-completed-substeps-forced": (*TASK_BELOW_DEFERRED, STRICT_PART, FORCED),
}

COMMIT_LOG_TRACES: dict[str, tuple[Operation, ...]] = {
    "oldest-entry-first": (ONE_STEP, reconcile(("build", "d"), ("build", "c"))),
    "unknown-steps-of-the-history-rejected": (ONE_STEP, reconcile(("nowhere", "c"))),
    "substeps-of-the-history-ignored": (FAMILY, reconcile(("build-1", "c"))),
    "reconciled-without-the-hash": (ONE_STEP, COMMITTED),
    "lease-left-after-reconciling": (*CLAIMED, COMMITTED),
    "reconciled-steps-lose-their-holder": (*CLAIMED, COMMITTED),
    "reconciled-with-an-empty-reason": (ONE_STEP, COMMITTED),
    "deferred-items-survive-reconciling": (*TASK_CLAIMED, deferring("build"), COMMITTED),
    "missing-hash-taken-for-another": (*COMPLETED, COMMITTED),
    "same-hash-renews-the-time": (ONE_STEP, COMMITTED, replace(COMMITTED, now=LATER)),
    "hashes-of-a-mismatch-swapped": (ONE_STEP, COMMITTED, reconcile(("build", "d"))),
    "other-hash-kept-by-force": (ONE_STEP, COMMITTED, reconcile(("build", "d"), force=True)),
    "mismatches-listed-with-force": (ONE_STEP, COMMITTED, reconcile(("build", "d"), force=True)),
    "unchanged-entries-counted": (ONE_STEP, COMMITTED, COMMITTED),
    "mismatches-by-anchor": (
        TWO_STEPS,
        reconcile(("build", "c"), ("ship", "c")),
        reconcile(("ship", "d"), ("build", "d")),
    ),
    "dependencies-asked-for-by-reconcile": (
        registered(BUILD, step("ship", after=("build",))),
        reconcile(("ship", "c")),
    ),
    "held-steps-not-reconciled": (*CLAIMED, COMMITTED),
    "without-A20-reconcile-newest": (ONE_STEP, reconcile(("build", "d"), ("build", "c"))),
    "oldest-commit-wins": (ONE_STEP, reconcile(("build", "d"), ("build", "c"))),
    "oldest-commit-wins-by-force": (
        ONE_STEP,
        reconcile(("build", "d"), ("build", "c"), force=True),
    ),
    "later-entries-listed": (ONE_STEP, reconcile(("build", "d"), ("build", "c"))),
    "items-of-reconciled-substeps-left": (*TASK_BELOW[:1], COMMITTED),
    "released-substeps-not-reconciled": (FAMILY, COMMITTED),
    "substeps-reconciled-with-the-hash": (FAMILY, COMMITTED),
    "reconciled-substeps-counted": (FAMILY, COMMITTED),
}

ALL_COMPLETION_TRACES = {**COMPLETION_TRACES, **FORCE_TRACES, **COMMIT_LOG_TRACES}
