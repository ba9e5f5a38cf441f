"""REV-11: how to go on after a crash."""

from dataclasses import replace
from typing import Any

from spec.editions import edition_named
from spec.vocabulary.review_cycles import ReviewCycle
from spec.vocabulary.reviews import Continuation, Route
from tests.cases import for_each
from tests.rules.reviews import review_builders as r
from tests.rules.suts import ModelSut, Sut, with_reviews

WORK_ON, STOP = Route(Continuation.CONTINUE_TASK), Route(Continuation.STOP)
PLAN_ON = Route(Continuation.CONTINUE_WORK, "new-plan")
TASKS_ON = Route(Continuation.CONTINUE_WORK, "create-tasks")
ASK, FINISHED = Route(Continuation.ASK), Route(Continuation.FINISHED)

ON_TASKS = ["next-task", "next-task-tdd", "continue-task"]
NOT_POST = [phase for phase in r.EVERY_PHASE if phase not in r.POST]

Phase = str | None

ROUTES: dict[str, list[tuple[str, Phase, Route]]] = {
    "findings are next": [
        (phase, post, Route(Continuation.POST_REVIEW, post))
        for phase in r.EVERY_PHASE
        for post in r.POST
    ],
    "a review is next, findings are worked on": [
        (phase, review, STOP) for phase in r.POST for review in r.REVIEWS
    ],
    "a review of the plan is next": [(phase, "plan-review", PLAN_ON) for phase in NOT_POST],
    "a review of the tasks is next": [(phase, "tasks-review", TASKS_ON) for phase in NOT_POST],
    "a review of a task is next": [(phase, "code-review", WORK_ON) for phase in NOT_POST],
    "a review of all code is next": [(phase, "all-code-review", STOP) for phase in NOT_POST],
    "work is next": [
        (phase, work, Route(Continuation.WORK, work)) for phase in r.EVERY_PHASE for work in r.WORK
    ],
    "nothing is next, a task is worked on": [(phase, None, WORK_ON) for phase in ON_TASKS],
    "nothing is next, the plan is complete": [("complete", None, FINISHED)],
    "nothing is next, in any other phase": [
        (phase, None, ASK) for phase in r.EVERY_PHASE if phase not in (*ON_TASKS, "complete")
    ],
    "no phase is next": [(phase, word, ASK) for phase in r.EVERY_PHASE for word in r.NO_PHASES],
    "something like findings is next": [
        ("next-task", word, ASK) for word in ("post-lunch", "post-next-task", "Post-code-review")
    ],
}


def routed(sut: Sut, cycle: ReviewCycle, expected: Route) -> None:
    """Assert a route, and that the query changes nothing."""
    sut.load(with_reviews(cycle))
    assert sut.apply(r.continue_plan()) == expected, cycle
    assert sut.cycle() == cycle


def test_rev_11_every_pair_of_phases_has_a_route() -> None:
    listed = [(phase, following) for rows in ROUTES.values() for phase, following, _ in rows]
    assert len(listed) == len(set(listed))
    assert set(listed) >= {(one, two) for one in r.EVERY_PHASE for two in (*r.EVERY_PHASE, None)}


@for_each("rows", ROUTES.values())
def test_rev_11_the_phases_say_how_to_go_on(
    reviews: Sut, rows: list[tuple[str, Phase, Route]]
) -> None:
    for phase, next_phase, expected in rows:
        routed(reviews, replace(r.WORN, phase=phase, next_phase=next_phase), expected)


WITHOUT_A_TASK: dict[str, list[tuple[str, Phase, Route]]] = {
    "a review of a task is next": [(phase, "code-review", STOP) for phase in NOT_POST],
    "nothing is next, a task is worked on": [(phase, None, ASK) for phase in ON_TASKS],
}
"""The routes that differ where no task is named."""

BY_HAND: dict[str, list[tuple[str, Phase, Route]]] = {
    "a review is next, findings are worked on": [
        (phase, review, Route(Continuation.WORK, r.TARGETS[review]))
        for phase in r.POST
        for review in r.REVIEWS
    ],
    "a review of all code is next": [(phase, "all-code-review", ASK) for phase in NOT_POST],
    "nothing is next, in any other phase": [
        *(
            (post, None, Route(Continuation.WORK, r.TARGETS[review]))
            for post, review in zip(r.POST, r.REVIEWS, strict=True)
        ),
        *((phase, None, ASK) for phase in NOT_POST if phase not in (*ON_TASKS, "complete")),
    ],
}
"""The routes that differ in a review by hand."""

BY_HAND_WITHOUT_A_TASK = {
    "a review of a task is next": [(phase, "code-review", ASK) for phase in NOT_POST]
}
"""Those that differ in a review by hand where no task is named."""


@for_each(
    ("changes", "routes"),
    [
        ({"current_task": None}, ROUTES | WITHOUT_A_TASK),
        ({"phase_iteration": None}, ROUTES | BY_HAND),
        (
            {"phase_iteration": None, "current_task": None},
            ROUTES | WITHOUT_A_TASK | BY_HAND | BY_HAND_WITHOUT_A_TASK,
        ),
    ],
)
def test_rev_11_a_route_leads_on_without_a_task_and_in_a_review_by_hand(
    reviews: Sut, changes: dict[str, Any], routes: dict[str, list[tuple[str, Phase, Route]]]
) -> None:
    for rows in routes.values():
        for phase, next_phase, expected in rows:
            cycle = replace(r.WORN, phase=phase, next_phase=next_phase, **changes)
            routed(reviews, cycle, expected)


OTHER_FIELDS = [
    {"max_reviews": 0},
    {"max_reviews": 1},
    {"max_reviews": 3},
    {"max_reviews": -1},
    {"max_reviews": r.BIGGEST},
    {"phase_iteration": 0},
    {"phase_iteration": r.BIGGEST},
    {"consecutive_clean": 2},
    {"current_task": ""},
    {"review_model": r.OPUS},
]


@for_each("others", OTHER_FIELDS)
def test_rev_11_nothing_else_makes_a_difference(reviews: Sut, others: dict[str, Any]) -> None:
    for rows in ROUTES.values():
        phase, next_phase, expected = rows[0]
        cycle = replace(r.WORN, phase=phase, next_phase=next_phase)
        routed(reviews, replace(cycle, **others), expected)


REVIEWED_AFTER_WORK = [title for title in ROUTES if title.startswith("a review of")]


@for_each("changes", [{}, {"current_task": None}, {"phase_iteration": None}])
@for_each("name", ["origin", "seeds", "2026.1", "2026.2-A27", "2026.1-A10", "origin+A10"])
def test_a10_and_a27_rev_11_without_them_only_the_phases_decide(
    name: str, changes: dict[str, Any]
) -> None:
    # Given an edition in which the stored phases alone say how to go on
    sut = ModelSut(edition_named(name))
    known = "A10" in edition_named(name).amendments
    for title, rows in ROUTES.items():
        for phase, next_phase, since_a27 in rows:
            # Then every work before a review is a task, or is left to a person
            expected = WORK_ON if title in REVIEWED_AFTER_WORK else since_a27
            ask = not known and title.startswith("a review")
            cycle = replace(r.WORN, phase=phase, next_phase=next_phase, **changes)
            routed(sut, cycle, ASK if ask else expected)
