"""Reviews: entering a cycle, fixing findings, continuing after a crash (REV)."""

from dataclasses import replace

from model.review_routes import kind_of_review, route
from model.transition import Decision, accept, refuse
from spec.amendments.changes_2026_2 import CONTINUING_EVERYWHERE
from spec.editions import Edition
from spec.vocabulary.rejections import invalid_request
from spec.vocabulary.review_cycles import (
    PHASES,
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
    ContinuePlan,
    CreateTasks,
    CycleChanged,
    NewPlan,
    NextTask,
    PostReview,
    SetMaxReviews,
    SetNextPhase,
)
from spec.vocabulary.state import Plan

CycleChange = (
    CreateTasks | NextTask | CompleteTask | CompletePlan | PostReview | SetMaxReviews | SetNextPhase
)


CycleOperation = NewPlan | ContinuePlan | CycleChange

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
    # REV-1.14: an agent may act although something else comes next.
    return change_cycle(plan, cycle, operation, edition)


def new_plan(plan: Plan, operation: NewPlan) -> Decision:
    """Start the reviews of a plan, or restart them (REV-1)."""
    if operation.max_reviews < 0:
        return refuse(invalid_request(operation.max_reviews), "REV-1.4")
    started = ReviewCycle(max_reviews=operation.max_reviews)
    return changed(plan, started, "REV-1.7", "REV-1.8", "REV-1.9")


def change_cycle(
    plan: Plan, cycle: ReviewCycle, operation: CycleChange, edition: Edition
) -> Decision:
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
            return post_review(plan, cycle, edition)
        case SetMaxReviews():
            return changed(plan, replace(cycle, max_reviews=operation.max_reviews), "REV-1.15")
        case SetNextPhase():
            return set_next_phase(plan, cycle, operation, edition)


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


def set_next_phase(
    plan: Plan, cycle: ReviewCycle, operation: SetNextPhase, edition: Edition
) -> Decision:
    """Store what a person wants next, which has been a phase since A27 (REV-1)."""
    word, stored = operation.next_phase, "REV-1.16"
    if edition.has(CONTINUING_EVERYWHERE):
        if word is not None and word not in PHASES:
            return refuse(invalid_request(word), "REV-1.21")
        stored = "REV-1.22"
    edited = replace(cycle, next_phase=word)
    if operation.by_hand:
        edited = replace(edited, phase_iteration=None)
    return changed(plan, edited, stored, "REV-1.17")


def post_review(plan: Plan, cycle: ReviewCycle, edition: Edition) -> Decision:
    """Request another review after the findings are fixed (REV-9)."""
    post = cycle.next_phase
    since_a27 = edition.has(CONTINUING_EVERYWHERE)
    if since_a27 and cycle.phase_iteration is None:
        return post_review_by_hand(plan, cycle)
    rejected = "REV-9.6" if since_a27 else "REV-9.1"
    if post is None:
        return refuse(invalid_request("none"), rejected, "REV-9.2")
    if post not in POST_REVIEW_PHASES:
        return refuse(invalid_request(post), rejected)
    review = ReviewPhase(post.removeprefix("post-"))
    requested = replace(cycle, phase=post, next_phase=review)
    clauses = ("REV-9.7", "REV-9.8") if since_a27 else ("REV-9.3", "REV-9.4")
    return changed(plan, requested, *clauses, "REV-9.5")


def post_review_by_hand(plan: Plan, cycle: ReviewCycle) -> Decision:
    """Go on after a review by hand, which no stop repeats (REV-9, since A27)."""
    kind = kind_of_review(cycle.phase if cycle.next_phase is None else cycle.next_phase)
    if cycle.next_phase is not None and kind is None:
        return refuse(invalid_request(cycle.next_phase), "REV-9.10")
    gone_on = replace(cycle, phase=kind.post if kind else cycle.phase, next_phase=None)
    return changed(plan, gone_on, "REV-9.11", "REV-9.12", "REV-9.5")
