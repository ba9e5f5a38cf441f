"""Each amendment, on the model: what happened without it, and what happens with it."""

from dataclasses import replace

from spec.editions import CURRENT, EDITION_2026_1, ORIGIN, SEEDS, Edition
from spec.vocabulary.checklists import ItemsUpdated
from spec.vocabulary.claims import Claimed, NothingClaimable
from spec.vocabulary.completion import HashMismatch, Reconciled
from spec.vocabulary.holding import Released
from spec.vocabulary.plans import Registered
from spec.vocabulary.rejections import (
    empty_batch,
    incomplete_checklist,
    invalid_request,
    missing_reason,
    not_claimed,
    ownership_violation,
    plan_drift,
    plan_without_steps,
)
from spec.vocabulary.state import PlanStatus, StepStatus
from tests.cases import for_each
from tests.rules import builders as b
from tests.rules.suts import ModelSut

ONE = b.document(b.step("a", items=b.listed(b.TASK, b.TASK)))
RECLAIMED = Claimed("a", "Title of a", 0, 100, True, 0, 0)
SECOND_CLAIM = replace(RECLAIMED, claim_id=2)


def held(edition: Edition) -> ModelSut:
    """Alice holds `a`, with two open tasks, until 100."""
    sut = ModelSut(edition)
    sut.given(b.register(ONE), b.claim())
    return sut


def test_a01_clm_5_auto_reclaim() -> None:
    # Without it the holder waits for its own lease; with it, the holder goes on at once
    assert held(ORIGIN).apply(b.claim(now=100)) == NothingClaimable(False, 1)
    assert isinstance(held(ORIGIN).apply(b.claim(now=101)), Claimed)
    assert held(SEEDS).apply(b.claim()) == RECLAIMED
    assert held(CURRENT).apply(b.claim()) == SECOND_CLAIM


def test_a02_clm_14_release() -> None:
    # Without it there is no release at all; with it the step is free again
    held(ORIGIN).refuses(b.release("a", b.ALICE), invalid_request("release"))
    held(ORIGIN).refuses(b.release("x"), invalid_request("release"))
    assert held(SEEDS).apply(b.release("a", b.ALICE)) == Released(b.ALICE)
    assert held(CURRENT).apply(b.release("a", b.ALICE)) == Released(b.ALICE)


def test_a03_clm_6_force_claim() -> None:
    # Without it force is no help; with it the step changes hands at once
    assert held(ORIGIN).apply(b.claim(b.BOB, force=True)) == NothingClaimable(False, 1)
    assert held(SEEDS).apply(b.claim(b.BOB, force=True)) == RECLAIMED
    assert held(CURRENT).apply(b.claim(b.BOB, force=True)) == SECOND_CLAIM


def test_a04_chk_4_chk_6_chk_7_complete_remaining() -> None:
    # Without it an empty batch is refused, and the flag of any other says nothing
    origin = held(ORIGIN)
    origin.refuses(b.batch("a", remaining=True), empty_batch())
    assert origin.apply(b.batch("a", b.entry(b.TASK, 0), remaining=True)) == ItemsUpdated(1)
    assert origin.checklist("a") == [(b.COMPLETED, None), (b.OPEN, None)]
    # With it both complete what is open, and count it
    for edition in (SEEDS, CURRENT):
        assert held(edition).apply(b.batch("a", remaining=True)) == ItemsUpdated(2)
        assert held(edition).apply(
            b.batch("a", b.entry(b.TASK, 0), remaining=True)
        ) == ItemsUpdated(2)


def test_a12_pln_4_pln_7_resync() -> None:
    changed = b.register(b.document(b.step("z"), document_hash=b.NEW_HASH))
    # Without it registering a known plan does nothing, and drift stays for ever
    for edition in (ORIGIN, SEEDS):
        sut = held(edition)
        before = sut.state()
        assert sut.apply(changed) == Registered(True)
        # PLN-2 whatever the hash: not even a document without steps is looked at
        assert sut.apply(b.register(b.document(document_hash=b.NEW_HASH))) == Registered(True)
        assert sut.state() == before
        sut.refuses(b.claim(document_hash=b.NEW_HASH), plan_drift(b.HASH, b.NEW_HASH))
    # With it a document without steps is looked at, refused, and changes nothing
    sut = held(CURRENT)
    sut.refuses(b.register(b.document(document_hash=b.NEW_HASH)), plan_without_steps())
    # And the plan is brought up to date
    assert sut.apply(changed) == Registered(False, 1, 0, 0, 0, True, 0, 1, removed_steps=("a",))
    assert isinstance(sut.apply(b.claim(document_hash=b.NEW_HASH)), Claimed)


