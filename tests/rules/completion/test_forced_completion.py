"""CMP-4, CMP-5, CMP-8: forced completion, and that completed is final."""

from dataclasses import replace

from spec.vocabulary.claims import Claimed
from spec.vocabulary.completion import AlreadyCompleted, Complete, StepCompleted
from spec.vocabulary.items import ItemStatus
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.state import StepStatus
from tests.cases import for_each
from tests.rules import builders as b
from tests.rules.suts import Sut


@for_each("more", [(), (b.batch("a2", remaining=True),)])
def test_chk_8_cmp_4_cmp_5_and_cmp_8_force_completes_what_is_left_and_records_the_reason(
    sut: Sut, more: tuple[Operation, ...]
) -> None:
    # Given a step with substeps in every status, one with an open item or a deferred one alone
    sut.given(*b.WORK, *more)
    before = {one.anchor: one for one in sut.plan().steps}
    # When the holder forces completion
    outcome = sut.apply(b.complete("a", now=9, force=True, reason="Out of time"))
    # Then step and unfinished substeps are completed alike, whatever their status was
    assert outcome == StepCompleted(True, False)
    for anchor in ("a", "a2", "a3"):
        done = tuple(
            replace(one, status=ItemStatus.COMPLETED, reason=None) for one in before[anchor].items
        )
        assert sut.step(anchor) == replace(
            before[anchor],
            status=StepStatus.COMPLETED,
            lease_expires_at=None,
            completed_at=9,
            complete_reason="Out of time",
            items=done,
        )
    # And the substep that was completed before is as it was
    assert sut.step("a1") == before["a1"]


@for_each(
    ("given", "stored"),
    [
        (None, "forced completion"),
        ("", "forced completion"),
        (" ", " "),
        ("Reviewed by hand", "Reviewed by hand"),
    ],
)
def test_cmp_4_the_reason_is_the_given_text_or_the_default(
    sut: Sut, given: str | None, stored: str
) -> None:
    sut.given(*b.WORK)
    assert sut.apply(b.complete("a", force=True, reason=given)) == StepCompleted(True, False)
    assert (sut.step("a").complete_reason, sut.step("a2").complete_reason) == (stored, stored)


def test_cmp_4_the_reason_is_stored_where_nothing_is_left_too(sut: Sut) -> None:
    sut.given(b.register(b.document(b.step("a"))), b.claim())
    sut.given(b.complete("a", force=True, reason="Enough"))
    assert sut.step("a").complete_reason == "Enough"


def test_cmp_4_what_waits_for_substeps_is_ready_when_force_has_completed_them(sut: Sut) -> None:
    # Given steps that wait for another step and a substep, which is completed before or by force,
    # and a substep that waits for one too
    parts = (b.step("a1"), b.step("a2"))
    waiting = [b.step(f"after-{part.anchor}", needs=(part.anchor, "z")) for part in parts]
    last = b.step("z", b.step("z1", needs=("a2",)))
    sut.given(b.register(b.document(b.step("a", *parts), *waiting, last)))
    sut.given(b.claim(), b.complete("a1"), b.complete("a", force=True))
    # Then they wait for the other step still, and for nothing when it is completed
    assert sut.apply(b.claim()) == Claimed("z", "Title of z", 5, 100, False, 0, 2, 2)
    sut.given(b.complete("z", force=True))
    assert sut.apply(b.claim()) == Claimed("after-a1", "Title of after-a1", 3, 100, False, 1, 1, 3)


LATER: list[Operation] = [
    b.register(b.WORKED_ON),
    b.claim(force=True, now=10_000),
    b.claim(b.BOB, force=True, now=10_000),
    b.start("a"),
    b.heartbeat("a"),
    b.heartbeat("a1"),
    b.release("a", b.ALICE),
    b.release("a", force=True),
    b.release("a1", force=True),
    b.reset("a"),
    b.reset("a1"),
    b.update("a", b.change("open"), reopen=True),
    b.batch("a1", b.entry(b.TASK, 0, b.DEFERRED, "again")),
    b.complete("a"),
    b.complete("a1", b.BOB, claim_id=99),
    b.complete("a", force=True, reason="again"),
]


@for_each("operation", LATER)
def test_cmp_8_and_cmp_11_nothing_leaves_completed(sut: Sut, operation: Operation) -> None:
    # Given a completed step with its substeps, while another waits
    sut.given(*b.WORK)
    sut.given(b.complete("a", now=5, force=True))
    before = sut.plan().steps[:4]
    # When anything is tried on it
    outcome = sut.apply(operation)
    # Then it is refused, for another step, or done before; nothing of the completed ones changes
    assert sut.plan().steps[:4] == before
    accepted = isinstance(operation, Register | Complete) or operation in LATER[1:3]
    assert isinstance(outcome, Rejected) != accepted
    assert not isinstance(operation, Complete) or outcome == AlreadyCompleted(False)
