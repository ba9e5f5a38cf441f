"""The driver: the procedures on a real store and repository, undisturbed."""

import hashlib

import pytest

from impl.orchestrator.driver import drive
from impl.orchestrator.recovery import implement
from spec.vocabulary.checklists import Batch, ItemsUpdated
from spec.vocabulary.claims import Claimed
from spec.vocabulary.completion import Complete
from spec.vocabulary.holding import Started
from spec.vocabulary.recovery import Count, Ending, Procedure, Result, SentCall
from spec.vocabulary.state import Show
from tests.impl.git import faults
from tests.impl.git.sites import ANN, PLAN
from tests.impl.orchestrator.recovery_site import REVIEW, RecoverySite


def test_every_call_has_its_own_time_and_the_hash_of_the_document(recovery: RecoverySite) -> None:
    recovery.recover()
    expected = hashlib.sha256(recovery.site.document.read_bytes()).hexdigest()
    for number, (call, _) in enumerate(recovery.calls, 101):
        assert isinstance(call, Show | Batch | Complete)
        assert (call.now, call.document_hash) == (number, expected)


def test_a_completed_step_is_recognised_without_its_document(recovery: RecoverySite) -> None:
    recovery.recover()
    recovery.calls.clear()
    with faults.put_aside(recovery.site.document):
        assert recovery.recover().result is Result.COMPLETED
    assert recovery.made() == ["Show"]


def sending(call: SentCall) -> Procedure:
    yield call
    return Ending(Result.COMPLETED, "piers")


def test_what_the_coder_reported_is_printed_once_before_the_batch(
    recovery: RecoverySite, capsys: pytest.CaptureFixture[str]
) -> None:
    # Given a coder who reports on three tasks and a test, when its step is claimed and started,
    work = implement(PLAN, ANN, REVIEW, Count(2, 0, open_tasks=1, open_tests=1))
    shown = [next(work).progress, work.send(Claimed("piers", "", 0, 0, False, 0, 0)).progress]
    batch = work.send(Started("piers"))
    # and the next call is made, then a person reads what was counted, before the batch,
    recovery.disturbed(0, lambda _: print("now comes the batch"))
    drive(sending(batch), recovery.environment(), recovery.record)
    assert recovery.made() == ["Batch"]
    assert capsys.readouterr().out.splitlines() == [
        "Coder reported: 2/3 tasks completed, 0/1 tests completed",
        "now comes the batch",
    ]
    # and never again.
    assert [*shown, work.send(ItemsUpdated(4)).progress] == ["", "", ""]
