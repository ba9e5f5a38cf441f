"""The driver: the procedures on a real store and repository, undisturbed."""

import hashlib

import pytest

from spec.vocabulary.checklists import Batch
from spec.vocabulary.commits import Committed
from spec.vocabulary.completion import Complete
from spec.vocabulary.recovery import Count, Result
from spec.vocabulary.rejections import Code
from spec.vocabulary.state import Show, StepStatus
from tests.impl.git import faults
from tests.impl.git.sites import Site
from tests.impl.orchestrator.recovery_site import (
    ATTEMPT,
    CLOSED,
    OPEN_ITEMS,
    RecoverySite,
    edit,
)


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


@pytest.fixture
def unclaimed(recovery: RecoverySite) -> RecoverySite:
    edit(recovery.site)
    recovery.site.register()
    return recovery


def test_a_step_is_brought_from_its_claim_to_a_real_commit(unclaimed: RecoverySite) -> None:
    before = unclaimed.site.commits()
    assert unclaimed.implement().result is Result.COMPLETED
    assert unclaimed.made() == ["Claim", "Start", "Batch", "Commit"]
    [commit, *rest] = unclaimed.site.commits()
    assert rest == before
    step = unclaimed.site.step()
    assert (step.status, step.commit_hash) == (StepStatus.COMPLETED, commit)
    assert unclaimed.items() == CLOSED
    assert unclaimed.site.message().startswith("Build\n\nTug-Step: piers\n")


def test_a_step_whose_commit_could_not_complete_it_is_recovered(unclaimed: RecoverySite) -> None:
    def unreported(site: Site) -> None:
        site.store.rename(site.store.with_suffix(".away"))
        site.hook("post-commit", f"mv '{site.store.with_suffix('.away')}' '{site.store}'")

    unclaimed.disturbed(2, unreported)
    ending = unclaimed.implement()
    assert unclaimed.made()[2:4] == [f"Batch {Code.INVALID_REQUEST}", "Commit"]
    committed = unclaimed.calls[3][1]
    assert isinstance(committed, Committed)
    assert committed.state_failure_reason is OPEN_ITEMS
    assert unclaimed.made()[4:] == ATTEMPT
    assert (ending.result, ending.attempts) == (Result.COMPLETED, 1)
    assert unclaimed.items() == CLOSED


def test_what_the_coder_reported_is_printed_once_before_the_batch(
    unclaimed: RecoverySite, capsys: pytest.CaptureFixture[str]
) -> None:
    # Given a coder who reports on three tasks and a test, when its step is brought to a commit,
    unclaimed.disturbed(2, lambda _: print("now comes the batch"))
    unclaimed.implement(count=Count(2, 0, open_tasks=1, open_tests=1))
    # then a person reads what was counted, before the batch and never again.
    assert capsys.readouterr().out.splitlines() == [
        "Coder reported: 2/3 tasks completed, 0/1 tests completed",
        "now comes the batch",
    ]
