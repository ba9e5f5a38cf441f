"""The driver: a recovery on a real store whose file or document goes wrong between two calls."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest

from spec.vocabulary.recovery import Result
from spec.vocabulary.rejections import Code
from tests.impl.git import faults
from tests.impl.git.sites import Site
from tests.impl.orchestrator.recovery_site import (
    ATTEMPT,
    CLOSED,
    DB_ERROR,
    DRIFT,
    OPEN,
    RecoverySite,
    edit,
    then_escalated,
)


@pytest.mark.parametrize("call", range(4))
def test_a_document_that_is_edited_ends_it(recovery: RecoverySite, call: int) -> None:
    def edited_meanwhile(site: Site) -> None:
        # The hash of this call is read before its store is opened, so this comes after it.
        edit(site)

    recovery.disturbed(call, edited_meanwhile)
    ending = recovery.recover()
    if call == 3:
        assert ending.result is Result.COMPLETED  # it was what was registered when it was looked at
        return
    then_escalated(recovery, ending, DRIFT)
    assert recovery.made()[-1].endswith(Code.PLAN_DRIFT)


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
    recovery: RecoverySite, fault: Callable[[Site], AbstractContextManager[None]], call: int
) -> None:
    fault_there = fault(recovery.site)
    recovery.disturbed(call, lambda _: fault_there.__enter__())
    ending = recovery.recover()
    fault_there.__exit__(None, None, None)
    then_escalated(recovery, ending, DB_ERROR)
    unknown = fault is faults.missing_store
    code = Code.INVALID_REQUEST if unknown else Code.STORE_UNAVAILABLE
    assert recovery.made() == [*ATTEMPT[:call], f"{ATTEMPT[call]} {code}"]
    assert recovery.items() == (CLOSED if call > 1 else OPEN)
    assert (ending.open_items is None) == (call == 0)


def test_a_locked_store_ends_it(recovery: RecoverySite) -> None:
    with faults.locked_store(recovery.site):
        ending = recovery.recover()
    then_escalated(recovery, ending, DB_ERROR)
    assert recovery.made() == ["Show", f"Batch {Code.STORE_UNAVAILABLE}"]
    assert [item.kind for item in ending.open_items or ()] == ["task"] * 2 + ["checkpoint"] * 2


def test_a_document_that_cannot_be_read_ends_it(recovery: RecoverySite) -> None:
    with faults.put_aside(recovery.site.document):
        ending = recovery.recover()
    then_escalated(recovery, ending, DB_ERROR)
    assert recovery.made() == ["Show", f"Batch {Code.STORE_UNAVAILABLE}"]
    assert recovery.items() == OPEN
