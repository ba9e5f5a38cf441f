"""Traces of review cycles."""

from dataclasses import replace

from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import PlanDefinition, Register, StepDefinition
from spec.vocabulary.reviews import (
    CompleteTask,
    ContinuePlan,
    NewPlan,
    NextTask,
    PostReview,
    ReviewResult,
    SetMaxReviews,
    SetNextPhase,
    Stop,
)

PLAN = "plan.md"
BEGUN = (
    Register(PLAN, PlanDefinition("a", "a" * 64, (StepDefinition("build", "build"),)), 0),
    NewPlan(PLAN, 0),
)
CONTINUE = ContinuePlan(PLAN, 0)
TASK = NextTask(PLAN, "1", 0)
TASK_BY_TESTS = NextTask(PLAN, "1", 0, tests_first=True)
NO_TASK = NextTask(PLAN, None, 0)
PASS, FAIL, CRASH = (
    Stop(PLAN, result, 0) for result in (ReviewResult.PASS, ReviewResult.FAIL, ReviewResult.CRASHED)
)
POST_REVIEW = PostReview(PLAN, 0)


def next_phase(phase: str | None, *, by_hand: bool = False) -> SetNextPhase:
    """Return a person's edit of `next_phase`."""
    return SetNextPhase(PLAN, phase, 0, by_hand)


TWO_CLEAN = (PASS, POST_REVIEW, PASS)

REVIEW_TRACES: dict[str, tuple[Operation, ...]] = {
    "next-phase-never-cleared": (*BEGUN, next_phase(None)),
    "only-reviews-made-by-hand": (*BEGUN, next_phase("complete", by_hand=True)),
    "completed-task-not-named": (*BEGUN, TASK, CompleteTask(PLAN, "2", 0)),
    "findings-in-all-code-reviewed-by-task": (*BEGUN, NO_TASK, FAIL, POST_REVIEW),
    "findings-of-a-review-by-hand-counted": (
        *BEGUN,
        next_phase("post-code-review", by_hand=True),
        POST_REVIEW,
    ),
    "next-task-keeps-the-task": (*BEGUN, TASK, NextTask(PLAN, "2", 0)),
    "tests-first-ignored": (*BEGUN, TASK_BY_TESTS),
    "tests-first-once-and-for-all": (*BEGUN, TASK_BY_TESTS, TASK),
    "no-task-begun-by-its-tests": (*BEGUN, NextTask(PLAN, None, 0, tests_first=True)),
    "without-A24-reviews-go-on": (*BEGUN, replace(CRASH, stop_hook_active=True)),
    "without-A10-crash-routing": (*BEGUN, PASS, POST_REVIEW, CONTINUE),
    "review-actions-route-to-review-rev-11-dropped": (
        *BEGUN,
        FAIL,
        POST_REVIEW,
        next_phase("plan-review", by_hand=True),
        CONTINUE,
    ),
    "work-taken-for-a-review-by-hand": (
        *BEGUN,
        next_phase("next-task", by_hand=True),
        POST_REVIEW,
    ),
    "kind-of-a-review-by-hand-forgotten": (
        *BEGUN,
        FAIL,
        next_phase(None, by_hand=True),
        POST_REVIEW,
    ),
    "task-not-named-continued": (*BEGUN, NO_TASK, next_phase(None), CONTINUE),
    "end-of-the-reviews-taken-for-one-by-hand": (
        *BEGUN,
        FAIL,
        POST_REVIEW,
        next_phase(None),
        CONTINUE,
    ),
    "review-phase-taken-for-finished-work": (
        *BEGUN,
        FAIL,
        TASK,
        CompleteTask(PLAN, "1", 0),
        FAIL,
        next_phase("code-review"),
        CONTINUE,
    ),
    "completion-due-taken-for-completed": (*BEGUN, next_phase("complete"), CONTINUE),
    "task-by-its-tests-not-continued": (*BEGUN, TASK_BY_TESTS, CONTINUE),
    "reviews-off-start-counting-again": (
        *BEGUN,
        PASS,
        POST_REVIEW,
        SetMaxReviews(PLAN, 0, 0),
        FAIL,
    ),
    "limit-asked-once": (
        *BEGUN,
        CRASH,
        CRASH,
        SetMaxReviews(PLAN, 1, 0),
        FAIL,
    ),
    "clean-reviews-counted-to-two": (*BEGUN, *TWO_CLEAN, next_phase("code-review"), PASS),
    "third-clean-review-blocks": (*BEGUN, *TWO_CLEAN, next_phase("code-review"), PASS),
    "passed-review-blocks-again": (
        *BEGUN,
        PASS,
        POST_REVIEW,
        Stop(PLAN, ReviewResult.PASS, 0, stop_hook_active=True),
    ),
    "reviews-off-go-back-to-the-review": (*BEGUN, FAIL, SetMaxReviews(PLAN, 0, 0), FAIL),
    "failed-review-ends-the-clean-ones": (*BEGUN, PASS, POST_REVIEW, CRASH),
}
