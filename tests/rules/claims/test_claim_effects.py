"""CLM-8 to CLM-11: what a claim does, and how it is answered."""

from dataclasses import replace

from spec.vocabulary.claims import Claimed, NothingClaimable
from spec.vocabulary.items import Item
from spec.vocabulary.state import Step, StepStatus
from tests.cases import for_each
from tests.rules import builders as b
from tests.rules.suts import Sut

NESTED = b.document(
    b.step(
        "a",
        b.step("a1", items=b.listed(b.TASK, b.TASK)),
        b.step("a2", items=b.listed(b.TASK, b.TASK)),
        items=b.listed(b.TASK, b.TASK, b.TASK),
    )
)


@for_each("before", [None, b.ALICE, b.BOB])
def test_clm_8_a_claim_sets_holder_and_times_on_step_and_substeps(
    sut: Sut, before: str | None
) -> None:
    # Given a step with a substep and an item, new or begun by its next or another holder
    sut.given(
        b.register(b.document(b.step("a", b.step("a1"), items=b.listed(b.TASK)), b.step("b")))
    )
    if before:
        sut.given(b.claim(before), b.start("a", before), b.start("a1", before))
    # When it is claimed
    sut.given(b.claim(b.ALICE, now=40, lease=2, force=before == b.BOB))
    # Then step and substep are held alike, and the next step is untouched
    claimed = Step(
        "a",
        0,
        "Title of a",
        status=StepStatus.CLAIMED,
        claimed_by=b.ALICE,
        claimed_at=40,
        lease_expires_at=42,
        heartbeat_at=40,
        items=(Item(b.TASK, 0, "task at 0"),),
        claim_id=2 if before else 1,
    )
    assert sut.plan().steps == (
        claimed,
        replace(claimed, anchor="a1", index=1, title="Title of a1", parent="a", items=()),
        Step("b", 2, "Title of b"),
    )


def test_clm_9_and_chk_8_a_reclaim_opens_the_items_of_unfinished_substeps_only(sut: Sut) -> None:
    # Given own items completed, deferred and open; one substep completed, one half done
    sut.given(b.register(NESTED), b.claim())
    sut.given(b.batch("a", b.entry(b.TASK, 0), b.entry(b.TASK, 1, b.DEFERRED, "own")))
    sut.given(
        b.batch("a1", b.entry(b.TASK, 0, b.DEFERRED, "kept"), remaining=True), b.complete("a1")
    )
    sut.given(b.batch("a2", b.entry(b.TASK, 0), b.entry(b.TASK, 1, b.DEFERRED, "lost")))
    # When another worker takes the step over
    outcome = sut.apply(b.claim(b.BOB, now=101))
    # Then only the unfinished substep's items are open again, without a reason
    assert isinstance(outcome, Claimed)
    assert outcome.reclaimed
    assert sut.checklist("a") == [(b.COMPLETED, None), (b.DEFERRED, "own"), (b.OPEN, None)]
    assert sut.checklist("a1") == [(b.DEFERRED, "kept"), (b.COMPLETED, None)]
    assert sut.checklist("a2") == [(b.OPEN, None), (b.OPEN, None)]
    assert (sut.step("a1").claimed_by, sut.step("a2").claimed_by) == (b.ALICE, b.BOB)


def test_clm_9_the_holders_own_new_claim_is_a_reclaim_too(sut: Sut) -> None:
    # Given a substep with a completed item, which is pending
    sut.given(b.register(NESTED), b.claim(), b.batch("a2", b.entry(b.TASK, 0)), b.reset("a2"))
    # When the holder itself claims again at once
    outcome = sut.apply(b.claim())
    # Then it is told so, and has to look at the substep's items again
    assert outcome == Claimed("a", "Title of a", 0, 100, True, 0, 0, 2)
    assert sut.checklist("a2") == [(b.OPEN, None), (b.OPEN, None)]


def test_clm_10_the_answer_counts_what_is_left_after_the_claim(sut: Sut) -> None:
    # Given a chain, a free step, and a step under a lease that is over
    plan = b.document(
        b.step("a", b.step("a1")), b.step("b", needs=("a",)), b.step("c"), b.step("d"), b.step("e")
    )
    sut.given(b.register(plan), b.claim("one", lease=1), b.reconcile(b.commit("e", "c1")))
    sut.given(b.heartbeat("a", "one", lease=200), b.claim("two", lease=1))
    # When the next one claims while `c` has expired
    outcome = sut.apply(b.claim("three", now=50))
    # Then it gets `c`; ready is `d` alone, and `a`, `b`, `d` are not completed
    assert outcome == Claimed("c", "Title of c", 3, 150, True, 1, 3, 3)
    # And an expired claim is left, but not ready
    outcome = sut.apply(b.claim("four", now=201))
    assert outcome == Claimed("a", "Title of a", 0, 301, True, 1, 3, 4)


def test_clm_11_nothing_to_claim_counts_every_top_level_step_not_completed(
    sut: Sut,
) -> None:
    # Given one step completed, one held, one waiting
    sut.given(b.register(b.FAMILY), b.reconcile(b.commit("c", "c1")), b.claim())
    before = sut.state()
    # When another worker claims, then held and waiting steps count, substeps do not
    assert sut.apply(b.claim(b.BOB)) == NothingClaimable(False, 2)
    assert sut.state() == before
    # And only if all are completed the answer says so
    sut.given(b.complete("a", force=True), b.claim())
    assert sut.apply(b.claim(b.BOB)) == NothingClaimable(False, 1)
    sut.given(b.complete("b"))
    assert sut.apply(b.claim(b.BOB)) == NothingClaimable(True, 0)


def test_clm_9_a_claim_of_a_pending_step_changes_no_item(sut: Sut) -> None:
    # Given a step that is pending because its text changed, with work on a substep that did not
    before, after = b.listed(b.TASK), b.listed(b.TEST)
    part = b.step("a1", items=b.listed(b.TASK, b.TASK))
    sut.given(b.register(b.document(b.step("a", part, items=before))), b.claim())
    sut.given(b.batch("a1", b.entry(b.TASK, 0)))
    changed = b.document(b.step("a", part, items=after), document_hash=b.NEW_HASH)
    sut.given(b.register(changed))
    # When it is claimed
    outcome = sut.apply(b.claim(document_hash=b.NEW_HASH))
    # Then the work on the substep is left
    assert getattr(outcome, "reclaimed", None) is False
    assert sut.checklist("a1") == [(b.COMPLETED, None), (b.OPEN, None)]
