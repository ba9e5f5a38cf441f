"""CLM-14, CLM-15, CLM-16, CLM-18: how a step is given back, and by whose authority."""

import pytest

from spec.vocabulary.holding import Released, ResetResult
from spec.vocabulary.operations import Operation
from spec.vocabulary.rejections import (
    Rejected,
    invalid_request,
    not_claimed,
    ownership_violation,
    unknown_plan,
    unknown_step,
)
from spec.vocabulary.state import Step, StepStatus
from tests.rules.builders import (
    ALICE,
    BOB,
    COMPLETED,
    DEFERRED,
    FAMILY,
    OPEN,
    OTHER_PLAN,
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
    reset,
    start,
    step,
)
from tests.rules.suts import Sut

WORKED_ON = document(
    step(
        "a",
        step("a1", items=listed(TASK, TASK)),
        step("a2", items=listed(TASK, TASK, TASK)),
        items=listed(TASK, TASK, TASK),
    ),
    step("b"),
)


def give_work(sut: Sut) -> None:
    """Alice holds `a`: one substep completed, everything else half done, all started."""
    sut.given(register(WORKED_ON), claim(), start("a", now=1), start("a2", now=2), note("a"))
    sut.given(batch("a", entry(TASK, 0), entry(TASK, 1, DEFERRED, "own")))
    sut.given(batch("a1", entry(TASK, 0, DEFERRED, "kept"), remaining=True), complete("a1"))
    sut.given(batch("a2", entry(TASK, 0), entry(TASK, 1, DEFERRED, "lost")))


GIVING_BACK: list[Operation] = [release("a", ALICE), release("a", force=True), reset("a")]


@pytest.mark.parametrize("operation", GIVING_BACK, ids=["own", "forced", "reset"])
def test_clm_14_and_clm_16_giving_back_keeps_only_what_is_completed(
    sut: Sut, operation: Operation
) -> None:
    # Given a step with completed, deferred and open items on both levels
    give_work(sut)
    finished, neighbour, notes = sut.step("a1"), sut.step("b"), sut.step("a").artifacts
    # When it is given back
    outcome = sut.apply(operation)
    # Then it and its unfinished substep are pending without any trace of a holder
    assert outcome in (Released(ALICE), ResetResult("a"))
    for anchor in ("a", "a2"):
        one = sut.step(anchor)
        assert one.status == StepStatus.PENDING
        assert (one.claimed_by, one.claimed_at, one.lease_expires_at) == (None, None, None)
        assert (one.heartbeat_at, one.started_at) == (None, None)
    # And completed items stay completed, others are open without a reason
    assert sut.checklist("a") == [(COMPLETED, None), (OPEN, None), (OPEN, None)]
    assert sut.checklist("a2") == [(COMPLETED, None), (OPEN, None), (OPEN, None)]
    # And the completed substep, the notes and the next step are untouched
    assert (sut.step("a1"), sut.step("b")) == (finished, neighbour)
    assert sut.step("a").artifacts == notes


def test_clm_14_a_release_answers_who_held_the_step(sut: Sut) -> None:
    sut.given(register(FAMILY), claim(ALICE), claim(BOB))
    assert sut.apply(release("a", ALICE)) == Released(ALICE)
    assert sut.apply(release("c", force=True)) == Released(BOB)


def test_clm_14_the_holder_may_release_after_its_lease(sut: Sut) -> None:
    sut.given(register(FAMILY), claim(lease=1))
    assert sut.apply(release("a", ALICE, now=5000)) == Released(ALICE)


@pytest.mark.parametrize(
    "operation", [release("a1", ALICE), release("a1", force=True), reset("a1")]
)
def test_clm_14_and_clm_16_a_substep_is_given_back_alone(sut: Sut, operation: Operation) -> None:
    # Given a held step with two substeps
    sut.given(register(FAMILY), claim(), start("a1"))
    parent, sibling = sut.step("a"), sut.step("a2")
    # When one substep is given back
    assert sut.apply(operation) in (Released(ALICE), ResetResult("a1"))
    # Then it alone is as new
    fresh = Step("a1", 1, "Title of a1", parent="a", items=sut.step("a1").items)
    assert sut.step("a1") == fresh
    assert (sut.step("a"), sut.step("a2")) == (parent, sibling)


