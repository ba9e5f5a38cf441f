"""Completion: strictly or by force (CMP)."""

from dataclasses import replace

from model.items import is_finished, is_uncompleted, items_completed
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
from spec.amendments import FORCE_CASCADE, OWNERSHIP_FIRST
from spec.editions import Edition
from spec.vocabulary.completion import Complete, StepCompleted
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


def complete(plan: Plan, operation: Complete, edition: Edition) -> Decision:
    """Complete a held step, strictly or by force."""
    # CMP-1.9: drift is checked before the step.
    if rejection := drift(plan, operation):
        return refuse(rejection, "CMP-1.9", "PLN-6.3")
    step = find(plan, operation.step)
    if step is None:
        return refuse(unknown_step(operation.step), "CMP-1.1")
    if refusal := refused_completion(plan, step, operation, edition):
        return refusal
    if operation.force:
        return completed_by_force(plan, step, operation, edition)
    return completed_strictly(plan, step, operation)


def refused_completion(
    plan: Plan, step: Step, operation: Complete, edition: Edition
) -> Decision | None:
    """Return the rejection: ownership, then unfinished work; before A14, the reverse."""
    not_holder = not_held_by(step, operation.worktree, edition)
    unfinished = None if operation.force else unfinished_work(plan, step, edition)
    for refusal in (
        (not_holder, unfinished) if edition.has(OWNERSHIP_FIRST) else (unfinished, not_holder)
    ):
        if refusal:
            return refusal
    return None


def not_held_by(step: Step, caller: str, edition: Edition) -> Decision | None:
    """Return the rejection of a caller who does not hold this row, or `None`."""
    by_status, by_holder = (
        ("CMP-1.2", "CMP-1.3") if edition.has(OWNERSHIP_FIRST) else ("CMP-1.4", "CMP-1.4")
    )
    final = ("CMP-8.1",) if is_completed(step) else ()
    if not is_held(step) or step.claimed_by is None:
        return refuse(not_claimed(step.anchor, step.status), by_status, *final)
    if step.claimed_by != caller:
        # CMP-1.5: before A14, a lost claim and no claim had the same answer.
        return refuse(
            ownership_violation(step.anchor, step.claimed_by, caller)
            if edition.has(OWNERSHIP_FIRST)
            else not_claimed(step.anchor, step.status),
            by_holder,
        )
    return None


def unfinished_work(plan: Plan, step: Step, edition: Edition) -> Decision | None:
    """Return the rejection of open items, then of unfinished substeps, or `None`."""
    order = "CMP-1.7" if edition.has(OWNERSHIP_FIRST) else "CMP-1.8"
    # CMP-2.2: deferred items do not prevent completion.
    open_items = [item for item in step.items if not is_finished(item)]
    if open_items:
        return refuse(incomplete_checklist(len(open_items)), order, "CMP-2.3")
    if substeps := unfinished_substeps(plan, step):
        return refuse(incomplete_substeps(len(substeps)), order, "CMP-3.1")
    return None


def completed_strictly(plan: Plan, step: Step, operation: Complete) -> Decision:
    """Complete a finished step (CMP-2, CMP-3)."""
    after = with_steps(plan, [completed(step, operation.now, complete_reason="")])
    clauses: list[str] = []
    # CMP-2.3, CMP-3.1: they decided only if there were items or substeps.
    if step.items:
        clauses.append("CMP-2.3")
    if any(row.parent == step.anchor for row in plan.steps):
        clauses.append("CMP-3.1")
    return completion_answer(after, False, *clauses, "CMP-6.1", "CMP-6.2", "CMP-6.4")


def completed_by_force(plan: Plan, step: Step, operation: Complete, edition: Edition) -> Decision:
    """Complete a step with all its items and its unfinished substeps (CMP-4)."""
    reason = operation.reason or FORCED
    substeps = unfinished_substeps(plan, step)
    # CMP-5.1: before A16, the items of those substeps were left unchanged.
    cascade = edition.has(FORCE_CASCADE)
    reached = cascade and any(is_uncompleted(item) for row in substeps for item in row.items)
    if cascade:
        substeps = [items_completed(substep, edition) for substep in substeps]
    rows = [items_completed(step, edition), *substeps]
    after = with_steps(plan, [completed(row, operation.now, reason) for row in rows])
    clauses = ["CMP-4.1", "CMP-4.3", "CMP-4.6" if operation.reason else "CMP-4.7", "CMP-4.8"]
    if substeps:
        clauses += ["CMP-4.4", "CMP-4.5"]
    if reached:
        clauses.append("CMP-5.2")
    return completion_answer(after, True, *clauses, "CMP-6.1", "CMP-6.2")


def completion_answer(plan: Plan, forced: bool, *clauses: str) -> Decision:
    """Accept a completion; with its last step the plan is done (CMP-7.1)."""
    last = all_completed(plan)
    return accept(
        StepCompleted(forced, all_steps_completed=last),
        *clauses,
        *(("CMP-7.1", "CMP-7.2") if last else ()),
        plan=done_when_all_completed(plan),
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