def test_a14_cmp_1_ownership_first() -> None:
    # Without it a worker that lost the step is told about items, and never who holds it
    for edition in (ORIGIN, SEEDS):
        sut = held(edition)
        sut.refuses(b.complete("a", b.BOB), incomplete_checklist(2))
        sut.given(b.update("a", b.change("completed")))
        sut.refuses(b.complete("a", b.BOB), not_claimed("a", "claimed"))
        sut.refuses(b.complete("a", b.BOB, force=True), not_claimed("a", "claimed"))
    # With it the holder comes first
    held(CURRENT).refuses(b.complete("a", b.BOB), ownership_violation("a", b.ALICE, b.BOB))


@for_each(
    ("edition", "items"),
    [
        (ORIGIN, [(b.DEFERRED, "later"), (b.OPEN, None)]),
        (SEEDS, [(b.DEFERRED, "later"), (b.OPEN, None)]),
        (CURRENT, [(b.COMPLETED, None)] * 2),
    ],
)
def test_a16_cmp_5_force_cascade(edition: Edition, items: list[tuple[str, str | None]]) -> None:
    # Given a substep with a deferred and an open item
    sut = ModelSut(edition)
    sut.given(
        b.register(b.FAMILY), b.claim(), b.batch("a2", b.entry(b.TASK, 0, b.DEFERRED, "later"))
    )
    # When its step is completed by force, then so is the substep, but its items only now
    sut.given(b.complete("a", force=True))
    assert sut.step("a2").status == StepStatus.COMPLETED
    assert sut.checklist("a2") == items


def test_a17_chk_8_reason_with_deferral() -> None:
    # Without it the reason outlives the deferral, however that ends
    for edition in (ORIGIN, SEEDS):
        sut = held(edition)
        sut.given(
            b.batch("a", b.entry(b.TASK, 0, b.DEFERRED, "x"), b.entry(b.TASK, 1, b.DEFERRED, "y"))
        )
        sut.given(b.update("a", b.change("completed", b.TASK, 0)))
        sut.given(b.update("a", b.change("open", b.TASK, 1), reopen=True))
        assert sut.checklist("a") == [(b.COMPLETED, "x"), (b.OPEN, "y")]
    # With it the reason goes
    sut = held(CURRENT)
    sut.given(
        b.batch("a", b.entry(b.TASK, 0, b.DEFERRED, "x")), b.update("a", b.change("completed"))
    )
    assert sut.checklist("a") == [(b.COMPLETED, None)] * 2


def test_a17_chk_3_bulk_statuses_are_validated() -> None:
    # Without it a bulk update stores any word, a deferral without a reason included
    for edition in (ORIGIN, SEEDS):
        sut = held(edition)
        assert sut.apply(b.update("a", b.change("deferred"))) == ItemsUpdated(2)
        assert sut.checklist("a") == [(b.DEFERRED, None)] * 2
        assert sut.apply(b.update("a", b.change("whatever", b.TASK))) == ItemsUpdated(2)
        assert sut.checklist("a") == [("whatever", None)] * 2
        assert sut.apply(b.update("a", b.change("open"))) == ItemsUpdated(2)
        # While the word for a single item was looked at before, too
        sut.refuses(b.update("a", b.change("deferred", b.TASK, 0)), missing_reason())
    held(CURRENT).refuses(b.update("a", b.change("deferred")), missing_reason())


def test_a18_chk_9_frozen_when_completed() -> None:
    reopening = b.update("a1", b.change("open"), reopen=True)
    for edition in (ORIGIN, SEEDS, CURRENT):
        # Given a completed substep of a held step
        sut = ModelSut(edition)
        sut.given(b.register(b.FAMILY), b.claim(), b.update("a1", b.change("completed")))
        sut.given(b.complete("a1"))
        # When its items are to be opened again
        if edition is CURRENT:
            # Then they cannot be
            sut.refuses(reopening, not_claimed("a1", "completed"))
        else:
            # Then a completed substep has open items
            assert sut.apply(reopening) == ItemsUpdated(1)
            assert sut.step("a1").status == StepStatus.COMPLETED
            assert sut.checklist("a1") == [(b.OPEN, None)]


