"""Builders of what happens around reviews: agents work and stop, people edit."""

from conformance.generators.builders import Request
from spec.vocabulary.operations import Operation
from spec.vocabulary.review_cycles import ReviewPhase
from spec.vocabulary.reviews import (
    CompletePlan,
    CompleteTask,
    ContinuePlan,
    CreateTasks,
    NewPlan,
    NextTask,
    PostReview,
    ReviewResult,
    SetMaxReviews,
    SetNextPhase,
    Stop,
)

TASKS = ("3", "task 2", "a/b", 'it\'s "quoted"\n; rm -rf .', "größe ✓")
LIMITS = (8, 2, 3, 1, 0, 2**40, -1)
RESULTS = (*(ReviewResult.PASS,) * 8, *ReviewResult)
"""Passing is likely, because it takes two in a row to go on."""
EDITED_PHASES = (*ReviewPhase, "post-code-review", "next-task", "complete", "sleep", "", None)


def new_plan(request: Request) -> Operation:
    """Begin the reviews of a plan."""
    limit = request.choices.one_of(LIMITS[:5] if request.likely else LIMITS)
    return NewPlan(request.plan, request.now, limit)


def create_tasks(request: Request) -> Operation:
    """Divide the plan into tasks."""
    return CreateTasks(request.plan, request.now)


def next_task(request: Request) -> Operation:
    """Begin a task, or say that none is left."""
    choices = request.choices
    task = None if choices.rarely(3) else choices.one_of(TASKS)
    return NextTask(request.plan, task, request.now, tests_first=choices.rarely(3))


def complete_task(request: Request) -> Operation:
    """Say that a task is done."""
    return CompleteTask(request.plan, request.choices.one_of(TASKS), request.now)


def complete_plan(request: Request) -> Operation:
    """Say that everything is done."""
    return CompletePlan(request.plan, request.now)


def stop(request: Request) -> Operation:
    """Try to stop; the reviewer mostly passes."""
    result = request.choices.one_of(RESULTS)
    return Stop(request.plan, result, request.now, stop_hook_active=request.choices.rarely(10))


def post_review(request: Request) -> Operation:
    """Say that the findings of a review are worked on."""
    return PostReview(request.plan, request.now)


def continue_plan(request: Request) -> Operation:
    """Ask how to go on."""
    return ContinuePlan(request.plan, request.now)


def set_max_reviews(request: Request) -> Operation:
    """Let a person edit the limit."""
    return SetMaxReviews(request.plan, request.choices.one_of(LIMITS), request.now)


def set_next_phase(request: Request) -> Operation:
    """Let a person edit the next phase."""
    choices = request.choices
    phase = choices.one_of(EDITED_PHASES[:4] if request.likely else EDITED_PHASES)
    return SetNextPhase(request.plan, phase, request.now, by_hand=choices.rarely(2))


REVIEW_OPERATIONS = (
    stop,
    post_review,
    complete_task,
    next_task,
    create_tasks,
    new_plan,
    continue_plan,
    complete_plan,
    set_max_reviews,
    set_next_phase,
)
"""One builder for each operation around reviews."""
