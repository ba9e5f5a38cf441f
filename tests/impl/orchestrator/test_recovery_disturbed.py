"""A recovery on a real store, with everything that can happen between two of its calls."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace

import pytest

from impl.orchestrator.driver import drive
from impl.orchestrator.recovery import recover
from spec.vocabulary.completion import Complete
from spec.vocabulary.recovery import Checkpoint, Judgement, Result, Review
from spec.vocabulary.rejections import Code
from tests.impl import faults
from tests.impl.orchestrator.recoveries import (
    ATTEMPT,
    CLOSED,
    DB_ERROR,
    DOCUMENT,
    DRIFT,
    OPEN,
    OPEN_ITEMS,
    OWNERSHIP,
    WORK,
    Works,
    edit,
    reopen,
    take_over,
    then_escalated,
)
from tests.impl.sites import ANN, PLAN, Site


@pytest.mark.parametrize("call", range(4))
def test_a_second_worktree_that_takes_over_ends_it(works: Works, call: int) -> None:
    works.disturbed(call, take_over)
    ending = works.recover()
    then_escalated(works, ending, OWNERSHIP)
    assert works.made()[-1].endswith(Code.OWNERSHIP_VIOLATION)
    assert works.site.step().claimed_by == "bob"
    assert works.items() == (CLOSED if call > 1 else OPEN)
    assert len(ending.open_items or ()) == (0 if call > 1 else 4)


@pytest.mark.parametrize("call", range(4))
def test_a_document_that_is_edited_ends_it(works: Works, call: int) -> None:
    def edited_meanwhile(site: Site) -> None:
        # The hash of this call is read before its store is opened, so this comes after it.
        edit(site)

    works.disturbed(call, edited_meanwhile)
    ending = works.recover()
    if call == 3:
        assert ending.result is Result.COMPLETED  # it was what was registered when it was looked at
        return
    then_escalated(works, ending, DRIFT)
    assert works.made()[-1].endswith(Code.PLAN_DRIFT)


@pytest.mark.parametrize("call", range(4))
@pytest.mark.parametrize(
    "fault",
    [
        faults.folder_as_store,
        faults.missing_store,
        faults.corrupted_header,
        faults.corrupted_pages,
        faults.store_of_something_else,
    ],
    ids=lambda fault: fault.__name__,
)
def test_a_store_that_goes_away_ends_it_and_nothing_is_half_done(
    works: Works, fault: Callable[[Site], AbstractContextManager[None]], call: int
) -> None:
    fault_there = fault(works.site)
    works.disturbed(call, lambda _: fault_there.__enter__())
    ending = works.recover()
    fault_there.__exit__(None, None, None)
    then_escalated(works, ending, DB_ERROR)
    unknown = fault is faults.missing_store
    code = Code.INVALID_REQUEST if unknown else Code.STORE_UNAVAILABLE
    assert works.made() == [*ATTEMPT[:call], f"{ATTEMPT[call]} {code}"]
    assert works.items() == (CLOSED if call > 1 else OPEN)
    assert (ending.open_items is None) == (call == 0)


def test_others_who_do_not_make_way_end_it(works: Works) -> None:
    with faults.locked_store(works.site):
        ending = works.recover()
    then_escalated(works, ending, DB_ERROR)
    assert works.made() == ["Show", f"Batch {Code.STORE_UNAVAILABLE}"]
    assert [item.kind for item in ending.open_items or ()] == ["task"] * 2 + ["checkpoint"] * 2


def test_a_recovery_makes_no_store(works: Works) -> None:
    with faults.missing_store(works.site):
        works.recover()


def test_a_document_that_cannot_be_read_ends_it(works: Works) -> None:
    with faults.put_aside(works.site.document):
        ending = works.recover()
    then_escalated(works, ending, DB_ERROR)
    assert works.made() == ["Show", f"Batch {Code.STORE_UNAVAILABLE}"]
    assert works.items() == OPEN


@pytest.mark.parametrize("call", [2, 3])
def test_items_that_are_opened_again_are_closed_in_the_next_attempt(
    works: Works, call: int
) -> None:
    works.disturbed(call, reopen)
    ending = works.recover()
    assert (ending.result, ending.attempts) == (Result.COMPLETED, 2)
    assert works.items() == CLOSED


def test_items_that_are_opened_again_and_again_are_told_to_a_person(works: Works) -> None:
    for call in (2, 5, 8):
        works.disturbed(call, reopen)
    ending = works.recover()
    then_escalated(works, ending, OPEN_ITEMS, attempts=3)
    assert works.made() == ["Show", "Batch", "Show"] * 3
    assert [item.text for item in ending.open_items or ()] == ["Pour"]
    assert ending.open_substeps == ()


def test_an_open_substep_is_told_to_a_person_at_once(works: Works) -> None:
    works.given(DOCUMENT)
    ending = works.recover()
    then_escalated(works, ending, OPEN_ITEMS)
    assert works.made() == ["Show", "Batch", "Show", f"Complete {Code.INCOMPLETE_SUBSTEPS}"]
    assert (ending.open_items, ending.open_substeps) == ((), ("dig",))
    assert works.items() == CLOSED


def test_a_step_that_somebody_else_completes_is_a_success(works: Works) -> None:
    def completed(site: Site) -> None:
        site.finish()
        site.do(Complete(PLAN, "piers", ANN, site.document_hash(), 50))

    works.disturbed(0, completed)
    assert works.recover().result is Result.COMPLETED
    assert works.made() == ["Show"]


def test_a_judged_checkpoint_that_the_step_lacks_is_told_to_a_person(works: Works) -> None:
    point = Checkpoint(2**70, Judgement.FAIL)
    work = replace(WORK, review=Review(True, (point,)))
    ending = drive(recover(work, OPEN_ITEMS), works.environment(), works.record)
    then_escalated(works, ending, DB_ERROR)
    assert works.made() == ["Show", f"Batch {Code.INVALID_REQUEST}"]