def test_a18_chk_9_a_completed_top_level_step_is_held_by_nobody_in_any_edition() -> None:
    for edition in (ORIGIN, SEEDS, EDITION_2026_1, CURRENT):
        # Given a completed step whose holder is still known
        sut = held(edition)
        sut.given(b.update("a", b.change("completed")), b.complete("a"))
        # Then its items are out of reach, for updates and batches
        sut.refuses(b.update("a", b.change("open"), reopen=True), not_claimed("a", "completed"))
        sut.refuses(b.batch("a", b.entry(b.TASK, 0)), not_claimed("a", "completed"))
    # And so are those of the substeps that the seeds leave unfinished below it
    for edition in (ORIGIN, SEEDS):
        sut = ModelSut(edition)
        sut.given(b.register(b.FAMILY), b.claim(), b.reconcile(b.commit("a", "new")))
        assert sut.step("a1").status == StepStatus.CLAIMED
        sut.refuses(b.update("a1", b.change("completed")), not_claimed("a1", "claimed"))


def test_a02_clm_15_a_release_that_gives_both_is_refused_wherever_there_is_one() -> None:
    for edition in (SEEDS, EDITION_2026_1, CURRENT):
        held(edition).refuses(b.release("a", b.ALICE, force=True), invalid_request("both"))


def test_a19_clm_15_release_names_authority() -> None:
    # Without it a release by nobody ends a live claim
    assert held(SEEDS).apply(b.release("a")) == Released(b.ALICE)
    held(SEEDS).refuses(b.release("a", b.BOB), ownership_violation("a", b.ALICE, b.BOB))
    # With it that is refused
    held(CURRENT).refuses(b.release("a"), invalid_request("neither"))


def test_a37_chk_5_kept_reason() -> None:
    # Given a deferred item, when it is deferred again for another reason
    for edition, reason in ((SEEDS, "new"), (EDITION_2026_1, "old"), (CURRENT, "new")):
        sut = held(edition)
        sut.given(b.batch("a", b.entry(b.TASK, 0, b.DEFERRED, "old")))
        sut.given(b.batch("a", b.entry(b.TASK, 0, b.DEFERRED, "new")))
        # Then only the edition with the amendment keeps the old one
        assert sut.item("a", b.TASK, 0).reason == reason


def test_a38_chk_7_changes_counted() -> None:
    # Given a completed item, when it is completed once more and the rest is, too
    again = b.batch("a", b.entry(b.TASK, 0), remaining=True)
    for edition, counted in ((ORIGIN, 1), (SEEDS, 2), (EDITION_2026_1, 1), (CURRENT, 1)):
        sut = held(edition)
        sut.given(b.batch("a", b.entry(b.TASK, 0)))
        # Then without the amendment its entry counts, and with it what changes
        assert sut.apply(again) == ItemsUpdated(counted)


def test_a39_clm_14_release_names_status() -> None:
    # Given a completed step, when it is released
    for edition, status in (
        (SEEDS, "cannot release completed step"),
        (EDITION_2026_1, "completed"),
        (CURRENT, "completed"),
    ):
        sut = held(edition)
        sut.given(b.update("a", b.change("completed")), b.complete("a"))
        # Then the seeds' words stand where the amendment wants the status
        sut.refuses(b.release("a", b.ALICE), not_claimed("a", status))


def test_a20_cmp_10_reconcile_newest() -> None:
    commit_log = [b.commit("a", "new"), b.commit("a", "old")]
    for edition in (ORIGIN, SEEDS):
        # Without it the older commit is reported, and by force it wins
        sut = ModelSut(edition)
        sut.given(b.register(b.FAMILY))
        mismatch = HashMismatch("a", "new", "old")
        assert sut.apply(b.reconcile(*commit_log)) == Reconciled(1, (mismatch,))
        assert sut.apply(b.reconcile(*commit_log, force=True)) == Reconciled(1)
        assert sut.step("a").commit_hash == "old"
    sut = ModelSut(CURRENT)
    sut.given(b.register(b.FAMILY))
    assert sut.apply(b.reconcile(*commit_log)) == Reconciled(1)
    assert sut.apply(b.reconcile(*commit_log, force=True)) == Reconciled(0)
    assert sut.step("a").commit_hash == "new"


@for_each("edition", [ORIGIN, SEEDS, CURRENT])
def test_a20_cmp_10_reconciling_reaches_substeps_and_plan(edition: Edition) -> None:
    # When the commit log names every top-level step
    sut = ModelSut(edition)
    sut.given(b.register(b.FAMILY), b.reconcile(*(b.commit(one, one) for one in ("a", "b", "c"))))
    # Then only with the amendment substeps and their items are completed, and the plan done
    reached = edition is CURRENT
    assert sut.plan().status == (PlanStatus.DONE if reached else PlanStatus.ACTIVE)
    assert sut.step("a1").status == (StepStatus.COMPLETED if reached else StepStatus.PENDING)
    assert sut.checklist("a1") == [(b.COMPLETED if reached else b.OPEN, None)]