IN_ORDER: list[tuple[str, Operation, Rejected]] = [
    ("plan before authority", release("a", plan=OTHER_PLAN), unknown_plan(OTHER_PLAN)),
    ("neither, before the step", release("x"), invalid_request("neither")),
    ("both, before the step", release("x", ALICE, force=True), invalid_request("both")),
    ("neither, of a completed step", release("done"), invalid_request("neither")),
    ("both, of a pending step", release("free", BOB, force=True), invalid_request("both")),
    ("neither, of a held step", release("held"), invalid_request("neither")),
    ("both, by the holder", release("held", ALICE, force=True), invalid_request("both")),
    ("an empty name is a name", release("held", "", force=True), invalid_request("both")),
    ("unknown step", release("x", ALICE), unknown_step("x")),
    ("unknown step, forced", release("x", force=True), unknown_step("x")),
    ("completed before owner", release("done", BOB), not_claimed("done", "completed")),
    ("completed, own", release("done", ALICE), not_claimed("done", "completed")),
    ("completed, forced", release("done", force=True), not_claimed("done", "completed")),
    ("pending before owner", release("free", BOB), not_claimed("free", "pending")),
    ("pending, forced", release("free", force=True), not_claimed("free", "pending")),
    ("pending substep", release("sub", ALICE), not_claimed("sub", "pending")),
    ("another holder", release("held", BOB), ownership_violation("held", ALICE, BOB)),
    ("another holder of a substep", release("two", BOB), ownership_violation("two", ALICE, BOB)),
    ("an empty name holds nothing", release("held", ""), ownership_violation("held", ALICE, "")),
    ("reset: plan", reset("x", plan=OTHER_PLAN), unknown_plan(OTHER_PLAN)),
    ("reset: unknown step", reset("x"), unknown_step("x")),
    ("reset: completed", reset("done"), not_claimed("done", "completed")),
]


@pytest.mark.parametrize(
    ("operation", "expected"), [one[1:] for one in IN_ORDER], ids=[one[0] for one in IN_ORDER]
)
def test_clm_14_clm_15_and_clm_16_checks_come_in_their_order(
    sut: Sut, operation: Operation, expected: Rejected
) -> None:
    # Given a step completed by alice, one that she holds, with a pending substep, and a free one
    sut.given(
        register(document(step("done"), step("held", step("sub"), step("two")), step("free")))
    )
    sut.given(claim(), complete("done"), claim(), release("sub", ALICE))
    # Then the first check that fails decides, and nothing changes
    sut.refuses(operation, expected)


def test_clm_14_who_lost_a_step_cannot_release_it(sut: Sut) -> None:
    sut.given(register(FAMILY), claim(lease=1), claim(BOB, now=2))
    sut.refuses(release("a", ALICE, now=3), ownership_violation("a", BOB, ALICE))


def test_clm_16_a_pending_step_may_be_reset_and_its_deferred_items_open(
    sut: Sut,
) -> None:
    # Given a pending substep whose items its parent's holder completed and deferred
    sut.given(register(WORKED_ON), claim(), reset("a2"))
    sut.given(batch("a2", entry(TASK, 0), entry(TASK, 1, DEFERRED, "later")))
    # When the pending substep is reset
    assert sut.apply(reset("a2", now=9)) == ResetResult("a2")
    # Then what was completed stays so
    assert sut.checklist("a2") == [(COMPLETED, None), (OPEN, None), (OPEN, None)]
    # And a pending step without anything to reset is accepted, too
    before = sut.state()
    assert sut.apply(reset("b")) == ResetResult("b")
    assert sut.state() == before


def test_clm_16_a_reset_of_a_pending_step_reaches_its_substeps(sut: Sut) -> None:
    # Given a pending step one of whose substeps is completed by the commit log
    sut.given(register(WORKED_ON), reconcile(commit("a1", "c1")))
    before = sut.state()
    assert sut.apply(reset("a")) == ResetResult("a")
    assert sut.state() == before


def test_clm_18_a_released_substep_waits_until_its_parent_is_claimed_again(
    sut: Sut,
) -> None:
    # Given a substep given back while its parent is held
    sut.given(register(FAMILY), claim(), release("a1", ALICE))
    # When its parent is started and renewed, and others claim and want it
    sut.given(start("a"), claim(BOB))
    sut.refuses(start("a1"), not_claimed("a1", "pending"))
    sut.refuses(complete("a1"), not_claimed("a1", "pending"))
    # Then it stays pending
    assert sut.step("a1").status == StepStatus.PENDING
    # And the next claim of the parent takes it along
    sut.given(claim(now=7))
    assert (sut.step("a1").status, sut.step("a1").claimed_by) == (StepStatus.CLAIMED, ALICE)
