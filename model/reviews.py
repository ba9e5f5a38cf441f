"""Reviews: entering a cycle, fixing findings, continuing after a crash (REV)."""

from dataclasses import replace

from model.transition import Decision, accept, refuse
from spec.amendments import CRASH_ROUTING
from spec.editions import Edition
from spec.vocabulary.rejections import invalid_request
from spec.vocabulary.review_cycles import (
    POST_REVIEW_PHASES,
    TASK_PHASES,
    ReviewCycle,
    ReviewModel,
    ReviewPhase,
    WorkPhase,
)
from spec.vocabulary.reviews import (
    CompletePlan,
    CompleteTask,
    Continuation,
    ContinuePlan,
    CreateTasks,
    CycleChanged,
    NewPlan,
    NextTask,
    PostReview,
    Route,
    SetMaxReviews,
    SetNextPhase,
)
from spec.vocabulary.state import Plan

CycleChange = (
    CreateTasks | NextTask | CompleteTask | CompletePlan | PostReview | SetMaxReviews | SetNextPhase
)


CycleOperation = NewPlan | ContinuePlan | CycleChange

IN_ORDER: dict[type[CycleChange], WorkPhase | None] = {
    CreateTasks: WorkPhase.CREATE_TASKS,
    NextTask: WorkPhase.NEXT_TASK,
    CompleteTask: None,
    CompletePlan: WorkPhase.COMPLETE,
}
"""The `next_phase` before each action of an agent, if agents act in order."""

RESTARTED = ("REV-1.10", "REV-1.14")
"""The clauses on `NewPlan` for a plan that has reviews."""

ANSWER = ("REV-1.18", "REV-1.19")
"""The clauses on the answer to an operation that changes the reviews of a plan."""


def decide_about_reviews(plan: Plan, operation: CycleOperation, edition: Edition) -> Decision:
    """Decide every operation on the reviews of a plan but a stop."""
    if isinstance(operation, NewPlan):
        return new_plan(plan, operation)
    cycle = plan.review_cycle
    if cycle is None:
        return refuse(invalid_request("not_started"), "REV-1.3")
    if isinstance(operation, ContinuePlan):
        return route(cycle, edition)
    decision = change_cycle(plan, cycle, operation)
    # REV-1.14: an agent may act although something else comes next.
    if IN_ORDER.get(type(operation), cycle.next_phase) != cycle.next_phase:
        return replace(decision, clauses=(*decision.clauses, "REV-1.14"))
    return decision


def new_plan(plan: Plan, operation: NewPlan) -> Decision:
    """Start the reviews of a plan, or restart them (REV-1)."""
    if operation.max_reviews < 0:
        return refuse(invalid_request(operation.max_reviews), "REV-1.4")
    started = ReviewCycle(max_reviews=operation.max_reviews)
    again = RESTARTED if plan.review_cycle else ()
    return changed(plan, started, "REV-1.7", "REV-1.8", "REV-1.9", *again)


def change_cycle(plan: Plan, cycle: ReviewCycle, operation: CycleChange) -> Decision:
    """Decide an operation that changes a review cycle."""
    match operation:
        case CreateTasks():
            created = replace(cycle, phase=WorkPhase.CREATE_TASKS)
            return changed(plan, entered(created, ReviewPhase.TASKS_REVIEW), "REV-1.11", "REV-1.6")
        case CompleteTask():
            completed = task_completed(cycle, operation.task)
            return changed(plan, completed, "REV-1.12", "REV-1.13", "REV-1.6")
        case NextTask():
            return next_task(plan, cycle, operation)
        case CompletePlan():
            completed = replace(cycle, phase=WorkPhase.COMPLETE, next_phase=None)
            return changed(plan, completed, "REV-10.6", "REV-10.7")
        case PostReview():
            return post_review(plan, cycle)
        case SetMaxReviews():
            return changed(plan, replace(cycle, max_reviews=operation.max_reviews), "REV-1.15")
        case SetNextPhase():
            edited = replace(cycle, next_phase=operation.next_phase)
            if operation.by_hand:
                edited = replace(edited, phase_iteration=None)
            return changed(plan, edited, "REV-1.16", "REV-1.17")


def changed(plan: Plan, cycle: ReviewCycle, *clauses: str) -> Decision:
    """Store a cycle. A limit of one review never allows the two that must pass: `cannot_pass`."""
    outcome = CycleChanged(cycle.phase, cycle.next_phase, cannot_pass=cycle.max_reviews == 1)
    return accept(outcome, *clauses, *ANSWER, plan=replace(plan, review_cycle=cycle))


