"""Operations around reviews: agents work and stop, reviewers review, people edit."""

from hypothesis import strategies as st

from conformance.generators.context import about_plan
from conformance.generators.draws import one_in, values
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


new_plans = about_plan(NewPlan, is_unreviewed, max_reviews=limits)
create_tasks = about_plan(CreateTasks, is_between_reviews)
next_tasks = about_plan(NextTask, is_between_reviews, task=tasks_or_none, tests_first=one_in(3))
complete_tasks = about_plan(CompleteTask, is_between_reviews, task=tasks)
complete_plans = about_plan(CompletePlan, is_between_reviews)
stops = about_plan(Stop, is_held_at_a_stop, review=results, stop_hook_active=one_in(10))
"""Stops, mostly when a review is due or its findings are open; reviewers mostly pass."""
post_reviews = about_plan(PostReview, has_findings)
continue_plans = about_plan(ContinuePlan, is_reviewed)
set_max_reviews = about_plan(SetMaxReviews, is_due_for_review, max_reviews=limits)
set_next_phases = about_plan(
    SetNextPhase, is_between_reviews, next_phase=edited_phases, by_hand=one_in(2)
)
