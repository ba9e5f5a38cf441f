"""REV-11: how to go on after a crash."""

from dataclasses import replace
from typing import Any

import pytest

from spec.editions import CURRENT, ORIGIN, SEEDS, Edition, edition_named
from spec.vocabulary.review_cycles import ReviewCycle
from spec.vocabulary.reviews import Continuation, Route
from tests.rules.reviews.review_builders import (
    BIGGEST,
    EVERY_PHASE,
    NO_PHASES,
    POST,
    REVIEWS,
    SONNET,
    WORK,
    WORN,
    continue_plan,
)
from tests.rules.suts import ModelSut, Sut, with_reviews

WORK_ON, STOP = Route(Continuation.CONTINUE_TASK), Route(Continuation.STOP)
ASK, FINISHED = Route(Continuation.ASK), Route(Continuation.FINISHED)

ON_TASKS = ["next-task", "next-task-tdd", "continue-task"]
NOT_POST = [phase for phase in EVERY_PHASE if phase not in POST]

Phase = str | None

ROUTES: dict[str, list[tuple[str, Phase, Route]]] = {
    "findings are next": [
        (phase, post, Route(Continuation.POST_REVIEW, post))
        for phase in EVERY_PHASE
        for post in POST
    ],
    "a review is next, findings are worked on": [
        (phase, review, STOP) for phase in POST for review in REVIEWS
    ],
    "a review is next, in any other phase": [
        (phase, review, WORK_ON) for phase in NOT_POST for review in REVIEWS
    ],
    "work is next": [
        (phase, work, Route(Continuation.WORK, work)) for phase in EVERY_PHASE for work in WORK
    ],
    "nothing is next, a task is worked on": [(phase, None, WORK_ON) for phase in ON_TASKS],
    "nothing is next, the plan is complete": [("complete", None, FINISHED)],
    "nothing is next, in any other phase": [
        (phase, None, ASK) for phase in EVERY_PHASE if phase not in (*ON_TASKS, "complete")
    ],
    "no phase is next": [(phase, word, ASK) for phase in EVERY_PHASE for word in NO_PHASES],
    "something like findings is next": [
        ("next-task", word, ASK) for word in ("post-lunch", "post-next-task", "Post-code-review")
    ],
}


def routed(sut: Sut, cycle: ReviewCycle, expected: Route) -> None:
    """Assert a route, and that the query changes nothing."""
    sut.load(with_reviews(cycle))
    assert sut.apply(continue_plan()) == expected, cycle
    assert sut.cycle() == cycle


def test_rev_11_every_pair_of_phases_has_a_route() -> None:
    listed = [(phase, following) for rows in ROUTES.values() for phase, following, _ in rows]
    assert len(listed) == len(set(listed))
    assert set(listed) >= {(one, two) for one in EVERY_PHASE for two in (*EVERY_PHASE, None)}


@pytest.mark.parametrize("rows", ROUTES.values(), ids=ROUTES)
def test_rev_11_the_phases_say_how_to_go_on(
    reviews: Sut, rows: list[tuple[str, Phase, Route]]
) -> None:
    for phase, next_phase, expected in rows:
        routed(reviews, replace(WORN, phase=phase, next_phase=next_phase), expected)


OTHER_FIELDS = [
    {"max_reviews": 0},
    {"max_reviews": 1},
    {"max_reviews": -1},
    {"max_reviews": BIGGEST},
    {"phase_iteration": None},
    {"phase_iteration": BIGGEST},
    {"consecutive_clean": 2},
    {"current_task": None},
    {"review_model": SONNET},
    {"max_reviews": -1, "phase_iteration": None},
]


@pytest.mark.parametrize("others", OTHER_FIELDS, ids=str)
def test_rev_11_nothing_else_makes_a_difference(reviews: Sut, others: dict[str, Any]) -> None:
    for rows in ROUTES.values():
        phase, next_phase, expected = rows[0]
        cycle = replace(ReviewCycle(phase=phase, next_phase=next_phase), **others)
        routed(reviews, cycle, expected)


@pytest.mark.parametrize(
    "edition",
    [ORIGIN, SEEDS, CURRENT, edition_named("2026.1-A10"), edition_named("origin+A10")],
    ids=lambda one: one.name,
)
def test_a10_rev_11_crash_routing(edition: Edition) -> None:
    # Without it only a person can say how to go on before a review; all else is the same
    known = "A10" in edition.amendments
    sut = ModelSut(edition)
    for title, rows in ROUTES.items():
        for phase, next_phase, expected in rows:
            ask = not known and title.startswith("a review is next")
            routed(sut, ReviewCycle(phase=phase, next_phase=next_phase), ASK if ask else expected)
