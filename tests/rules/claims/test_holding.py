"""CLM-12, CLM-13: the holder starts a step and renews its lease; nobody else does."""

from dataclasses import replace
from typing import Protocol

import pytest

from spec.editions import edition_named
from spec.vocabulary.claims import Claimed
from spec.vocabulary.holding import AlreadyStarted, LeaseRenewed, Started
from spec.vocabulary.operations import Operation
from spec.vocabulary.rejections import Rejected, not_claimed, ownership_violation
from spec.vocabulary.state import StepStatus
from tests.rules.builders import (
    ALICE,
    BOB,
    FAMILY,
    batch,
    claim,
    commit,
    complete,
    document,
    heartbeat,
    reconcile,
    register,
    release,
    reset,
    start,
    step,
    update,
)
from tests.rules.builders import change as change_to
from tests.rules.suts import ModelSut, Sut

each_request = pytest.mark.parametrize("request_for", [start, heartbeat])


class Request(Protocol):
    """What `start` and `heartbeat` have in common."""

    def __call__(self, step: str, worktree: str = ALICE) -> Operation: ...


def test_clm_12_starting_sets_status_and_time_and_nothing_else(sut: Sut) -> None:
    sut.given(register(FAMILY), claim(now=3))
    before = sut.plan()
    # When the holder starts the step
    assert sut.apply(start("a", now=9)) == Started("a")
    # Then only that row changes, its substeps do not
    started = replace(before.steps[0], status=StepStatus.IN_PROGRESS, started_at=9)
    assert sut.plan() == replace(before, steps=(started, *before.steps[1:]))


def test_clm_12_a_substep_is_started_by_itself(sut: Sut) -> None:
    sut.given(register(FAMILY), claim())
    assert sut.apply(start("a1", now=4)) == Started("a1")
    assert (sut.step("a1").status, sut.step("a1").started_at) == (StepStatus.IN_PROGRESS, 4)
    assert (sut.step("a").status, sut.step("a").started_at) == (StepStatus.CLAIMED, None)


@pytest.mark.parametrize("step", ["a", "a1"])
def test_clm_12_who_starts_again_is_answered_and_changes_nothing(sut: Sut, step: str) -> None:
    # Given a step, or a substep, that its holder has started
    sut.given(register(FAMILY), claim(lease=9), start(step, ALICE, now=5))
    before = sut.state()
    # When it was interrupted and starts again, also after the end of the lease
    for now in (6, 5000):
        assert sut.apply(start(step, ALICE, now=now)) == AlreadyStarted(step)
    # Then nothing has changed, and nobody else can do so
    assert sut.state() == before
    sut.refuses(start(step, BOB), ownership_violation(step, ALICE, BOB))


@pytest.mark.parametrize("edition", ["origin", "seeds", "2026.1", "2026.2-A27"])
def test_a27_clm_12_continuing_everywhere_without_it_nothing_is_started_again(edition: str) -> None:
    sut = ModelSut(edition_named(edition))
    sut.given(register(FAMILY), claim(), start("a"))
    sut.refuses(start("a"), not_claimed("a", "in_progress"))


def test_clm_12_an_expired_lease_that_nobody_took_over_does_not_stop_a_start(
    sut: Sut,
) -> None:
    sut.given(register(FAMILY), claim(lease=1))
    assert sut.apply(start("a", now=5000)) == Started("a")


@each_request
def test_clm_12_and_clm_13_an_unknown_step_comes_first(sut: Sut, request_for: Request) -> None:
    sut.given(register(FAMILY), claim())
    sut.refuses(request_for("x", BOB), not_claimed("x", "unknown"))
    sut.refuses(request_for("", ALICE), not_claimed("", "unknown"))


@each_request
def test_clm_12_and_clm_13_a_step_that_nobody_holds(sut: Sut, request_for: Request) -> None:
    # Given pending steps, and one that was completed by the commit log, so that nobody is on record
    sut.given(register(FAMILY), reconcile(commit("c", "c1")))
    # Then the status of the very row is named, also for a substep
    sut.refuses(request_for("a"), not_claimed("a", "pending"))
    sut.refuses(request_for("a1"), not_claimed("a1", "pending"))
    sut.refuses(request_for("c"), not_claimed("c", "completed"))


@each_request
def test_clm_12_and_clm_13_a_completed_substep_of_a_step_nobody_holds(
    sut: Sut, request_for: Request
) -> None:
    # Given a substep that alice completed, in a step that she gave back
    sut.given(register(FAMILY), claim(), batch("a1", remaining=True), complete("a1"))
    sut.given(release("a", ALICE))
    # Then holding is judged on the parent, which nobody holds, and the row's status is named
    sut.refuses(request_for("a1", ALICE), not_claimed("a1", "completed"))
    sut.refuses(request_for("a1", BOB), not_claimed("a1", "completed"))


@each_request
def test_clm_12_and_clm_13_another_holder_comes_before_the_status(
    sut: Sut, request_for: Request
) -> None:
    # Given steps held in different ways by alice: in progress, completed, released substep
    sut.given(register(FAMILY), claim(), start("a"), release("a1", ALICE))
    sut.given(claim("carol"), complete("c", "carol"))
    # When bob asks, then he is told the holder, whatever the row's own status
    sut.refuses(request_for("a", BOB), ownership_violation("a", ALICE, BOB))
    sut.refuses(request_for("a1", BOB), ownership_violation("a1", ALICE, BOB))
    sut.refuses(request_for("a2", BOB), ownership_violation("a2", ALICE, BOB))
    sut.refuses(request_for("c", BOB), ownership_violation("c", "carol", BOB))


