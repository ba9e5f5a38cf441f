"""Guidance: what comes of asking how to go on, doing what is answered, and asking again."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from spec.amendments.amendment import Amendment
from spec.amendments.changes_2026_2 import CONTINUING_EVERYWHERE
from spec.amendments.seed import CRASH_ROUTING, REVIEWS_OFF
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.review_cycles import POST_REVIEW_PHASES, ReviewCycle, ReviewPhase, WorkPhase
from spec.vocabulary.reviews import (
    CompletePlan,
    CompleteTask,
    Continuation,
    ContinuePlan,
    CreateTasks,
    NextTask,
    PostReview,
    ReviewResult,
    Route,
    SetMaxReviews,
    SetNextPhase,
    Stop,
)
from spec.vocabulary.state import Plan

CLEAN_ENOUGH = 2
"""How many reviews in a row must pass (REV-6)."""


@dataclass(frozen=True, slots=True)
class Guidance:
    """From every state that it concerns, doing what an answer says, again and again, ends well.

    It concerns states that are reached without `edits`. `advised` returns the operation that an
    answer stands for, or why nobody can act on it.
    """

    id: str
    sentence: str
    edits: tuple[type[Operation], ...]
    concerns: Callable[[Plan], bool]
    question: Callable[[Plan], Operation]
    advised: Callable[[Outcome, Plan], Operation | str]
    goal: Callable[[Plan], bool]
    amendments: tuple[Amendment, ...] = ()


def can_still_pass(plan: Plan) -> bool:
    """Return whether passing reviews take the plan on before its limit is reached."""
    cycle = plan.review_cycle
    if cycle is None or cycle.max_reviews == 1:
        return False
    if cycle.max_reviews == 0 or cycle.next_phase not in (*ReviewPhase, *POST_REVIEW_PHASES):
        return True
    missing = CLEAN_ENOUGH - cycle.consecutive_clean
    return (cycle.phase_iteration or 0) + missing <= cycle.max_reviews


def is_complete(plan: Plan) -> bool:
    """Return whether the plan is complete, and nothing comes next."""
    cycle = plan.review_cycle
    return cycle is not None and (cycle.phase, cycle.next_phase) == (WorkPhase.COMPLETE, None)


def work_of(plan: str) -> Mapping[str | None, Operation]:
    """Return what declares the work of a phase done, if no task is left."""
    return {
        WorkPhase.CREATE_TASKS: CreateTasks(plan, 0),
        WorkPhase.NEXT_TASK: NextTask(plan, None, 0),
        WorkPhase.COMPLETE: CompletePlan(plan, 0),
    }


def continuing(route: Outcome, plan: Plan) -> Operation | str:
    """Return what an agent does that continues as it was told, while every review passes."""
    cycle = plan.review_cycle
    assert isinstance(route, Route)
    assert cycle is not None
    match route.continuation:
        case Continuation.POST_REVIEW:
            return PostReview(plan.path, 0)
        case Continuation.WORK:
            return work_of(plan.path).get(route.phase, f"nothing leads on from {route.phase}")
        case Continuation.CONTINUE_TASK:
            return finished_task(plan.path, cycle)
        case Continuation.STOP | Continuation.CONTINUE_WORK:
            return Stop(plan.path, ReviewResult.PASS, 0)
        case _:
            return f"{route.continuation} leaves it to a person"


def finished_task(plan: str, cycle: ReviewCycle) -> Operation | str:
    """Return what ends the work on a task: a stop if its review is due already."""
    if cycle.current_task is None:
        return "the task to continue is not named"
    if cycle.next_phase is not None:
        return Stop(plan, ReviewResult.PASS, 0)
    return CompleteTask(plan, cycle.current_task, 0)


GUIDANCE = (
    Guidance(
        "RCH-8",
        "Below the limit, if no person edits the state, reviews pass and tasks run out, a plan is "
        "completed by doing what `ContinuePlan` says.",
        edits=(SetMaxReviews, SetNextPhase),
        concerns=can_still_pass,
        question=lambda plan: ContinuePlan(plan.path, 0),
        advised=continuing,
        goal=is_complete,
        amendments=(REVIEWS_OFF, CRASH_ROUTING, CONTINUING_EVERYWHERE),
    ),
)