def entered(cycle: ReviewCycle, review: ReviewPhase) -> ReviewCycle:
    """Return the cycle with reviews of one kind started (REV-1)."""
    return replace(
        cycle,
        next_phase=review,
        phase_iteration=0,
        review_model=ReviewModel.OPUS,
        consecutive_clean=0,
    )


def task_completed(cycle: ReviewCycle, task: str) -> ReviewCycle:
    """Return the cycle with the review of a task's code due (REV-1)."""
    phase = cycle.phase if cycle.phase in TASK_PHASES else WorkPhase.NEXT_TASK
    return entered(replace(cycle, current_task=task, phase=phase), ReviewPhase.CODE_REVIEW)


def next_task(plan: Plan, cycle: ReviewCycle, operation: NextTask) -> Decision:
    """Start a task, or request a review of all code if none is left (REV-10)."""
    if operation.task is None:
        idle = replace(cycle, phase=WorkPhase.NEXT_TASK, current_task=None)
        clauses = ("REV-10.3", "REV-10.4", "REV-10.5", "REV-1.5", "REV-1.6")
        return changed(plan, entered(idle, ReviewPhase.ALL_CODE_REVIEW), *clauses)
    phase = WorkPhase.NEXT_TASK_TDD if operation.tests_first else WorkPhase.NEXT_TASK
    begun = replace(cycle, phase=phase, next_phase=None, current_task=operation.task)
    return changed(plan, begun, "REV-10.1", "REV-10.2", "REV-1.6")


def post_review(plan: Plan, cycle: ReviewCycle) -> Decision:
    """Request another review after the findings are fixed (REV-9)."""
    post = cycle.next_phase
    if post is None:
        return refuse(invalid_request("none"), "REV-9.1", "REV-9.2")
    if post not in POST_REVIEW_PHASES:
        return refuse(invalid_request(post), "REV-9.1")
    review = ReviewPhase(post.removeprefix("post-"))
    requested = replace(cycle, phase=post, next_phase=review)
    return changed(plan, requested, "REV-9.3", "REV-9.4", "REV-9.5")


def route(cycle: ReviewCycle, edition: Edition) -> Decision:
    """Answer how to continue after a crash (REV-11)."""
    upcoming = cycle.next_phase
    if upcoming is None:
        return route_without_next_phase(cycle)
    if upcoming in POST_REVIEW_PHASES:
        return routed(cycle, Route(Continuation.POST_REVIEW, upcoming), "REV-11.3")
    if upcoming in list(ReviewPhase):
        return route_before_review(cycle, edition)
    if upcoming in list(WorkPhase):
        return routed(cycle, Route(Continuation.WORK, upcoming), "REV-11.7")
    return routed(cycle, Route(Continuation.ASK), "REV-11.11", "REV-11.12")


def route_before_review(cycle: ReviewCycle, edition: Edition) -> Decision:
    """Answer how to continue when a review is due: stop for it, or finish the work first."""
    # REV-11.4: before A10, it was unknown whether the work before the review was finished.
    if not edition.has(CRASH_ROUTING):
        return routed(cycle, Route(Continuation.ASK), "REV-11.4", "REV-11.12")
    if cycle.phase in POST_REVIEW_PHASES:
        return routed(cycle, Route(Continuation.STOP), "REV-11.5", "REV-11.12")
    return routed(cycle, Route(Continuation.CONTINUE_TASK), "REV-11.6", "REV-11.12")


def route_without_next_phase(cycle: ReviewCycle) -> Decision:
    """Answer how to continue from the phase alone."""
    if cycle.phase in TASK_PHASES:
        return routed(cycle, Route(Continuation.CONTINUE_TASK), "REV-11.9", "REV-11.12")
    if cycle.phase == WorkPhase.COMPLETE:
        return routed(cycle, Route(Continuation.FINISHED), "REV-11.10", "REV-11.12")
    return routed(cycle, Route(Continuation.ASK), "REV-11.11", "REV-11.12")


def routed(cycle: ReviewCycle, outcome: Route, *clauses: str) -> Decision:
    """Answer with a route, which nothing but the two phases decides, and which changes nothing."""
    # REV-11.2: there is a task or a counter that does not decide.
    has_more = cycle.current_task is not None or cycle.phase_iteration != 0
    return accept(outcome, *clauses, "REV-11.1", *(("REV-11.2",) if has_more else ()))
