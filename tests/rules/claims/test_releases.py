"""CLM-14, CLM-15, CLM-16, CLM-18: how a step is given back, and by whose authority."""

from dataclasses import replace

from spec.vocabulary.claims import Claimed
from spec.vocabulary.completion import CommitLogEntry
from spec.vocabulary.holding import Released, ResetResult
from spec.vocabulary.operations import Operation
from spec.vocabulary.rejections import (
    Rejected,
    invalid_request,
    not_claimed,
    oversized_reason,
    ownership_violation,
    unknown_plan,
    unknown_step,
)
from spec.vocabulary.state import Step, StepStatus
from tests.cases import for_each
from tests.rules import builders as b
from tests.rules.suts import Sut

GIVING_BACK: list[Operation] = [b.release("a", b.ALICE), b.release("a", force=True), b.reset("a")]


@for_each("operation", GIVING_BACK)
def test_clm_14_clm_16_chk_8_and_cmp_8_giving_back_keeps_only_what_is_completed(
    sut: Sut, operation: Operation
) -> None:
    # Given a step with completed, deferred and open items on both levels
    sut.given(*b.WORK)
    finished, neighbour, notes = sut.step("a1"), sut.step("b"), sut.step("a").artifacts
    # When it is given back
    outcome = sut.apply(operation)
    # Then it and its unfinished substep are pending without any trace of a holder
    assert outcome in (Released(b.ALICE), ResetResult("a"))
    for anchor in ("a", "a2"):
        one = sut.step(anchor)
        assert one.status == StepStatus.PENDING
        assert (one.claimed_by, one.claimed_at, one.lease_expires_at) == (None, None, None)
        assert (one.heartbeat_at, one.started_at) == (None, None)
    # And completed items stay completed, others are open without a reason
    assert sut.checklist("a") == [(b.COMPLETED, None), (b.OPEN, None), (b.OPEN, None)]
    assert sut.checklist("a2") == [(b.COMPLETED, None), (b.OPEN, None), (b.OPEN, None)]
    # And the completed substep, the notes and the next step are untouched
    assert (sut.step("a1"), sut.step("b")) == (finished, neighbour)
    assert sut.step("a").artifacts == notes


@for_each("operation", GIVING_BACK)
def test_clm_14_and_clm_16_with_a_step_the_items_of_a_pending_substep_open(
    sut: Sut, operation: Operation
) -> None:
    # Given a deferral in a pending substep of a held step, when the step is given back,
    sut.given(b.register(b.FAMILY), b.claim(), b.release("a1", b.ALICE))
    sut.given(b.batch("a1", b.entry(b.TASK, 0, b.DEFERRED, "later")), operation)
    # then nothing is deferred.
    assert sut.checklist("a1") == [(b.OPEN, None)]


@for_each("operation", [b.release("a1", b.ALICE), b.release("a1", force=True), b.reset("a1")])
def test_clm_14_and_clm_16_a_substep_is_given_back_alone(sut: Sut, operation: Operation) -> None:
    # Given a held step with a deferred item and two substeps
    sut.given(b.register(b.UNFINISHED), b.claim(), b.start("a1"))
    sut.given(b.batch("a", b.entry(b.TASK, 0, b.DEFERRED, "own")))
    parent, sibling = sut.step("a"), sut.step("a2")
    # When one substep is given back
    assert sut.apply(operation) in (Released(b.ALICE), ResetResult("a1"))
    # Then it alone is as new
    fresh = Step("a1", 1, "Title of a1", parent="a", items=sut.step("a1").items)
    assert sut.step("a1") == fresh
    assert (sut.step("a"), sut.step("a2")) == (parent, sibling)


LONG, BOTH = "ü" * 250 + "a", invalid_request("both")
IN_ORDER: list[tuple[str, Operation, Rejected]] = [
    ("plan before authority", b.release("a", plan=b.OTHER_PLAN), unknown_plan(b.OTHER_PLAN)),
    ("neither, before the step", b.release("x"), invalid_request("neither")),
    ("both, before the step", b.release("x", b.ALICE, force=True), invalid_request("both")),
    ("neither, of a completed step", b.release("done"), invalid_request("neither")),
    ("both, of a pending step", b.release("free", b.BOB, force=True), invalid_request("both")),
    ("neither, of a held step", b.release("held"), invalid_request("neither")),
    ("both, by the holder", b.release("held", b.ALICE, force=True), invalid_request("both")),
    ("an empty name is a name", b.release("held", "", force=True), invalid_request("both")),
    ("too long, before the step", b.release("x", b.ALICE, reason=LONG), oversized_reason(501, 500)),
    ("both, before the size", b.release("x", b.ALICE, force=True, reason=LONG), BOTH),
    ("too long, by another", b.release("held", b.BOB, reason=LONG), oversized_reason(501, 500)),
    ("unknown step", b.release("x", b.ALICE), unknown_step("x")),
    ("unknown step, forced", b.release("x", force=True), unknown_step("x")),
    ("completed before owner", b.release("done", b.BOB), not_claimed("done", "completed")),
    ("completed, own", b.release("done", b.ALICE), not_claimed("done", "completed")),
    ("completed, forced", b.release("done", force=True), not_claimed("done", "completed")),
    ("pending before owner", b.release("free", b.BOB), not_claimed("free", "pending")),
    ("pending, forced", b.release("free", force=True), not_claimed("free", "pending")),
    ("pending substep", b.release("sub", b.ALICE), not_claimed("sub", "pending")),
    ("another holder", b.release("held", b.BOB), ownership_violation("held", b.ALICE, b.BOB)),
    (
        "another holder of a substep",
        b.release("two", b.BOB),
        ownership_violation("two", b.ALICE, b.BOB),
    ),
    (
        "an empty name holds nothing",
        b.release("held", ""),
        ownership_violation("held", b.ALICE, ""),
    ),
    ("reset: plan", b.reset("x", plan=b.OTHER_PLAN), unknown_plan(b.OTHER_PLAN)),
    ("reset: unknown step", b.reset("x"), unknown_step("x")),
    ("reset: completed", b.reset("done"), not_claimed("done", "completed")),
]


