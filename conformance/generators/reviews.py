"""Operations around reviews: agents work and stop, reviewers review, people edit."""

from hypothesis import strategies as st

from conformance.generators.context import choose_plan, current_machine, one_in
from conformance.generators.domains import values
from spec.vocabulary.domains import Limit, Phase, Task
from spec.vocabulary.review_cycles import POST_REVIEW_PHASES, ReviewPhase
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
from spec.vocabulary.state import Plan

tasks = values(Task)
tasks_or_none = values(Task, None, None)
limits = values(Limit, 0)
# Advancing takes two passes in a row, so the other results are rare.
results = st.sampled_from(
    (ReviewResult.PASS,) * 20 + (ReviewResult.FAIL,) * 3 + tuple(ReviewResult)
)
edited_phases = values(Phase, *ReviewPhase, *ReviewPhase, *POST_REVIEW_PHASES, None)


def is_unreviewed(plan: Plan) -> bool:
    """Return whether the reviews of a plan have yet to begin."""
    return plan.review_cycle is None


def is_reviewed(plan: Plan) -> bool:
    """Return whether the reviews of a plan have begun."""
    return plan.review_cycle is not None


def is_due_for_review(plan: Plan) -> bool:
    """Return whether a stop runs a reviewer."""
    return plan.review_cycle is not None and plan.review_cycle.next_phase in REVIEW_PHASES


def is_between_reviews(plan: Plan) -> bool:
    """Return whether an agent works on a plan, not a reviewer."""
    return is_reviewed(plan) and not is_due_for_review(plan)


def is_held_at_a_stop(plan: Plan) -> bool:
    """Return whether a stop runs a reviewer, or is blocked because of open findings."""
    return is_due_for_review(plan) or has_findings(plan)


def has_findings(plan: Plan) -> bool:
    """Return whether findings of a review, including one by hand, are to be addressed."""
    cycle = plan.review_cycle
    by_hand = cycle is not None and cycle.phase_iteration is None
    return cycle is not None and (by_hand or cycle.next_phase in POST_REVIEW_PHASES)


REVIEW_PHASES = frozenset(ReviewPhase)


@st.composite
def new_plans(draw: st.DrawFn) -> NewPlan:
    """Begin the reviews of a plan."""
    context = draw(current_machine).context
    plan = choose_plan(draw, context, is_unreviewed)
    return NewPlan(plan, context.now, draw(limits))


@st.composite
def create_tasks(draw: st.DrawFn) -> CreateTasks:
    """Divide the plan into tasks."""
    context = draw(current_machine).context
    return CreateTasks(choose_plan(draw, context, is_between_reviews), context.now)


@st.composite
def next_tasks(draw: st.DrawFn) -> NextTask:
    """Begin a task, or say that none is left."""
    context = draw(current_machine).context
    plan = choose_plan(draw, context, is_between_reviews)
    task = draw(tasks_or_none)
    return NextTask(plan, task, context.now, tests_first=draw(one_in(3)))


@st.composite
def complete_tasks(draw: st.DrawFn) -> CompleteTask:
    """Report a task as done."""
    context = draw(current_machine).context
    plan = choose_plan(draw, context, is_between_reviews)
    return CompleteTask(plan, draw(tasks), context.now)


@st.composite
def complete_plans(draw: st.DrawFn) -> CompletePlan:
    """Report the whole plan as done."""
    context = draw(current_machine).context
    return CompletePlan(choose_plan(draw, context, is_between_reviews), context.now)


@st.composite
def stops(draw: st.DrawFn) -> Stop:
    """Try to stop, mostly when a review is due or its findings are open; reviewers mostly pass."""
    context = draw(current_machine).context
    plan = choose_plan(draw, context, is_held_at_a_stop)
    result, now = draw(results), context.now
    return Stop(plan, result, now, stop_hook_active=draw(one_in(10)))


@st.composite
def post_reviews(draw: st.DrawFn) -> PostReview:
    """Report the findings of a review as addressed."""
    context = draw(current_machine).context
    return PostReview(choose_plan(draw, context, has_findings), context.now)


@st.composite
def continue_plans(draw: st.DrawFn) -> ContinuePlan:
    """Query how to continue after a crash."""
    context = draw(current_machine).context
    return ContinuePlan(choose_plan(draw, context, is_reviewed), context.now)


@st.composite
def set_max_reviews(draw: st.DrawFn) -> SetMaxReviews:
    """Edit the limit of reviews by hand."""
    context = draw(current_machine).context
    plan = choose_plan(draw, context, is_due_for_review)
    return SetMaxReviews(plan, draw(limits), context.now)


@st.composite
def set_next_phases(draw: st.DrawFn) -> SetNextPhase:
    """Edit the next phase by hand, when no reviewer runs."""
    context = draw(current_machine).context
    plan = choose_plan(draw, context, is_between_reviews)
    phase, now = draw(edited_phases), context.now
    return SetNextPhase(plan, phase, now, by_hand=draw(one_in(2)))