@each_request
def test_clm_12_and_clm_13_who_completed_a_substep_lost_it_with_the_parent(
    sut: Sut, request_for: Request
) -> None:
    # Given a substep that alice completed, in a step that bob took over
    sut.given(register(FAMILY), claim(), batch("a1", remaining=True), complete("a1"))
    sut.given(claim(BOB, force=True))
    # Then the parent's holder decides, although alice is on record for the row
    sut.refuses(request_for("a1", ALICE), ownership_violation("a1", BOB, ALICE))
    sut.refuses(request_for("a1", BOB), not_claimed("a1", "completed"))


HELD_IN_VAIN: list[tuple[str, Operation, Rejected]] = [
    ("given back alone", start("a1"), not_claimed("a1", "pending")),
    ("its lease too", heartbeat("a1"), not_claimed("a1", "pending")),
    ("completed", start("c"), not_claimed("c", "completed")),
    ("completed, for a lease", heartbeat("c"), not_claimed("c", "completed")),
]


@pytest.mark.parametrize(
    ("operation", "expected"),
    [one[1:] for one in HELD_IN_VAIN],
    ids=[one[0] for one in HELD_IN_VAIN],
)
def test_clm_12_and_clm_13_the_holder_of_a_row_with_the_wrong_status(
    sut: Sut, operation: Operation, expected: Rejected
) -> None:
    # Given rows that alice holds or held
    sut.given(register(FAMILY), claim(BOB), claim(ALICE), complete("c"), reset("a"))
    sut.given(claim(), start("a"), reset("a1"))
    sut.refuses(operation, expected)


def test_clm_13_a_heartbeat_renews_the_lease_from_now(sut: Sut) -> None:
    sut.given(register(FAMILY), claim(now=10), start("a", now=11))
    before = sut.plan()
    # When the holder renews, even for a shorter time than is left
    assert sut.apply(heartbeat("a", now=20, lease=7)) == LeaseRenewed(27)
    # Then heartbeat and lease of that row change, and nothing else, substeps included
    renewed = replace(before.steps[0], heartbeat_at=20, lease_expires_at=27)
    assert sut.plan() == replace(before, steps=(renewed, *before.steps[1:]))


def test_clm_13_a_substeps_heartbeat_does_not_touch_its_parent(sut: Sut) -> None:
    sut.given(register(FAMILY), claim())
    before = sut.plan()
    assert sut.apply(heartbeat("a1", now=20, lease=0)) == LeaseRenewed(20)
    renewed = replace(before.steps[1], heartbeat_at=20, lease_expires_at=20)
    assert sut.plan().steps == (before.steps[0], renewed, *before.steps[2:])


def test_clm_13_an_expired_lease_may_be_renewed_until_somebody_takes_over(
    sut: Sut,
) -> None:
    # Given a lease that is long over
    sut.given(register(document(step("a"))), claim(lease=1))
    # When nobody took the step, then its holder renews it
    assert sut.apply(heartbeat("a", now=900)) == LeaseRenewed(1000)
    # And after bob took it, it does not
    sut.given(claim(BOB, now=1001))
    sut.refuses(heartbeat("a", now=1002), ownership_violation("a", BOB, ALICE))


def test_clm_4_and_clm_13_renewing_only_the_substep_loses_both_when_the_parents_lease_ends(
    sut: Sut,
) -> None:
    # Given a worker that goes on renewing the lease of its substep, but not of the step
    sut.given(register(FAMILY), claim(lease=100), start("a1"))
    sut.given(update("a1", change_to("completed")), heartbeat("a1", now=90, lease=1000))
    # When the parent's lease has ended, which alone counts for a claim
    outcome = sut.apply(claim(BOB, now=101, lease=100))
    # Then bob has both, the substep's work is to be done again, and the worker lost both
    assert outcome == Claimed("a", "Title of a", 0, 201, True, 1, 2, 2)
    assert (sut.step("a1").claimed_by, sut.step("a1").lease_expires_at) == (BOB, 201)
    assert sut.step("a1").status == StepStatus.CLAIMED
    assert sut.checklist("a1") == [("open", None)]
    sut.refuses(heartbeat("a1", now=102), ownership_violation("a1", BOB, ALICE))
    sut.refuses(heartbeat("a", now=102), ownership_violation("a", BOB, ALICE))
    sut.refuses(complete("a1", now=102), ownership_violation("a1", BOB, ALICE))


def test_clm_4_and_clm_13_renewing_only_the_parent_keeps_both(sut: Sut) -> None:
    # Given a worker that renews the lease of the step, but not of its substep
    sut.given(register(FAMILY), claim(lease=100), heartbeat("a", now=90, lease=1000))
    # When the substep's lease is long over, then nobody else is given the step
    outcome = sut.apply(claim(BOB, now=500))
    assert isinstance(outcome, Claimed)
    assert outcome.anchor == "c"
    assert sut.step("a1").claimed_by == ALICE
