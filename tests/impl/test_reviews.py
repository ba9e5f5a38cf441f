"""What agents and people make of the reviews of a plan, in the store and in a file."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from impl.store.store import Store
from spec.vocabulary import rejections
from spec.vocabulary.review_cycles import (
    POST_REVIEW_PHASES,
    ReviewCycle,
    ReviewModel,
    ReviewPhase,
    WorkPhase,
)
from spec.vocabulary.reviews import (
    Continuation,
    CycleChanged,
    ReviewOperation,
    Route,
    SetMaxReviews,
)
from tests.impl.bridge import PLAN
from tests.impl.review_forms import (
    COMPLETE_PLAN,
    COMPLETE_TASK,
    CONTINUE,
    CREATE_TASKS,
    FAIL,
    POST_REVIEW,
    SET_MAX_REVIEWS,
    FileForm,
    ReviewForm,
    new_plan,
    next_task,
    set_next_phase,
)

USED = ReviewCycle(5, "old", "post-plan-review", 3, "post-plan-review", ReviewModel.SONNET, 1)
FRESH_COUNTERS: dict[str, Any] = {
    "phase_iteration": 0,
    "review_model": ReviewModel.OPUS,
    "consecutive_clean": 0,
}


def test_a_new_plan_is_to_be_reviewed(form: ReviewForm) -> None:
    answer = form.do(new_plan(3))
    assert answer == CycleChanged("new-plan", "plan-review")
    assert form.cycle() == ReviewCycle(3, None, "new-plan", 0, "plan-review", ReviewModel.OPUS, 0)


def test_a_new_plan_starts_anew(form: ReviewForm) -> None:
    form.put(USED)
    form.given(new_plan())
    assert form.cycle() == ReviewCycle()


def test_one_review_can_never_pass_and_the_answer_says_so(form: ReviewForm) -> None:
    assert form.do(new_plan(1)) == CycleChanged("new-plan", "plan-review", cannot_pass=True)
    answer = form.do(SetMaxReviews(PLAN, 2, 1))
    assert answer == CycleChanged("new-plan", "plan-review", cannot_pass=False)


def test_a_negative_limit_is_refused_and_the_reviews_stay(form: ReviewForm) -> None:
    form.put(USED)
    form.refuses(new_plan(-1), rejections.invalid_request(-1))


ENTERED = {
    "tasks are created": (
        CREATE_TASKS,
        {"phase": "create-tasks", "next_phase": "tasks-review"},
    ),
    "a task is completed": (
        COMPLETE_TASK,
        {"phase": "next-task", "next_phase": "code-review", "current_task": "task-1"},
    ),
    "no task is left": (
        next_task(None),
        {"phase": "next-task", "next_phase": "all-code-review", "current_task": None},
    ),
    "no task is left for tests": (
        next_task(None, tests_first=True),
        {"phase": "next-task", "next_phase": "all-code-review", "current_task": None},
    ),
}


@pytest.mark.parametrize(("operation", "fields"), ENTERED.values(), ids=ENTERED)
def test_entering_a_cycle_begins_its_counters(
    form: ReviewForm, operation: ReviewOperation, fields: dict[str, Any]
) -> None:
    form.put(USED)
    answer = form.do(operation)
    assert form.cycle() == replace(USED, **FRESH_COUNTERS, **fields)
    assert answer == CycleChanged(fields["phase"], fields["next_phase"])


@pytest.mark.parametrize("phase", ["next-task", "next-task-tdd", "continue-task"])
def test_completing_a_task_keeps_the_phase_it_was_worked_on_in(
    form: ReviewForm, phase: str
) -> None:
    form.put(replace(USED, phase=phase))
    form.given(COMPLETE_TASK)
    assert form.kept().phase == phase


KEPT = {
    "a task is begun": (
        next_task("t"),
        {"phase": "next-task", "next_phase": None, "current_task": "t"},
    ),
    "a task is begun with its tests": (
        next_task("t", tests_first=True),
        {"phase": "next-task-tdd", "next_phase": None, "current_task": "t"},
    ),
    "the plan is completed": (COMPLETE_PLAN, {"phase": "complete", "next_phase": None}),
    "findings are worked on": (
        POST_REVIEW,
        {"phase": "post-plan-review", "next_phase": "plan-review"},
    ),
    "a person sets the limit": (SetMaxReviews(PLAN, -7, 1), {"max_reviews": -7}),
    "a person sets what is next": (set_next_phase("lunch"), {"next_phase": "lunch"}),
    "a person takes what is next away": (set_next_phase(None), {"next_phase": None}),
    "a person reviews by hand": (
        set_next_phase("code-review", by_hand=True),
        {"next_phase": "code-review", "phase_iteration": None},
    ),
}


@pytest.mark.parametrize(("operation", "fields"), KEPT.values(), ids=KEPT)
def test_everything_else_keeps_the_counters(
    form: ReviewForm, operation: ReviewOperation, fields: dict[str, Any]
) -> None:
    form.put(USED)
    answer = form.do(operation)
    kept = replace(USED, **fields)
    assert form.cycle() == kept
    assert answer == CycleChanged(kept.phase, kept.next_phase)


@pytest.mark.parametrize("review", ReviewPhase)
def test_post_review_leads_back_to_its_own_kind(form: ReviewForm, review: ReviewPhase) -> None:
    form.put(replace(USED, next_phase=review.post))
    form.given(POST_REVIEW)
    assert (form.kept().phase, form.kept().next_phase) == (review.post, review)


@pytest.mark.parametrize("found", ["plan-review", "complete", "post-lunch", "", None])
def test_post_review_is_refused_unless_findings_are_there(
    form: ReviewForm, found: str | None
) -> None:
    form.put(replace(USED, next_phase=found))
    form.refuses(POST_REVIEW, rejections.invalid_request("none" if found is None else found))


NEEDS_A_START = (
    CREATE_TASKS,
    COMPLETE_TASK,
    COMPLETE_PLAN,
    POST_REVIEW,
    CONTINUE,
    SET_MAX_REVIEWS,
    next_task("t"),
    next_task(None),
    set_next_phase("x"),
)


@pytest.mark.parametrize("operation", NEEDS_A_START)
def test_nothing_is_done_to_reviews_that_have_not_begun(
    form: ReviewForm, operation: ReviewOperation
) -> None:
    form.refuses(operation, rejections.invalid_request("not_started"))


@pytest.mark.parametrize("operation", [*NEEDS_A_START, new_plan(-1)])
def test_nothing_is_done_to_a_plan_that_is_not_known(
    tmp_path: Path, operation: ReviewOperation
) -> None:
    unknown = rejections.unknown_plan(PLAN)
    assert FileForm(tmp_path / "nowhere").do(operation) == unknown
    with Store.in_memory() as store:
        assert store.apply(operation) == unknown


ROUTES: dict[tuple[str, str | None], Route] = {
    **{("next-task", post): Route(Continuation.POST_REVIEW, post) for post in POST_REVIEW_PHASES},
    **{
        (post, review): Route(Continuation.STOP)
        for post in POST_REVIEW_PHASES
        for review in ReviewPhase
    },
    **{("code-review", review): Route(Continuation.CONTINUE_TASK) for review in ReviewPhase},
    **{("lunch", work): Route(Continuation.WORK, work) for work in WorkPhase},
    ("next-task", None): Route(Continuation.CONTINUE_TASK),
    ("next-task-tdd", None): Route(Continuation.CONTINUE_TASK),
    ("continue-task", None): Route(Continuation.CONTINUE_TASK),
    ("complete", None): Route(Continuation.FINISHED),
    ("create-tasks", None): Route(Continuation.ASK),
    ("next-task", "lunch"): Route(Continuation.ASK),
    ("next-task", ""): Route(Continuation.ASK),
}


@pytest.mark.parametrize(("phases", "route"), ROUTES.items(), ids=str)
def test_after_a_crash_the_phases_say_how_to_go_on(
    form: ReviewForm, phases: tuple[str, str | None], route: Route
) -> None:
    phase, next_phase = phases
    form.put(replace(USED, phase=phase, next_phase=next_phase, max_reviews=-1))
    before = form.cycle()
    assert form.do(CONTINUE) == route
    assert form.cycle() == before


def test_a_plan_goes_all_the_way_to_its_end(form: ReviewForm) -> None:
    form.given(new_plan())
    for operation in (CREATE_TASKS, next_task("task-1"), COMPLETE_TASK, next_task(None)):
        if form.kept().next_phase == "plan-review":
            form.stop(FAIL)
            form.given(POST_REVIEW)
        while form.kept().next_phase in tuple(ReviewPhase):
            if not form.stop().approved:
                form.given(POST_REVIEW)
        form.given(operation)
    form.stop()
    form.given(POST_REVIEW)
    assert form.stop().approved
    form.given(COMPLETE_PLAN)
    assert (form.kept().phase, form.kept().next_phase) == ("complete", None)
