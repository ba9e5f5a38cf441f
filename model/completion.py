"""Completion: strictly or by force (CMP)."""

from dataclasses import replace

from model.fencing import Credential, stale
from model.items import is_finished, items_completed
from model.steps import (
    all_completed,
    done_when_all_completed,
    drift,
    find,
    is_completed,
    is_held,
    unfinished_substeps,
    with_steps,
)
from model.transition import Decision, accept, refuse
from spec.amendments.changes_2026_2 import COMPLETION_IS_IDEMPOTENT
from spec.amendments.corrections import FORCE_CASCADE, OWNERSHIP_FIRST
from spec.editions import Edition
from spec.vocabulary.completion import AlreadyCompleted, Complete, StepCompleted
from spec.vocabulary.rejections import (
    incomplete_checklist,
    incomplete_substeps,
    not_claimed,
    ownership_violation,
    unknown_step,
)
from spec.vocabulary.state import Plan, Step, StepStatus

FORCED = "forced completion"
"""The reason recorded for a forced completion without a reason (CMP-4.7)."""


COMPLETING = ("CMP-6.1", "CMP-6.2", "CMP-6.3", "CMP-7.1", "CMP-7.2")
"""The clauses on every accepted completion."""


def complete(plan: Plan, operation: Complete, edition: Edition) -> Decision:
    """Complete a held step, strictly or by force, for its holder or for a commit of its holder."""
    step = completable_step(plan, operation, edition)
    if isinstance(step, Decision):
        return step
    if is_completed(step):
        return completed_again(plan)
    if operation.force:
        return completed_by_force(plan, step, operation, edition)
    return completed_strictly(plan, step, operation)


def completable_step(plan: Plan, operation: Complete, edition: Edition) -> Step | Decision:
    """Return the step if nothing keeps the caller from completing it, or the refusal."""
    # CMP-1.9: drift is checked before the step.
    if refusal := drift(plan, operation, "CMP-1.9", "PLN-6.3"):
        return refusal
    step = find(plan, operation.step)
    if step is None:
        return refuse(unknown_step(operation.step), "CMP-1.1")
    # CMP-11: before A28, nobody could complete a completed step again.
    if is_completed(step) and edition.has(COMPLETION_IS_IDEMPOTENT):
        return step
    return refused_completion(plan, step, operation, edition) or step


def completed_again(plan: Plan) -> Decision:
    """Accept the completion of a step that is completed already (CMP-11)."""
    clauses = ("CMP-11.1", "CMP-11.2", "CMP-11.3", "CMP-11.4", "CMP-8.2")
    return accept(AlreadyCompleted(all_completed(plan)), *clauses)


def refused_completion(
    plan: Plan, step: Step, operation: Complete, edition: Edition
) -> Decision | None:
    """Return the rejection: ownership, then unfinished work; before A14, the reverse."""
    # CMP-1.7, CMP-1.8
    if edition.has(OWNERSHIP_FIRST):
        return not_held_by(step, operation, edition) or unfinished_work(plan, step, operation)
    return unfinished_work(plan, step, operation) or not_held_by(step, operation, edition)


def not_held_by(step: Step, operation: Complete, edition: Edition) -> Decision | None:
    """Return the rejection of a caller who does not hold this row, or `None`."""
    held = is_held(step)
    credential = Credential(operation.claim_id, "CLM-20.4", "CLM-21.3")
    if held and (refusal := stale(step, credential, edition)):
        return refusal
    if held and step.claimed_by == operation.worktree:
        return None
    # CMP-1.5: before A14, a lost claim and no claim had the same answer.
    if not edition.has(OWNERSHIP_FIRST):
        return refuse(not_claimed(step.anchor, step.status), "CMP-1.4")
    if not held or step.claimed_by is None:
        return refuse(not_claimed(step.anchor, step.status), "CMP-1.2")
    lost = ownership_violation(step.anchor, step.claimed_by, operation.worktree)
    return refuse(lost, "CMP-1.3")


def unfinished_work(plan: Plan, step: Step, operation: Complete) -> Decision | None:
    """Return the rejection of unfinished items, then of unfinished substeps, or `None`.

    CMP-4.2: force waives this, and nothing else.
    """
    if operation.force:
        return None
    # CMP-2.2: deferred items do not prevent completion.
    if items := [item for item in step.items if not is_finished(item)]:
        return refuse(incomplete_checklist(len(items)), "CMP-2.3", "CMP-2.4")
    if substeps := unfinished_substeps(plan, step):
        return refuse(incomplete_substeps(len(substeps)), "CMP-3.1", "CMP-3.2")
    return None


def completed_strictly(plan: Plan, step: Step, operation: Complete) -> Decision:
    """Complete a finished step (CMP-2, CMP-3)."""
    after = with_steps(plan, [completed(step, operation.now, complete_reason="")])
    return completion_answer(after, operation, "CMP-6.4")


def completed_by_force(plan: Plan, step: Step, operation: Complete, edition: Edition) -> Decision:
    """Complete a step with all its items and its unfinished substeps (CMP-4)."""
    reason = operation.reason or FORCED
    substeps = unfinished_substeps(plan, step)
    # CMP-5.1: before A16, the items of those substeps were left unchanged.
    if edition.has(FORCE_CASCADE):
        substeps = [items_completed(substep, edition) for substep in substeps]
    rows = [items_completed(step, edition), *substeps]
    after = with_steps(plan, [completed(row, operation.now, reason) for row in rows])
    return completion_answer(after, operation, "CMP-4.8")


def completion_answer(after: Plan, operation: Complete, *clauses: str) -> Decision:
    """Accept the completion of a step; with the last one the plan is done (CMP-7.1)."""
    return accept(
        StepCompleted(operation.force, all_steps_completed=all_completed(after)),
        *COMPLETING,
        *clauses,
        plan=done_when_all_completed(after),
    )


def completed(step: Step, now: int, complete_reason: str | None) -> Step:
    """Return the completed step: its holder stays on record, its lease ends (CMP-6.2, CMP-6.3)."""
    return replace(
        step,
        status=StepStatus.COMPLETED,
        completed_at=now,
        complete_reason=complete_reason,
        lease_expires_at=None,
    )
