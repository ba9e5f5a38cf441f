"""Repairs: an operation, or the state that it meets, as the guard that refused it wants them.

A repaired state need not be one that can be reached: it is only looked at by the guards that come
after the one it was repaired for.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from conformance.authoring.guards.document_repairs import DOCUMENT_REPAIRS
from conformance.authoring.guards.item_repairs import ITEM_REPAIRS, Repair, Repaired, changing
from model.apply import apply
from model.steps import find, with_steps
from spec.vocabulary.commits import Commit, Committed, NotCommitted
from spec.vocabulary.holding import Release
from spec.vocabulary.items import ItemStatus
from spec.vocabulary.iteration_loops import LoopStatus
from spec.vocabulary.iterations import LEAST_SUMMARY_BYTES, ReportIteration, StartIterations
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.plans import Register
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.reviews import NewPlan, PostReview, SetNextPhase
from spec.vocabulary.state import Plan, PlanStatus, State, Step, StepStatus


def repaired(state: State, operation: Any, outcome: Outcome) -> list[Repaired]:
    """Return every way to repair what an operation was rejected for."""
    if isinstance(outcome, NotCommitted):
        return [(state, replace(operation, git_succeeds=True))]
    if isinstance(outcome, Committed):
        if outcome.rejection is None:
            return list(read_again(state, operation))
        outcome = outcome.rejection
    assert isinstance(outcome, Rejected)
    return list(REPAIRS[outcome.reason](state, operation, outcome))


def with_plan(state: State, plan: Plan) -> State:
    """Put a changed plan in the place of the one with its path."""
    return replace(
        state, plans=tuple(plan if old.path == plan.path else old for old in state.plans)
    )


def plan_and_step(state: State, operation: Any) -> tuple[Plan, Step] | None:
    """Return the plan and the step that an operation names."""
    plan = state.plan(operation.plan)
    step = find(plan, operation.step) if plan else None
    return (plan, step) if plan and step else None


def read_again(state: State, operation: Operation) -> Iterator[Repaired]:
    """Yield the commit with the root found, or else with the document read."""
    if not isinstance(operation, Commit):
        return
    if not operation.root_found:
        yield state, replace(operation, root_found=True)
    elif plan := state.plan(operation.plan):
        yield state, replace(operation, document_hash=plan.document_hash)


def on_known_plan(state: State, operation: Any, _: Rejected) -> Iterator[Repaired]:
    """Yield the operation on each registered plan."""
    for plan in state.plans:
        yield state, replace(operation, plan=plan.path)


def on_known_step(state: State, operation: Any, _: Rejected) -> Iterator[Repaired]:
    """Yield the operation on each step of the plan."""
    plan = state.plan(operation.plan)
    for step in plan.steps if plan else ():
        yield state, replace(operation, step=step.anchor)


def with_right_document(state: State, operation: Any, _: Rejected) -> Iterator[Repaired]:
    """Yield the operation with the hash of the registered document."""
    plan = state.plan(operation.plan)
    assert plan is not None
    yield state, replace(operation, document_hash=plan.document_hash)


def by_holder(state: State, operation: Any, refused: Rejected) -> Iterator[Repaired]:
    """Yield the operation as asked by the holder."""
    yield state, replace(operation, worktree=str(dict(refused.details)["holder"]))


def under_current_claim(state: State, operation: Any, refused: Rejected) -> Iterator[Repaired]:
    """Yield the operation under the current claim."""
    yield state, replace(operation, claim_id=dict(refused.details)["current"])


def of_held_step(state: State, operation: Any, refused: Rejected) -> Iterator[Repaired]:
    """Yield the state in which the caller holds the step with its whole family."""
    found = plan_and_step(state, operation)
    if found is None:
        yield from on_known_step(state, operation, refused)
        return
    plan, step = found
    top = step.parent or step.anchor
    holder = getattr(operation, "worktree", None) or "somebody"
    family = [held(row, holder) for row in plan.steps if top in (row.anchor, row.parent)]
    yield with_plan(state, replace(with_steps(plan, family), status=PlanStatus.ACTIVE)), operation


def held(step: Step, holder: str) -> Step:
    """Return a step as claimed by a holder, whatever it was before."""
    return replace(
        step,
        status=StepStatus.CLAIMED,
        claimed_by=holder,
        claimed_at=0,
        lease_expires_at=0,
        heartbeat_at=0,
        started_at=None,
        completed_at=None,
        commit_hash=None,
        complete_reason=None,
    )


def finished(step: Step) -> Step:
    """Complete the items of a step."""
    done = (replace(item, status=ItemStatus.COMPLETED, reason=None) for item in step.items)
    return replace(step, items=tuple(done))


def with_items_completed(state: State, operation: Any, _: Rejected) -> Iterator[Repaired]:
    """Complete every item of the step."""
    if found := plan_and_step(state, operation):
        plan, step = found
        yield with_plan(state, with_steps(plan, [finished(step)])), operation


def with_substeps_completed(state: State, operation: Any, _: Rejected) -> Iterator[Repaired]:
    """Complete every substep of the step."""
    if found := plan_and_step(state, operation):
        plan, step = found
        below = [
            replace(finished(row), status=StepStatus.COMPLETED)
            for row in plan.steps
            if row.parent == step.anchor
        ]
        yield with_plan(state, with_steps(plan, below)), operation


def with_a_summary(state: State, operation: ReportIteration, _: Rejected) -> Iterator[Repaired]:
    """Leave a summary that is long enough."""
    least = operation.least_summary_bytes
    yield state, replace(operation, summary_bytes=LEAST_SUMMARY_BYTES if least is None else least)


def with_valid_request(state: State, operation: Operation, _: Rejected) -> Iterator[Repaired]:
    """Yield a valid request, or the state in which what it needs has begun."""
    match operation:
        case Release():
            by = operation.worktree
            yield state, replace(operation, force=by is None)
        case NewPlan() if operation.max_reviews < 0:
            yield state, replace(operation, max_reviews=3)
        case StartIterations():
            yield state, replace(operation, max_iterations=3)
        case ReportIteration():
            begun = apply(state, StartIterations(operation.plan, 3, operation.now)).state
            report = replace(operation.report, work_remaining="0")
            plan = state.plan(operation.plan)
            loop = plan.iteration_loop if plan else None
            if loop and loop.status is LoopStatus.CONTINUING:
                yield state, replace(operation, report=report)
            else:
                yield begun, operation
        case PostReview() if (plan := state.plan(operation.plan)) and plan.review_cycle:
            due = SetNextPhase(operation.plan, "post-code-review", operation.now)
            yield apply(state, due).state, operation
        case _:
            yield apply(state, NewPlan(operation.plan, operation.now, 3)).state, operation


def with_sound_document(state: State, operation: Register, refused: Rejected) -> Iterator[Repaired]:
    """Put the document right."""
    definition = DOCUMENT_REPAIRS[refused.reason](operation.definition, refused)
    yield state, replace(operation, definition=definition)


REPAIRS: dict[str, Repair] = {
    "unknown_plan": on_known_plan,
    "unknown_step": on_known_step,
    "plan_drift": with_right_document,
    "ownership_violation": by_holder,
    "stale_claim": under_current_claim,
    "not_claimed": of_held_step,
    "incomplete_checklist": with_items_completed,
    "incomplete_substeps": with_substeps_completed,
    "store_unavailable": changing(store_reachable=True),
    "invalid_request": with_valid_request,
    "missing_summary": with_a_summary,
    "undersized_summary": with_a_summary,
    **ITEM_REPAIRS,
    **dict.fromkeys(DOCUMENT_REPAIRS, with_sound_document),
}
"""How to put right what each reason word says."""
