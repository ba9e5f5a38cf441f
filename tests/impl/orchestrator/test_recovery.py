"""The orchestrator's procedures on a real store, undisturbed."""

import hashlib
from dataclasses import replace

import pytest

from spec.vocabulary.checklists import Batch
from spec.vocabulary.commits import Committed, FailureReason
from spec.vocabulary.completion import Complete
from spec.vocabulary.recovery import Result
from spec.vocabulary.rejections import Code
from spec.vocabulary.showing import Show
from spec.vocabulary.state import StepStatus
from tests.impl import faults
from tests.impl.orchestrator.recoveries import (
    ATTEMPT,
    CLOSED,
    DB_ERROR,
    DRIFT,
    OPEN,
    OPEN_ITEMS,
    OWNERSHIP,
    REVIEW,
    Works,
    edit,
    then_escalated,
)
from tests.impl.sites import Site


def test_what_the_reviewer_passed_is_completed_and_the_rest_deferred(works: Works) -> None:
    ending = works.recover()
    assert (ending.result, ending.attempts) == (Result.COMPLETED, 1)
    assert works.made() == ATTEMPT
    assert works.items() == CLOSED
    assert works.site.step().status is StepStatus.COMPLETED


def test_every_call_has_its_own_time_and_the_hash_of_the_document(works: Works) -> None:
    works.recover()
    expected = hashlib.sha256(works.site.document.read_bytes()).hexdigest()
    for number, (call, _) in enumerate(works.calls, 101):
        assert isinstance(call, Show | Batch | Complete)
        assert (call.now, call.document_hash) == (number, expected)


@pytest.mark.parametrize("reason", [DRIFT, OWNERSHIP, DB_ERROR])
def test_what_a_retry_cannot_cure_asks_the_store_nothing(
    works: Works, reason: FailureReason
) -> None:
    then_escalated(works, works.recover(reason), reason, attempts=0)
    assert works.calls == []


def test_without_a_reason_it_is_tried(works: Works) -> None:
    assert works.recover(None).result is Result.COMPLETED


def test_a_completed_step_is_recognised_without_its_document(works: Works) -> None:
    works.recover()
    works.calls.clear()
    with faults.put_aside(works.site.document):
        assert works.recover().result is Result.COMPLETED
    assert works.made() == ["Show"]


def test_a_step_without_open_items_is_completed_without_a_batch(works: Works) -> None:
    works.site.finish()
    assert works.recover().result is Result.COMPLETED
    assert works.made() == ["Show", "Complete"]


@pytest.fixture
def unclaimed(works: Works) -> Works:
    edit(works.site)
    works.site.register()
    return works


def test_a_step_is_brought_from_its_claim_to_a_real_commit(unclaimed: Works) -> None:
    before = unclaimed.site.commits()
    assert unclaimed.implement().result is Result.COMPLETED
    assert unclaimed.made() == ["Claim", "Start", "Batch", "Commit"]
    [commit, *rest] = unclaimed.site.commits()
    assert rest == before
    step = unclaimed.site.step()
    assert (step.status, step.commit_hash) == (StepStatus.COMPLETED, commit)
    assert unclaimed.items() == CLOSED
    assert unclaimed.site.message().startswith("Build\n\nTug-Step: piers\n")


def test_a_step_whose_commit_could_not_complete_it_is_recovered(unclaimed: Works) -> None:
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


def test_where_git_refuses_there_is_nothing_to_recover(unclaimed: Works) -> None:
    unclaimed.site.hook("pre-commit", "exit 1")
    assert unclaimed.implement().result is Result.NOT_COMMITTED
    assert unclaimed.made() == ["Claim", "Start", "Batch", "Commit"]


def test_a_drifted_plan_is_not_begun(unclaimed: Works) -> None:
    edit(unclaimed.site)
    assert unclaimed.implement().result is Result.NOT_STARTED
    assert unclaimed.made() == [f"Claim {Code.PLAN_DRIFT}"]


def test_without_approval_nothing_is_reported_or_committed(unclaimed: Works) -> None:
    before = unclaimed.site.commits()
    assert unclaimed.implement(replace(REVIEW, approved=False)).result is Result.NOT_APPROVED
    assert unclaimed.made() == ["Claim", "Start"]
    assert unclaimed.site.commits() == before
    assert unclaimed.items() == OPEN
