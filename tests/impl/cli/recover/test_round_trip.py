"""What `planstate commit --json` prints is what `planstate recover --commit` acts on."""

import json
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from spec.vocabulary.commits import FailureReason
from spec.vocabulary.state import StepStatus
from tests.impl.cli.yard import CLOSED, PLAN, Yard


def nothing(_: Yard) -> None:
    """Leave the items of the step open."""


def release(yard: Yard) -> None:
    yard.state("release", PLAN, "deck", "--worktree", str(yard.linked))


def take_over(yard: Yard) -> None:
    yard.state("claim", PLAN, "--worktree", str(yard.root), "--force")


def break_store(yard: Yard) -> None:
    yard.store.write_bytes(b"no database" * 1000)


def lose_store(yard: Yard) -> None:
    yard.store.rename(yard.store.with_suffix(".away"))


class Trip(NamedTuple):
    """What happens before a commit, and the reason that its answer then has."""

    before: Callable[[Yard], None]
    reason: FailureReason


TRIPS = {
    "open items": Trip(nothing, FailureReason.OPEN_ITEMS),
    "an edited document": Trip(Yard.edit, FailureReason.DRIFT),
    "a released step": Trip(release, FailureReason.OWNERSHIP),
    "a step taken over": Trip(take_over, FailureReason.OWNERSHIP),
    "a broken store": Trip(break_store, FailureReason.DB_ERROR),
    "a lost store": Trip(lose_store, FailureReason.DB_ERROR),
}


def test_every_reason_makes_the_trip() -> None:
    assert {trip.reason for trip in TRIPS.values()} == set(FailureReason)


def recovered(yard: Yard, answer: str) -> tuple[int, dict[str, Any]]:
    """Recover from a commit's answer as it was printed; return the exit code and the data."""
    called = yard.recover("--review", yard.review, "--commit", "-", given=answer)
    data: dict[str, Any] = called.envelope["data"]
    return called.code, data


@pytest.mark.parametrize("trip", TRIPS.values(), ids=list(TRIPS))
def test_the_reason_in_the_answer_of_a_commit_decides_its_recovery(yard: Yard, trip: Trip) -> None:
    # Given a commit whose update of the state fails, and its answer as it was printed,
    trip.before(yard)
    called = yard.run(*yard.commit_arguments())
    committed = json.loads(called.out)["data"]
    assert (committed["state_update_failed"], committed["state_failure_reason"]) == (
        True,
        trip.reason.value,
    )
    # when a recovery is given that answer, then a person is shown its warning only where the store
    # was at fault,
    exit_code, data = recovered(yard, called.out)
    shown = f"The commit warned:\n  {committed['warnings'][0]}\n" in data["message"]
    assert shown == (trip.reason is FailureReason.DB_ERROR)
    assert data["commit_hash"] == committed["commit_hash"]
    if trip.reason is FailureReason.OPEN_ITEMS:
        # open items are closed and the step is completed,
        assert (exit_code, data["result"], data["attempts"]) == (0, "completed", 1)
        assert yard.items() == CLOSED
        assert yard.step().status is StepStatus.COMPLETED
    else:
        # and anything else is escalated for the same reason, without a call to the store.
        assert (exit_code, data["result"], data["attempts"]) == (1, "escalated", 0)
        assert (data["reason"], data["calls"]) == (trip.reason.value, [])
        assert (data["open_items"], data["open_substeps"]) == (None, None)


def test_a_warning_of_several_lines_is_shown_in_one(yard: Yard) -> None:
    # Given an answer of a commit whose warning has two lines,
    break_store(yard)
    envelope = yard.commit()
    envelope["data"]["warnings"] = ["the disk\n  is full"]
    # when a recovery is given it, then the message cannot be taken for two.
    _, data = recovered(yard, json.dumps(envelope))
    assert "\n  the disk is full\n" in data["message"]


@pytest.mark.parametrize("warnings", [None, [], "a text", [7]])
def test_an_answer_without_warnings_is_escalated_all_the_same(yard: Yard, warnings: object) -> None:
    # Given an answer of a commit without proper warnings,
    break_store(yard)
    envelope = yard.commit()
    envelope["data"]["warnings"] = warnings
    # when a recovery is given it, then it escalates and shows none.
    exit_code, data = recovered(yard, json.dumps(envelope))
    assert (exit_code, data["result"]) == (1, "escalated")
    assert "The commit warned" not in data["message"]
