"""CHK-1, CHK-9: who may report on a step, and when, before the report itself is looked at."""

from collections.abc import Callable

from spec.vocabulary.checklists import ItemsUpdated
from spec.vocabulary.operations import Operation
from spec.vocabulary.rejections import (
    not_claimed,
    ownership_violation,
    plan_drift,
)
from tests.cases import for_each
from tests.rules import builders as b
from tests.rules.suts import Sut

Report = Callable[..., Operation]

each_report = for_each("report", [b.update, b.batch])
"""Both without any content, which is wrong in itself and is to be answered last."""

PLAN_A = b.document(
    b.step(
        "a",
        b.step("a1", items=b.listed(b.TASK)),
        b.step("a2", items=b.listed(b.TASK)),
        items=b.listed(b.TASK),
    ),
    b.step("b"),
)


@each_report
def test_chk_1_and_pln_3_the_holder_comes_before_the_request(sut: Sut, report: Report) -> None:
    # Given a step that alice holds, with a substep given back, and one that nobody holds
    sut.given(b.register(PLAN_A), b.claim(), b.release("a2", b.ALICE))
    # Then unknown, held by nobody, held by another come before what the request lacks
    sut.refuses(report("x"), not_claimed("x", "unknown"))
    sut.refuses(report("b"), not_claimed("b", "pending"))
    for anchor in ("a", "a1", "a2"):
        lost = ownership_violation(anchor, b.ALICE, b.BOB)
        sut.refuses(report(anchor, worktree=b.BOB), lost)
        sut.refuses(report(anchor, worktree=b.BOB, allow_drift=True), lost)
    sut.refuses(b.note("x"), not_claimed("x", "unknown"))
    sut.refuses(b.note("b"), not_claimed("b", "pending"))
    # And drift comes before all of these
    sut.refuses(report("b", document_hash=b.NEW_HASH), plan_drift(b.HASH, b.NEW_HASH))


@each_report
def test_chk_1_a_pending_substep_of_a_pending_step_names_its_own_status(
    sut: Sut, report: Report
) -> None:
    # Given a substep completed in a step that was given back
    sut.given(b.register(PLAN_A), b.claim(), b.batch("a1", remaining=True), b.complete("a1"))
    sut.given(b.release("a", b.ALICE))
    # Then nobody holds the substeps, and each one's own status is named
    sut.refuses(report("a1"), not_claimed("a1", "completed"))
    sut.refuses(report("a2"), not_claimed("a2", "pending"))


def test_chk_1_the_parents_holder_reports_on_a_substep_that_was_given_back(
    sut: Sut,
) -> None:
    # Given a pending substep of a held step
    sut.given(b.register(PLAN_A), b.claim(), b.release("a1", b.ALICE))
    # Then holding is judged on the parent
    assert sut.apply(b.update("a1", b.change("completed"))) == ItemsUpdated(1)
    assert sut.apply(b.batch("a1", b.entry(b.TASK, 0, "deferred", "no"))) == ItemsUpdated(1)
    # And after the end of its lease
    assert sut.apply(b.update("a2", b.change("completed"), now=900)) == ItemsUpdated(1)
    sut.given(b.note("a2", now=900))


@for_each(
    "operation",
    [
        b.update("a1", b.change("completed", b.TASK, 0)),
        b.update("a1", b.change("completed")),
        b.update("a1", b.change("open"), reopen=True),
        b.update("a1", b.change("bogus", b.TASK, 7)),
        b.batch("a1", b.entry(b.TASK, 0)),
        b.batch("a1", b.entry(b.TASK, 0, "deferred", "late")),
        b.batch("a1", remaining=True),
        b.batch("a1", b.entry("bogus", 7)),
    ],
)
def test_chk_9_items_of_a_completed_substep_are_frozen_also_when_nothing_would_change(
    sut: Sut, operation: Operation
) -> None:
    # Given a completed substep of a step that is still held
    sut.given(b.register(PLAN_A), b.claim(), b.batch("a1", remaining=True), b.complete("a1"))
    # Then neither its holder nor whoever takes the step over can change its items
    sut.refuses(operation, not_claimed("a1", "completed"))
    sut.given(b.claim(b.BOB, force=True))
    sut.refuses(operation, ownership_violation("a1", b.BOB, b.ALICE))
    # While the items of the unfinished sibling can be
    assert sut.checklist("a2") == [(b.OPEN, None)]
    assert sut.apply(b.batch("a2", remaining=True, worktree=b.BOB)) == ItemsUpdated(1)
