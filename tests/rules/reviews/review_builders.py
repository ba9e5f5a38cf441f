"""Short ways to write what happens in the reviews of a plan."""

from spec.vocabulary.review_cycles import DEFAULT_MAX_REVIEWS, ReviewCycle, ReviewModel, ReviewPhase
from spec.vocabulary.reviews import (
    CompletePlan,
    CompleteTask,
    ContinuePlan,
    CreateTasks,
    CycleChanged,
    NewPlan,
    NextTask,
    PostReview,
    ReviewResult,
    SetMaxReviews,
    SetNextPhase,
    Stop,
    StopAnswered,
    StopReason,
)
from tests.rules.builders import PLAN

OPUS, SONNET = ReviewModel.OPUS, ReviewModel.SONNET
PASS, FAIL = ReviewResult.PASS, ReviewResult.FAIL
UNREADABLE = [ReviewResult.NO_VERDICT, ReviewResult.TWO_VERDICTS]
"""The results of a review that says nothing, or contradicts itself."""
UNMADE = [ReviewResult.CRASHED, ReviewResult.TIMED_OUT, ReviewResult.NO_FILE]
"""The results of a reviewer that makes no review."""
FAILED = [*UNMADE, *UNREADABLE]
"""The results of a reviewer that fails."""

REVIEWS = list(ReviewPhase)
POST = ["post-plan-review", "post-tasks-review", "post-code-review", "post-all-code-review"]
WORK = ["new-plan", "create-tasks", "next-task", "next-task-tdd", "continue-task", "complete"]
NO_PHASES = ["lunch", "", "none", "post-", "review", "Code-Review", "code-review ", "größe"]
EVERY_PHASE = [*REVIEWS, *POST, *WORK, *NO_PHASES]

OTHER_MODEL = {OPUS: SONNET, SONNET: OPUS}
TARGETS = {
    "plan-review": "create-tasks",
    "tasks-review": "next-task",
    "code-review": "next-task",
    "all-code-review": "complete",
}
BIGGEST = 2**62 - 1

DUE = ReviewCycle(8, "task-1", "next-task", 0, "code-review", OPUS, 0)
"""A task is done, and the first of its reviews is due."""

WORN = ReviewCycle(5, "task-7", "lunch", 3, "post-tasks-review", SONNET, 1)
"""A plan on which no field has the value that it begins with."""


def new_plan(max_reviews: int = DEFAULT_MAX_REVIEWS, *, plan: str = PLAN) -> NewPlan:
    return NewPlan(plan, 0, max_reviews)


def create_tasks(*, plan: str = PLAN) -> CreateTasks:
    return CreateTasks(plan, 0)


def next_task(task: str | None, *, tests_first: bool = False, plan: str = PLAN) -> NextTask:
    return NextTask(plan, task, 0, tests_first)


def complete_task(task: str = "task-1", *, plan: str = PLAN) -> CompleteTask:
    return CompleteTask(plan, task, 0)


def complete_plan(*, plan: str = PLAN) -> CompletePlan:
    return CompletePlan(plan, 0)


def stop(review: ReviewResult = PASS, *, active: bool = False, plan: str = PLAN) -> Stop:
    return Stop(plan, review, 0, active)


def post_review(*, plan: str = PLAN) -> PostReview:
    return PostReview(plan, 0)


def continue_plan(*, plan: str = PLAN) -> ContinuePlan:
    return ContinuePlan(plan, 0)


def set_max_reviews(max_reviews: int, *, plan: str = PLAN) -> SetMaxReviews:
    return SetMaxReviews(plan, max_reviews, 0)


def set_next_phase(
    next_phase: str | None, *, by_hand: bool = False, plan: str = PLAN
) -> SetNextPhase:
    return SetNextPhase(plan, next_phase, 0, by_hand)


def now_at(cycle: ReviewCycle) -> CycleChanged:
    """Return the answer of an action after which this cycle is stored."""
    return CycleChanged(cycle.phase, cycle.next_phase, cycle.max_reviews == 1)


def let_go(reason: StopReason) -> StopAnswered:
    """Return the answer to a stop that is approved without a review and without a decision."""
    return StopAnswered(True, reason)
