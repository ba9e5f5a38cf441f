"""CHK-1, CHK-9: who may report on a step, and when, before the report itself is looked at."""

from typing import Protocol

import pytest

from spec.vocabulary.checklists import ItemsUpdated
from spec.vocabulary.operations import Operation
from spec.vocabulary.rejections import (
    empty_batch,
    no_update,
    not_claimed,
    ownership_violation,
    plan_drift,
    unknown_plan,
)
from tests.rules.builders import (
    ALICE,
    BOB,
    HASH,
    NEW_HASH,
    OPEN,
    OTHER_PLAN,
    PLAN,
    TASK,
    batch,
    claim,
    commit,
    complete,
    document,
    entry,
    listed,
    note,
    reconcile,
    register,
    release,
    step,
    update,
)
from tests.rules.builders import change as change_to
from tests.rules.suts import Sut


class Report(Protocol):
    """What updates and batches have in common."""

    def __call__(
        self,
        step: str,
        *,
        worktree: str = ALICE,
        allow_drift: bool = False,
        plan: str = PLAN,
        document_hash: str = HASH,
    ) -> Operation: ...


each_report = pytest.mark.parametrize("report", [update, batch], ids=["update", "batch"])
"""Both without any content, which is wrong in itself and is to be answered last."""

PLAN_A = document(
    step("a", step("a1", items=listed(TASK)), step("a2", items=listed(TASK)), items=listed(TASK)),
    step("b"),
)


@each_report
def test_chk_1_the_plan_comes_before_drift(sut: Sut, report: Report) -> None:
    sut.given(register(PLAN_A))
    sut.refuses(report("a", plan=OTHER_PLAN, document_hash=NEW_HASH), unknown_plan(OTHER_PLAN))


@each_report
def test_chk_1_drift_comes_before_the_step_and_its_holder(sut: Sut, report: Report) -> None:
    sut.given(register(PLAN_A), claim())
    for anchor in ("x", "a", "b"):
        sut.refuses(
            report(anchor, worktree=BOB, document_hash=NEW_HASH), plan_drift(HASH, NEW_HASH)
        )


@each_report
def test_chk_1_the_holder_comes_before_the_request(sut: Sut, report: Report) -> None:
    # Given a step that alice holds, with a substep given back, and one that nobody holds
    sut.given(register(PLAN_A), claim(), release("a2", ALICE))
    # Then unknown, held by nobody, held by another come before what the request lacks
    sut.refuses(report("x"), not_claimed("x", "unknown"))
    sut.refuses(report("b"), not_claimed("b", "pending"))
    sut.refuses(report("a", worktree=BOB), ownership_violation("a", ALICE, BOB))
    sut.refuses(report("a1", worktree=BOB), ownership_violation("a1", ALICE, BOB))
    sut.refuses(report("a2", worktree=BOB), ownership_violation("a2", ALICE, BOB))


def test_chk_1_the_request_comes_last(sut: Sut) -> None:
    sut.given(register(PLAN_A), claim())
    sut.refuses(update("a"), no_update())
    sut.refuses(batch("a"), empty_batch())


@each_report
def test_chk_1_drift_that_is_allowed_leaves_the_other_checks(sut: Sut, report: Report) -> None:
    sut.given(register(PLAN_A), claim())
    drifted = report("a", worktree=BOB, document_hash=NEW_HASH, allow_drift=True)
    sut.refuses(drifted, ownership_violation("a", ALICE, BOB))


@each_report
def test_chk_1_a_pending_substep_of_a_pending_step_names_its_own_status(
    sut: Sut, report: Report
) -> None:
    # Given a substep completed in a step that was given back
    sut.given(register(PLAN_A), claim(), batch("a1", remaining=True), complete("a1"))
    sut.given(release("a", ALICE))
    # Then nobody holds the substeps, and each one's own status is named
    sut.refuses(report("a1"), not_claimed("a1", "completed"))
    sut.refuses(report("a2"), not_claimed("a2", "pending"))


def test_chk_1_the_parents_holder_reports_on_a_substep_that_was_given_back(
    sut: Sut,
) -> None:
    # Given a pending substep of a held step
    sut.given(register(PLAN_A), claim(), release("a1", ALICE))
    # Then holding is judged on the parent
    assert sut.apply(update("a1", change_to("completed"))) == ItemsUpdated(1)
    assert sut.apply(batch("a1", entry(TASK, 0, "deferred", "no"))) == ItemsUpdated(1)


def test_chk_1_an_expired_lease_does_not_stop_the_holder(sut: Sut) -> None:
    # Given a lease that ended before the operation's time
    sut.given(register(PLAN_A), claim(now=-500, lease=1))
    assert sut.apply(update("a", change_to("completed"))) == ItemsUpdated(1)
    assert sut.apply(batch("a1", remaining=True)) == ItemsUpdated(1)


@each_report
def test_chk_9_completed_comes_after_the_holder_and_before_the_request(
    sut: Sut, report: Report
) -> None:
    # Given a step with a substep, both completed by alice, and one completed by the commit log
    sut.given(register(PLAN_A), claim(), batch("a1", remaining=True), complete("a1"))
    sut.refuses(report("a1"), not_claimed("a1", "completed"))
    sut.given(complete("a", force=True), reconcile(commit("b", "c1")))
    # Then another worker is told the holder, and alice the status, before any content
    sut.refuses(report("a", worktree=BOB), ownership_violation("a", ALICE, BOB))
    sut.refuses(report("a1", worktree=BOB), ownership_violation("a1", ALICE, BOB))
    sut.refuses(report("a"), not_claimed("a", "completed"))
    sut.refuses(report("a1"), not_claimed("a1", "completed"))
    sut.refuses(report("b"), not_claimed("b", "completed"))


@pytest.mark.parametrize(
    "operation",
    [
        update("a1", change_to("completed", TASK, 0)),
        update("a1", change_to("completed")),
        update("a1", change_to("open"), reopen=True),
        update("a1", change_to("bogus", TASK, 7)),
        batch("a1", entry(TASK, 0)),
        batch("a1", entry(TASK, 0, "deferred", "late")),
        batch("a1", remaining=True),
        batch("a1", entry("bogus", 7)),
    ],
)
def test_chk_9_items_of_a_completed_substep_are_frozen_also_when_nothing_would_change(
    sut: Sut, operation: Operation
) -> None:
    # Given a completed substep of a step that is still held
    sut.given(register(PLAN_A), claim(), batch("a1", remaining=True), complete("a1"))
    # Then neither its holder nor whoever takes the step over can change its items
    sut.refuses(operation, not_claimed("a1", "completed"))
    sut.given(claim(BOB, force=True))
    sut.refuses(operation, ownership_violation("a1", BOB, ALICE))
    # While the items of the unfinished sibling can be
    assert sut.checklist("a2") == [(OPEN, None)]
    assert sut.apply(batch("a2", remaining=True, worktree=BOB)) == ItemsUpdated(1)


def test_chk_1_a_note_needs_plan_and_holder(sut: Sut) -> None:
    sut.given(register(PLAN_A), claim(), release("a2", ALICE))
    sut.refuses(note("x", plan=OTHER_PLAN), unknown_plan(OTHER_PLAN))
    sut.refuses(note("x"), not_claimed("x", "unknown"))
    sut.refuses(note("b"), not_claimed("b", "pending"))
    sut.refuses(note("a", BOB), ownership_violation("a", ALICE, BOB))
    sut.refuses(note("a2", BOB), ownership_violation("a2", ALICE, BOB))
