"""The actions of agents and people on the reviews of a plan (REV-1, REV-9, REV-10, REV-11).

Pure functions, which the store and the file `state.json` share.
"""

from dataclasses import replace

from impl.store.guards import Refused
from impl.store.review_stops import REVIEW_AFTER, REVIEW_PHASES, TARGETS
from spec.vocabulary import rejections
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
    Continuation,
    CreateTasks,
    CycleChanged,
    NewPlan,
    NextTask,
    PostReview,
    Route,
    SetMaxReviews,
    SetNextPhase,
)

NOT_STARTED = rejections.invalid_request("not_started")

REVIEW_OF = REVIEW_AFTER | REVIEW_PHASES
"""The review phase of each word that names a kind of review."""

WORK_BEFORE = {
    ReviewPhase.PLAN_REVIEW: WorkPhase.NEW_PLAN,
    ReviewPhase.TASKS_REVIEW: WorkPhase.CREATE_TASKS,
}
"""The work that is reviewed, where it is not on a task (REV-11.16, REV-11.17)."""

Change = CreateTasks | NextTask | CompleteTask | CompletePlan | PostReview
Edit = SetMaxReviews | SetNextPhase


def begin(operation: NewPlan) -> ReviewCycle:
    """Return the reviews of a new plan. Refuses a negative limit."""
    if operation.max_reviews < 0:  # REV-1.4
        raise Refused(rejections.invalid_request(operation.max_reviews))
    new = ReviewCycle(
        max_reviews=operation.max_reviews, current_task=None, phase=WorkPhase.NEW_PLAN
    )
    return _enter(new, ReviewPhase.PLAN_REVIEW)


def change(cycle: ReviewCycle | None, operation: Change | Edit) -> ReviewCycle:
    """Return the reviews of a plan after an action. Refuses a plan that has none."""
    cycle = require_started(cycle)
    match operation:
        case CreateTasks():
            return _create_tasks(cycle)
        case NextTask():
            return _next_task(cycle, operation)
        case CompleteTask():
            return _complete_task(cycle, operation)
        case CompletePlan():  # REV-10.6
            return replace(cycle, phase=WorkPhase.COMPLETE, next_phase=None)
        case PostReview():
            return _post_review(cycle)
        case SetMaxReviews():
            return replace(cycle, max_reviews=operation.max_reviews)
        case SetNextPhase():
            return _set_next_phase(cycle, operation)


def require_started(cycle: ReviewCycle | None) -> ReviewCycle:
    """Return the reviews of a plan; refuse a plan that has none."""
    if cycle is None:  # REV-1.3
        raise Refused(NOT_STARTED)
    return cycle


def changed(cycle: ReviewCycle) -> CycleChanged:
    """Return the answer for the reviews that are now stored (REV-1)."""
    return CycleChanged(cycle.phase, cycle.next_phase, cannot_pass=cycle.max_reviews == 1)


def route(cycle: ReviewCycle) -> Route:
    """Return how to continue after a crash (REV-11)."""
    next_phase = cycle.next_phase
    if next_phase is None:
        return _route_without_next_phase(cycle)
    if next_phase in POST_REVIEW_PHASES:
        return Route(Continuation.POST_REVIEW, next_phase)
    if next_phase in tuple(WorkPhase):
        return Route(Continuation.WORK, next_phase)
    if next_phase in tuple(ReviewPhase):
        return _route_to_review(cycle, ReviewPhase(next_phase))
    return Route(Continuation.ASK)


def _route_to_review(cycle: ReviewCycle, due: ReviewPhase) -> Route:
    """Return how to continue when a review comes next."""
    by_hand = cycle.phase_iteration is None  # no stop has it made
    if by_hand and cycle.phase in POST_REVIEW_PHASES:  # REV-11.15
        return Route(Continuation.WORK, TARGETS[due])
    if cycle.phase not in POST_REVIEW_PHASES:
        if due in WORK_BEFORE:
            return Route(Continuation.CONTINUE_WORK, WORK_BEFORE[due])
        if due == ReviewPhase.CODE_REVIEW and cycle.current_task is not None:
            return Route(Continuation.CONTINUE_TASK)
    return Route(Continuation.ASK if by_hand else Continuation.STOP)  # REV-11.14, REV-11.19


def _route_without_next_phase(cycle: ReviewCycle) -> Route:
    """Return how to continue when nothing comes next."""
    if cycle.phase == WorkPhase.COMPLETE:
        return Route(Continuation.FINISHED)
    if cycle.phase in TASK_PHASES and cycle.current_task is not None:
        return Route(Continuation.CONTINUE_TASK)
    if cycle.phase in REVIEW_AFTER and cycle.phase_iteration is None:  # REV-11.21
        return Route(Continuation.WORK, TARGETS[REVIEW_AFTER[cycle.phase]])
    return Route(Continuation.ASK)


def _enter(cycle: ReviewCycle, phase: ReviewPhase) -> ReviewCycle:
    """Enter the cycle of a review phase (REV-1)."""
    return replace(
        cycle,
        next_phase=phase,
        phase_iteration=0,
        review_model=ReviewModel.OPUS,
        consecutive_clean=0,
    )


def _create_tasks(cycle: ReviewCycle) -> ReviewCycle:
    return _enter(replace(cycle, phase=WorkPhase.CREATE_TASKS), ReviewPhase.TASKS_REVIEW)


def _complete_task(cycle: ReviewCycle, operation: CompleteTask) -> ReviewCycle:
    phase = cycle.phase if cycle.phase in TASK_PHASES else WorkPhase.NEXT_TASK
    named = replace(cycle, phase=phase, current_task=operation.task)
    return _enter(named, ReviewPhase.CODE_REVIEW)


def _next_task(cycle: ReviewCycle, operation: NextTask) -> ReviewCycle:
    if operation.task is None:  # REV-10.1
        without = replace(cycle, phase=WorkPhase.NEXT_TASK, current_task=None)
        return _enter(without, ReviewPhase.ALL_CODE_REVIEW)
    phase = WorkPhase.NEXT_TASK_TDD if operation.tests_first else WorkPhase.NEXT_TASK
    return replace(cycle, phase=phase, next_phase=None, current_task=operation.task)


def _post_review(cycle: ReviewCycle) -> ReviewCycle:
    if cycle.phase_iteration is None:
        return _post_review_by_hand(cycle)
    post = "none" if cycle.next_phase is None else cycle.next_phase
    if post not in REVIEW_AFTER:  # REV-9.6
        raise Refused(rejections.invalid_request(post))
    return replace(cycle, phase=post, next_phase=REVIEW_AFTER[post])


def _post_review_by_hand(cycle: ReviewCycle) -> ReviewCycle:
    if cycle.next_phase is not None and cycle.next_phase not in REVIEW_OF:  # REV-9.10
        raise Refused(rejections.invalid_request(cycle.next_phase))
    review = REVIEW_OF.get(cycle.next_phase or cycle.phase)  # REV-9.9
    phase = cycle.phase if review is None else review.post  # REV-9.12
    return replace(cycle, phase=phase, next_phase=None)  # REV-9.11


def _set_next_phase(cycle: ReviewCycle, operation: SetNextPhase) -> ReviewCycle:
    if operation.next_phase is not None and operation.next_phase not in PHASES:  # REV-1.21
        raise Refused(rejections.invalid_request(operation.next_phase))
    iteration = None if operation.by_hand else cycle.phase_iteration
    return replace(cycle, next_phase=operation.next_phase, phase_iteration=iteration)
