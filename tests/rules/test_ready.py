"""CLM-17: ready sorts the top-level steps by what a claim would find."""

import pytest

from spec.vocabulary.claims import Claimed, NothingClaimable
from spec.vocabulary.readiness import Readiness, Ready

from .builders import (
    ALICE,
    BOB,
    FAMILY,
    PLAN,
    claim,
    commit,
    complete,
    document,
    heartbeat,
    reconcile,
    register,
    release,
    start,
    step,
)
from .driver import Side


def ready_at(side: Side, now: int) -> Readiness:
    before = side.state()
    outcome = side.do(Ready(PLAN, now))
    assert isinstance(outcome, Readiness)
    assert side.state() == before
    return outcome


def test_clm_17_a_new_plan_has_ready_and_blocked_steps_and_no_substeps(side: Side) -> None:
    side.given(register(FAMILY))
    assert ready_at(side, 0) == Readiness((), (), ("a", "c"), ("b",))


def test_clm_17_every_top_level_step_is_in_exactly_one_list(side: Side) -> None:
    # Given steps that are completed, under an expired and a live lease, pending and waiting
    steps = [step("done"), step("over"), step("live"), step("free"), step("wait", needs=("free",))]
    side.given(register(document(*steps)), claim(), complete("done"))
    side.given(claim("one", lease=10), start("over", "one"), claim("two", lease=99))
    # When asked while the first lease is over
    answer = ready_at(side, 11)
    # Then a step under a live lease is blocked, as is one that waits
    assert answer == Readiness(("done",), ("over",), ("free",), ("live", "wait"))


def test_clm_17_each_list_is_in_document_order(side: Side) -> None:
    steps = [step(anchor) for anchor in ("z", "m", "a", "y", "b")]
    side.given(register(document(*steps)), reconcile(commit("b", "1"), commit("z", "2")))
    assert ready_at(side, 0) == Readiness(("z", "b"), (), ("m", "a", "y"), ())


@pytest.mark.parametrize(("now", "over"), [(99, False), (100, False), (101, True)])
def test_clm_17_a_lease_is_over_for_ready_exactly_when_it_is_for_a_claim(
    side: Side, now: int, over: bool
) -> None:
    # Given a single step under a lease until 100
    side.given(register(document(step("a"))), claim(lease=100))
    # When ready is asked and another worktree claims at the same moment
    answer = ready_at(side, now)
    outcome = side.do(claim(BOB, now=now))
    # Then they agree
    assert answer == (Readiness((), ("a",), (), ()) if over else Readiness((), (), (), ("a",)))
    assert isinstance(outcome, Claimed if over else NothingClaimable)


def test_clm_17_a_substeps_lease_does_not_matter(side: Side) -> None:
    # Given a substep whose lease was renewed beyond that of its step
    side.given(register(document(step("a", step("a1")))), claim(lease=10))
    side.given(heartbeat("a1", now=5, lease=1000))
    assert ready_at(side, 11) == Readiness((), ("a",), (), ())
    # And the other way round
    side.given(heartbeat("a", now=11, lease=1000), heartbeat("a1", now=11, lease=0))
    assert ready_at(side, 500) == Readiness((), (), (), ("a",))


def test_clm_17_a_step_given_back_is_ready_and_a_released_substep_changes_nothing(
    side: Side,
) -> None:
    side.given(register(document(step("a", step("a1")))), claim(), release("a1", ALICE))
    assert ready_at(side, 0) == Readiness((), (), (), ("a",))
    side.given(release("a", ALICE))
    assert ready_at(side, 0) == Readiness((), (), ("a",), ())


def test_clm_17_a_dependency_on_a_completed_substep_makes_ready(side: Side) -> None:
    side.given(register(document(step("a", step("a1")), step("b", needs=("a1",)))), claim())
    assert ready_at(side, 0) == Readiness((), (), (), ("a", "b"))
    side.given(complete("a1"))
    assert ready_at(side, 0) == Readiness((), (), ("b",), ("a",))
