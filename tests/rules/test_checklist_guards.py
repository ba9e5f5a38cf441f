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

from .builders import (
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
from .builders import change as change_to
from .driver import Side


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
def test_chk_1_the_plan_comes_before_drift(side: Side, report: Report) -> None:
    side.given(register(PLAN_A))
    side.refuses(report("a", plan=OTHER_PLAN, document_hash=NEW_HASH), unknown_plan(OTHER_PLAN))


@each_report
def test_chk_1_drift_comes_before_the_step_and_its_holder(side: Side, report: Report) -> None:
    side.given(register(PLAN_A), claim())
    for anchor in ("x", "a", "b"):
        side.refuses(
            report(anchor, worktree=BOB, document_hash=NEW_HASH), plan_drift(HASH, NEW_HASH)
        )


@each_report
def test_chk_1_the_holder_comes_before_the_request(side: Side, report: Report) -> None:
    # Given a step that alice holds, with a substep given back, and one that nobody holds
    side.given(register(PLAN_A), claim(), release("a2", ALICE))
    # Then unknown, held by nobody, held by another come before what the request lacks
    side.refuses(report("x"), not_claimed("x", "unknown"))
    side.refuses(report("b"), not_claimed("b", "pending"))
    side.refuses(report("a", worktree=BOB), ownership_violation("a", ALICE, BOB))
    side.refuses(report("a1", worktree=BOB), ownership_violation("a1", ALICE, BOB))
    side.refuses(report("a2", worktree=BOB), ownership_violation("a2", ALICE, BOB))


def test_chk_1_the_request_comes_last(side: Side) -> None:
    side.given(register(PLAN_A), claim())
    side.refuses(update("a"), no_update())
    side.refuses(batch("a"), empty_batch())


@each_report
def test_chk_1_drift_that_is_allowed_leaves_the_other_checks(side: Side, report: Report) -> None:
    side.given(register(PLAN_A), claim())
    drifted = report("a", worktree=BOB, document_hash=NEW_HASH, allow_drift=True)
    side.refuses(drifted, ownership_violation("a", ALICE, BOB))


@each_report
def test_chk_1_a_pending_substep_of_a_pending_step_names_its_own_status(
    side: Side, report: Report
) -> None:
    # Given a substep completed in a step that was given back
    side.given(register(PLAN_A), claim(), batch("a1", remaining=True), complete("a1"))
    side.given(release("a", ALICE))
    # Then nobody holds the substeps, and each one's own status is named
    side.refuses(report("a1"), not_claimed("a1", "completed"))
    side.refuses(report("a2"), not_claimed("a2", "pending"))


def test_chk_1_the_parents_holder_reports_on_a_substep_that_was_given_back(side: Side) -> None:
    # Given a pending substep of a held step
    side.given(register(PLAN_A), claim(), release("a1", ALICE))
    # Then holding is judged on the parent
    assert side.do(update("a1", change_to("completed"))) == ItemsUpdated(1)
    assert side.do(batch("a1", entry(TASK, 0, "deferred", "no"))) == ItemsUpdated(1)


def test_chk_1_an_expired_lease_does_not_stop_the_holder(side: Side) -> None:
    # Given a lease that ended before the operation's time
    side.given(register(PLAN_A), claim(now=-500, lease=1))
    assert side.do(update("a", change_to("completed"))) == ItemsUpdated(1)
    assert side.do(batch("a1", remaining=True)) == ItemsUpdated(1)


@each_report
def test_chk_9_completed_comes_after_the_holder_and_before_the_request(
    side: Side, report: Report
) -> None:
    # Given a step with a substep, both completed by alice, and one completed by history
    side.given(register(PLAN_A), claim(), batch("a1", remaining=True), complete("a1"))
    side.refuses(report("a1"), not_claimed("a1", "completed"))
    side.given(complete("a", force=True), reconcile(commit("b", "c1")))
    # Then another worker is told the holder, and alice the status, before any content
    side.refuses(report("a", worktree=BOB), ownership_violation("a", ALICE, BOB))
    side.refuses(report("a1", worktree=BOB), ownership_violation("a1", ALICE, BOB))
    side.refuses(report("a"), not_claimed("a", "completed"))
    side.refuses(report("a1"), not_claimed("a1", "completed"))
    side.refuses(report("b"), not_claimed("b", "completed"))


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
    side: Side, operation: Operation
) -> None:
    # Given a completed substep of a step that is still held
    side.given(register(PLAN_A), claim(), batch("a1", remaining=True), complete("a1"))
    # Then neither its holder nor whoever takes the step over can change its items
    side.refuses(operation, not_claimed("a1", "completed"))
    side.given(claim(BOB, force=True))
    side.refuses(operation, ownership_violation("a1", BOB, ALICE))
    # While the items of the unfinished sibling can be
    assert side.checklist("a2") == [(OPEN, None)]
    assert side.do(batch("a2", remaining=True, worktree=BOB)) == ItemsUpdated(1)


def test_chk_1_a_note_needs_plan_and_holder(side: Side) -> None:
    side.given(register(PLAN_A), claim(), release("a2", ALICE))
    side.refuses(note("x", plan=OTHER_PLAN), unknown_plan(OTHER_PLAN))
    side.refuses(note("x"), not_claimed("x", "unknown"))
    side.refuses(note("b"), not_claimed("b", "pending"))
    side.refuses(note("a", BOB), ownership_violation("a", ALICE, BOB))
    side.refuses(note("a2", BOB), ownership_violation("a2", ALICE, BOB))