@for_each(("operation", "expected"), [one[1:] for one in IN_ORDER])
def test_clm_14_clm_15_and_clm_16_checks_come_in_their_order(
    sut: Sut, operation: Operation, expected: Rejected
) -> None:
    # Given a step completed by alice, one that she holds, with a pending substep, and a free one
    sut.given(
        b.register(
            b.document(b.step("done"), b.step("held", b.step("sub"), b.step("two")), b.step("free"))
        )
    )
    sut.given(b.claim(), b.complete("done"), b.claim(), b.release("sub", b.ALICE))
    # Then the first check that fails decides, and nothing changes
    sut.refuses(operation, expected)


def test_clm_16_a_pending_step_may_be_reset_and_its_deferred_items_open(
    sut: Sut,
) -> None:
    # Given a pending substep whose items its parent's holder completed and deferred
    sut.given(b.register(b.WORKED_ON), b.claim(), b.reset("a2"))
    sut.given(b.batch("a2", b.entry(b.TASK, 0), b.entry(b.TASK, 1, b.DEFERRED, "later")))
    # When the pending substep is reset
    assert sut.apply(b.reset("a2", now=9)) == ResetResult("a2")
    # Then what was completed stays so
    assert sut.checklist("a2") == [(b.COMPLETED, None), (b.OPEN, None), (b.OPEN, None)]
    # And a pending step without anything to reset is accepted, too
    before = sut.state()
    assert sut.apply(b.reset("b")) == ResetResult("b")
    assert sut.state() == before
    # And it is one ready step as before
    sut.given(b.release("a", b.ALICE), b.reset("a"))
    assert getattr(sut.apply(b.claim()), "remaining_ready", None) == 0


def test_clm_18_a_released_substep_waits_until_its_parent_is_claimed_again(
    sut: Sut,
) -> None:
    # Given a substep given back while its parent is held
    sut.given(b.register(b.FAMILY), b.claim(), b.release("a1", b.ALICE))
    # When its parent is started and renewed, and others claim and want it
    sut.given(b.start("a"), b.heartbeat("a"), b.claim(b.BOB))
    sut.refuses(b.start("a1"), not_claimed("a1", "pending"))
    sut.refuses(b.heartbeat("a1"), not_claimed("a1", "pending"))
    sut.refuses(b.complete("a1"), not_claimed("a1", "pending"))
    # Then it stays pending
    assert sut.step("a1").status == StepStatus.PENDING
    # And the next claim of the parent takes it along
    sut.given(b.claim(now=7))
    assert (sut.step("a1").status, sut.step("a1").claimed_by) == (StepStatus.CLAIMED, b.ALICE)


def test_a52_clm_14_clm_8_clm_10_a_reason_is_kept_until_the_next_claim(sut: Sut) -> None:
    # Given a substep that was released with a reason
    sut.given(b.register(b.FAMILY), b.claim(), b.complete("a1", force=True))
    sut.given(b.release("a2", b.ALICE, reason="no paint"))
    assert (sut.step("a").release_reason, sut.step("a2").release_reason) == (None, "no paint")
    # When its step is released, then the unfinished substep has the reason of that, or none
    sut.given(b.release("a", b.ALICE, reason="ü" * 250))
    assert reasons(sut)[:3] == ["ü" * 250, None, "ü" * 250]
    # When it is claimed, then the answer has the reason, and nothing else has it any more
    claimed = sut.apply(b.claim(b.BOB, now=5))
    assert isinstance(claimed, Claimed)
    assert claimed.release_reason == "ü" * 250
    assert set(reasons(sut)) == {None}
    sut.given(b.release("a2", force=True, reason="no paint"), b.release("a", b.BOB))
    assert set(reasons(sut)) == {None}


def test_a52_clm_14_only_a_claim_or_a_changed_text_ends_a_reason(sut: Sut) -> None:
    # Given steps that were released for a reason, one with a substep
    steps = (b.step("a", b.step("a1")), b.step("b"), b.step("c"))
    sut.given(b.register(b.document(*steps)), *map(b.claim, ("x", "y", "z")))
    sut.given(*(b.release(each.anchor, force=True, reason=each.anchor) for each in steps))
    # When one is reset, one completed by a commit and one changed, then that one has none
    sut.given(b.reset("a"), b.reconcile(CommitLogEntry(b.PLAN, "b", "a" * 40)))
    changed = (*steps[:2], replace(steps[2], title="Changed"))
    sut.given(b.register(b.document(*changed, document_hash=b.NEW_HASH)))
    assert reasons(sut) == ["a", "a", "b", None]


def reasons(sut: Sut) -> list[str | None]:
    """Return why each step and substep was released."""
    return [step.release_reason for step in sut.plan().steps]
