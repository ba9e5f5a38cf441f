"""Completion: strictly or by force (CMP)."""

from dataclasses import replace

from model.fencing import Credential, stale
from model.items import ended_deferrals, is_finished, is_uncompleted, items_completed
from model.steps import (
    all_completed,
    completed_substeps,
    done_when_all_completed,
    drift,
    find,
    has_drifted,
    holding_row,
    is_completed,
    is_held,
    lease_is_over,
    unfinished_substeps,
    with_steps,
)
from model.transition import Decision, accept, citing, decided_by, first_failing, refuse
from spec.amendments.changes_2026_2 import COMPLETION_IS_IDEMPOTENT, FENCED_CLAIMS
from spec.amendments.corrections import FORCE_CASCADE, OWNERSHIP_FIRST
from spec.editions import Edition
from spec.vocabulary.completion import AlreadyCompleted, Complete, StepCompleted
from spec.vocabulary.rejections import (
    Rejected,
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
    """Complete a held step, strictly or by force."""
    decision = completion(plan, operation, edition)
    if not isinstance(decision.outcome, Rejected):
        in_spite_of_drift = decided_by({"PLN-6.3": has_drifted(plan, operation)})
        effect = ("CMP-4.8", "CMP-6.5") if isinstance(decision.outcome, StepCompleted) else ()
        return citing(decision, *effect, *in_spite_of_drift)
    # CMP-4.2: force waives nothing but CMP-2 and CMP-3.
    return citing(decision, "CMP-4.2") if operation.force else decision


def completion(plan: Plan, operation: Complete, edition: Edition) -> Decision:
    """Complete a held step for its holder, or for a commit of its holder."""
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
    step = find(plan, operation.step)
    # CMP-1.9: drift is checked before the step.
    if refusal := drift(plan, operation, "CMP-1.9", "PLN-6.3"):
        return citing(refusal, "PLN-3.2") if step is None else refusal
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
    not_holder = not_held_by(plan, step, operation, edition)
    unfinished = None if operation.force else unfinished_work(plan, step)
    if not_holder is None or unfinished is None:
        return not_holder or unfinished
    if edition.has(OWNERSHIP_FIRST):
        return citing(not_holder, "CMP-1.7", "PLN-3.2")
    return citing(unfinished, "CMP-1.8", "PLN-3.2")


def not_held_by(plan: Plan, step: Step, operation: Complete, edition: Edition) -> Decision | None:
    """Return the rejection of a caller who does not hold this row, or `None`."""
    caller = operation.worktree
    held, by_caller = is_held(step), step.claimed_by == caller
    credential = Credential(operation.claim_id, "CLM-20.4", "CLM-21.3")
    if held and (refusal := stale(step, credential, edition)):
        return refusal if by_caller else citing(refusal, "PLN-3.2")
    if held and by_caller:
        return None
    clauses = decided_by(
        {
            "CMP-1.6": step.parent and holding_row(plan, step).claimed_by,
            "CMP-8.1": is_completed(step),
            "CLM-20.8": held and operation.claim_id is not None and edition.has(FENCED_CLAIMS),
        }
    )
    # CMP-1.5: before A14, a lost claim and no claim had the same answer.
    if not edition.has(OWNERSHIP_FIRST):
        clauses += decided_by({"CMP-1.5": held})
        return refuse(not_claimed(step.anchor, step.status), "CMP-1.4", *clauses)
    if not held or step.claimed_by is None:
        return refuse(not_claimed(step.anchor, step.status), "CMP-1.2", *clauses)
    lost = ownership_violation(step.anchor, step.claimed_by, caller)
    return refuse(lost, "CMP-1.3", *clauses)


def unfinished_work(plan: Plan, step: Step) -> Decision | None:
    """Return the rejection of unfinished items, then of unfinished substeps, or `None`."""
    # CMP-2.2: deferred items do not prevent completion.
    items = [item for item in step.items if not is_finished(item)]
    substeps = unfinished_substeps(plan, step)
    return first_failing(
        refuse(incomplete_checklist(len(items)), "CMP-2.3", "CMP-2.4") if items else None,
        refuse(incomplete_substeps(len(substeps)), "CMP-3.1", "CMP-3.2") if substeps else None,
    )


def completed_strictly(plan: Plan, step: Step, operation: Complete) -> Decision:
    """Complete a finished step (CMP-2, CMP-3)."""
    after = with_steps(plan, [completed(step, operation.now, complete_reason="")])
    return completion_answer(after, step, operation, "CMP-6.4")


def completed_by_force(plan: Plan, step: Step, operation: Complete, edition: Edition) -> Decision:
    """Complete a step with all its items and its unfinished substeps (CMP-4)."""
    reason = operation.reason or FORCED
    substeps = unfinished_substeps(plan, step)
    clauses = forcing(plan, step, substeps, operation)
    # CMP-5.1: before A16, the items of those substeps were left unchanged.
    if edition.has(FORCE_CASCADE):
        clauses += cascading(plan, step, substeps, edition)
        substeps = [items_completed(substep, edition) for substep in substeps]
    else:
        clauses += decided_by({"CMP-5.1": has_uncompleted_item(substeps)})
    clauses += ended_deferrals([step], edition)
    rows = [items_completed(step, edition), *substeps]
    after = with_steps(plan, [completed(row, operation.now, reason) for row in rows])
    return completion_answer(after, step, operation, *clauses)


def forcing(plan: Plan, step: Step, substeps: list[Step], operation: Complete) -> list[str]:
    """Return the clauses on the work that a completion by force finds unfinished."""
    return decided_by(
        {
            "CMP-4.1": substeps or not all(is_finished(item) for item in step.items),
            "CMP-4.3": has_uncompleted_item([step]),
            "CMP-4.4": substeps,
            "CMP-4.5": substeps,
            "CMP-4.6": operation.reason,
            "CMP-4.7": not operation.reason,
            "CMP-8.2": completed_substeps(plan, step),
        }
    )


def cascading(plan: Plan, step: Step, substeps: list[Step], edition: Edition) -> list[str]:
    """Return the clauses on the items of substeps when their step is completed by force."""
    clauses = decided_by(
        {
            "CMP-5.2": has_uncompleted_item(substeps),
            "CMP-5.3": has_uncompleted_item(completed_substeps(plan, step)),
        }
    )
    return [*clauses, *ended_deferrals(substeps, edition)]


def has_uncompleted_item(steps: list[Step]) -> bool:
    """Return whether a step has an item that is not completed."""
    return any(is_uncompleted(item) for step in steps for item in step.items)


def completion_answer(after: Plan, step: Step, operation: Complete, *clauses: str) -> Decision:
    """Accept the completion of a step; with the last one the plan is done (CMP-7.1)."""
    last = all_completed(after)
    holding = decided_by(
        {
            "CMP-6.6": lease_is_over(step, operation.now),
            "CMP-6.7": step.status is StepStatus.CLAIMED,
            "CMP-1.6": step.parent and holding_row(after, step).status is not step.status,
            "CLM-19.8": step.claim_id is not None,
            "CLM-19.10": step.claim_id is not None and lease_is_over(step, operation.now),
        }
    )
    return accept(
        StepCompleted(operation.force, all_steps_completed=last),
        *COMPLETING,
        *clauses,
        *holding,
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
