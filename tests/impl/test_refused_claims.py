"""Refusals of who may hold a step."""

import pytest

from impl.store.store import Store
from spec.vocabulary import rejections
from spec.vocabulary.holding import Heartbeat, Release, Reset, Start
from spec.vocabulary.operations import Operation
from spec.vocabulary.rejections import Rejected
from tests.impl.bridge import FORCE_DECK, PLAN, claim, given, then_refused

NOT_MINE = rejections.ownership_violation("piers", "ann", "bob")

# A name for the case: what was done before, what is tried, how it is refused.
REFUSALS: dict[str, tuple[tuple[Operation, ...], Operation, Rejected]] = {
    "start of an unknown step": (
        (),
        Start(PLAN, "nowhere", "ann", 20),
        rejections.not_claimed("nowhere", "unknown"),
    ),
    "start of a step nobody holds": (
        (),
        Start(PLAN, "deck", "ann", 20),
        rejections.not_claimed("deck", "pending"),
    ),
    "start of another's substep": ((claim(),), Start(PLAN, "piers", "bob", 20), NOT_MINE),
    "start of a started step": (
        (claim(), Start(PLAN, "deck", "ann", 20)),
        Start(PLAN, "deck", "ann", 21),
        rejections.not_claimed("deck", "in_progress"),
    ),
    "heartbeat on another's substep": (
        (claim(),),
        Heartbeat(PLAN, "piers", "bob", 20),
        NOT_MINE,
    ),
    "heartbeat on a released substep of one's own step": (
        (claim(), Release(PLAN, "piers", 20, "ann")),
        Heartbeat(PLAN, "piers", "ann", 21),
        rejections.not_claimed("piers", "pending"),
    ),
    "heartbeat on one's completed step": (
        (claim(), FORCE_DECK),
        Heartbeat(PLAN, "deck", "ann", 60),
        rejections.not_claimed("deck", "completed"),
    ),
    "release on both authorities": (
        (),
        Release(PLAN, "nowhere", 20, "ann", force=True),
        rejections.invalid_request("both"),
    ),
    "release on no authority": (
        (),
        Release(PLAN, "nowhere", 20),
        rejections.invalid_request("neither"),
    ),
    "release of an unknown step": (
        (),
        Release(PLAN, "nowhere", 20, "ann"),
        rejections.unknown_step("nowhere"),
    ),
    "release of a completed step": (
        (claim(), FORCE_DECK),
        Release(PLAN, "deck", 60, "ann"),
        rejections.not_claimed("deck", "completed"),
    ),
    "release of a pending step": (
        (),
        Release(PLAN, "deck", 20, force=True),
        rejections.not_claimed("deck", "pending"),
    ),
    "release of another's step": ((claim(),), Release(PLAN, "piers", 20, "bob"), NOT_MINE),
    "reset of an unknown step": (
        (),
        Reset(PLAN, "nowhere", 20),
        rejections.unknown_step("nowhere"),
    ),
    "reset of a completed step": (
        (claim(), FORCE_DECK),
        Reset(PLAN, "deck", 60),
        rejections.not_claimed("deck", "completed"),
    ),
}


@pytest.mark.parametrize(("before", "tried", "rejected"), REFUSALS.values(), ids=REFUSALS)
def test_a_refused_operation_says_why_and_changes_nothing(
    store: Store, before: tuple[Operation, ...], tried: Operation, rejected: Rejected
) -> None:
    given(store, *before)
    then_refused(store, tried, rejected)
