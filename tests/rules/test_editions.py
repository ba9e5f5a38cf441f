"""Each amendment, on the model: what happened without it, and what happens with it."""

from dataclasses import replace

import pytest

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
)
from spec.vocabulary.state import PlanStatus, StepStatus
from tests.rules.builders import (
    ALICE,
    BOB,
    COMPLETED,
    DEFERRED,
    FAMILY,
    HASH,
    NEW_HASH,
    OPEN,
    TASK,
    batch,
    claim,
    commit,
    complete,
    document,
    entry,
    listed,
    reconcile,
    register,
    release,
    step,
    update,
)
from tests.rules.builders import change as change_to
from tests.rules.suts import ModelSut

ONE = document(step("a", items=listed(TASK, TASK)))
RECLAIMED = Claimed("a", "Title of a", 0, 100, True, 0, 0)
SECOND_CLAIM = replace(RECLAIMED, claim_id=2)


def held(edition: Edition) -> ModelSut:
    """Alice holds `a`, with two open tasks, until 100."""
    sut = ModelSut(edition)
    sut.given(register(ONE), claim())
    return sut


def test_a01_clm_5_auto_reclaim() -> None:
    # Without it the holder waits for its own lease; with it, the holder goes on at once
    assert held(ORIGIN).apply(claim(now=100)) == NothingClaimable(False, 1)
    assert isinstance(held(ORIGIN).apply(claim(now=101)), Claimed)
    assert held(SEEDS).apply(claim()) == RECLAIMED
    assert held(CURRENT).apply(claim()) == SECOND_CLAIM


def test_a02_clm_14_release() -> None:
    # Without it there is no release at all; with it the step is free again
    held(ORIGIN).refuses(release("a", ALICE), invalid_request("release"))
    held(ORIGIN).refuses(release("x"), invalid_request("release"))
    assert held(SEEDS).apply(release("a", ALICE)) == Released(ALICE)
    assert held(CURRENT).apply(release("a", ALICE)) == Released(ALICE)


def test_a03_clm_6_force_claim() -> None:
    # Without it force is no help; with it the step changes hands at once
    assert held(ORIGIN).apply(claim(BOB, force=True)) == NothingClaimable(False, 1)
    assert held(SEEDS).apply(claim(BOB, force=True)) == RECLAIMED
    assert held(CURRENT).apply(claim(BOB, force=True)) == SECOND_CLAIM


def test_a04_chk_4_chk_6_complete_remaining() -> None:
    # Without it an empty batch is refused, and the flag of any other says nothing
    origin = held(ORIGIN)
    origin.refuses(batch("a", remaining=True), empty_batch())
    assert origin.apply(batch("a", entry(TASK, 0), remaining=True)) == ItemsUpdated(1)
    assert origin.checklist("a") == [(COMPLETED, None), (OPEN, None)]
    # With it both complete what is open
    for edition in (SEEDS, CURRENT):
        assert held(edition).apply(batch("a", remaining=True)) == ItemsUpdated(2)
        assert held(edition).apply(batch("a", entry(TASK, 0), remaining=True)) == ItemsUpdated(2)


def test_a12_pln_7_resync() -> None:
    changed = register(document(step("z"), document_hash=NEW_HASH))
    # Without it registering a known plan does nothing, and drift stays for ever
    for edition in (ORIGIN, SEEDS):
        sut = held(edition)
        before = sut.state()
        assert sut.apply(changed) == Registered(True)
        # PLN-2 whatever the hash: not even a document without steps is looked at
        assert sut.apply(register(document(document_hash=NEW_HASH))) == Registered(True)
        assert sut.state() == before
        sut.refuses(claim(document_hash=NEW_HASH), plan_drift(HASH, NEW_HASH))
    # With it the plan is brought up to date
    sut = held(CURRENT)
    assert sut.apply(changed) == Registered(False, 1, 0, 0, 0, True, 0, 1, removed_steps=("a",))
    assert isinstance(sut.apply(claim(document_hash=NEW_HASH)), Claimed)


def test_a14_cmp_1_ownership_first() -> None:
    # Without it a worker that lost the step is told about items, and never who holds it
    for edition in (ORIGIN, SEEDS):
        sut = held(edition)
        sut.refuses(complete("a", BOB), incomplete_checklist(2))
        sut.given(update("a", change_to("completed")))
        sut.refuses(complete("a", BOB), not_claimed("a", "claimed"))
        sut.refuses(complete("a", BOB, force=True), not_claimed("a", "claimed"))
    # With it the holder comes first
    held(CURRENT).refuses(complete("a", BOB), ownership_violation("a", ALICE, BOB))


@pytest.mark.parametrize(
    ("edition", "items"),
    [
        (ORIGIN, [(DEFERRED, "later"), (OPEN, None)]),
        (SEEDS, [(DEFERRED, "later"), (OPEN, None)]),
        (CURRENT, [(COMPLETED, None)] * 2),
    ],
    ids=lambda one: one.name if isinstance(one, Edition) else "",
)
def test_a16_cmp_5_force_cascade(edition: Edition, items: list[tuple[str, str | None]]) -> None:
    # Given a substep with a deferred and an open item
    sut = ModelSut(edition)
    sut.given(register(FAMILY), claim(), batch("a2", entry(TASK, 0, DEFERRED, "later")))
    # When its step is completed by force, then so is the substep, but its items only now
    sut.given(complete("a", force=True))
    assert sut.step("a2").status == StepStatus.COMPLETED
    assert sut.checklist("a2") == items


def test_a17_chk_8_reason_with_deferral() -> None:
    # Without it the reason outlives the deferral, however that ends
    for edition in (ORIGIN, SEEDS):
        sut = held(edition)
        sut.given(batch("a", entry(TASK, 0, DEFERRED, "x"), entry(TASK, 1, DEFERRED, "y")))
        sut.given(update("a", change_to("completed", TASK, 0)))
        sut.given(update("a", change_to("open", TASK, 1), reopen=True))
        assert sut.checklist("a") == [(COMPLETED, "x"), (OPEN, "y")]
    # With it the reason goes
    sut = held(CURRENT)
    sut.given(batch("a", entry(TASK, 0, DEFERRED, "x")), update("a", change_to("completed")))
    assert sut.checklist("a") == [(COMPLETED, None)] * 2


def test_a17_chk_3_bulk_statuses_are_validated() -> None:
    # Without it a bulk update stores any word, a deferral without a reason included
    for edition in (ORIGIN, SEEDS):
        sut = held(edition)
        assert sut.apply(update("a", change_to("deferred"))) == ItemsUpdated(2)
        assert sut.checklist("a") == [(DEFERRED, None)] * 2
        assert sut.apply(update("a", change_to("whatever", TASK))) == ItemsUpdated(2)
        assert sut.checklist("a") == [("whatever", None)] * 2
        assert sut.apply(update("a", change_to("open"))) == ItemsUpdated(2)
        # While the word for a single item was looked at before, too
        sut.refuses(update("a", change_to("deferred", TASK, 0)), missing_reason())
    held(CURRENT).refuses(update("a", change_to("deferred")), missing_reason())


def test_a18_chk_9_frozen_when_completed() -> None:
    reopening = update("a1", change_to("open"), reopen=True)
    for edition in (ORIGIN, SEEDS, CURRENT):
        # Given a completed substep of a held step
        sut = ModelSut(edition)
        sut.given(register(FAMILY), claim(), update("a1", change_to("completed")))
        sut.given(complete("a1"))
        # When its items are to be opened again
        if edition is CURRENT:
            # Then they cannot be
            sut.refuses(reopening, not_claimed("a1", "completed"))
        else:
            # Then a completed substep has open items
            assert sut.apply(reopening) == ItemsUpdated(1)
            assert sut.step("a1").status == StepStatus.COMPLETED
            assert sut.checklist("a1") == [(OPEN, None)]


def test_a18_chk_9_a_completed_top_level_step_is_held_by_nobody_in_any_edition() -> None:
    for edition in (ORIGIN, SEEDS, EDITION_2026_1, CURRENT):
        # Given a completed step whose holder is still known
        sut = held(edition)
        sut.given(update("a", change_to("completed")), complete("a"))
        # Then its items are out of reach, for updates and batches
        sut.refuses(update("a", change_to("open"), reopen=True), not_claimed("a", "completed"))
        sut.refuses(batch("a", entry(TASK, 0)), not_claimed("a", "completed"))
    # And so are those of the substeps that the seeds leave unfinished below it
    for edition in (ORIGIN, SEEDS):
        sut = ModelSut(edition)
        sut.given(register(FAMILY), claim(), reconcile(commit("a", "new")))
        assert sut.step("a1").status == StepStatus.CLAIMED
        sut.refuses(update("a1", change_to("completed")), not_claimed("a1", "claimed"))


def test_a02_clm_15_a_release_that_gives_both_is_refused_wherever_there_is_one() -> None:
    for edition in (SEEDS, EDITION_2026_1, CURRENT):
        held(edition).refuses(release("a", ALICE, force=True), invalid_request("both"))


def test_a19_clm_15_release_names_authority() -> None:
    # Without it a release by nobody ends a live claim
    assert held(SEEDS).apply(release("a")) == Released(ALICE)
    held(SEEDS).refuses(release("a", BOB), ownership_violation("a", ALICE, BOB))
    # With it that is refused
    held(CURRENT).refuses(release("a"), invalid_request("neither"))


def test_a37_chk_5_kept_reason() -> None:
    # Given a deferred item, when it is deferred again for another reason
    for edition, reason in ((SEEDS, "new"), (EDITION_2026_1, "old"), (CURRENT, "new")):
        sut = held(edition)
        sut.given(batch("a", entry(TASK, 0, DEFERRED, "old")))
        sut.given(batch("a", entry(TASK, 0, DEFERRED, "new")))
        # Then only the edition with the amendment keeps the old one
        assert sut.item("a", TASK, 0).reason == reason


def test_a38_chk_7_changes_counted() -> None:
    # Given a completed item, when it is completed once more and the rest is, too
    again = batch("a", entry(TASK, 0), remaining=True)
    for edition, counted in ((ORIGIN, 1), (SEEDS, 2), (EDITION_2026_1, 1), (CURRENT, 1)):
        sut = held(edition)
        sut.given(batch("a", entry(TASK, 0)))
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
        sut.given(update("a", change_to("completed")), complete("a"))
        # Then the seeds' words stand where the amendment wants the status
        sut.refuses(release("a", ALICE), not_claimed("a", status))


def test_a20_cmp_10_reconcile_newest() -> None:
    commit_log = [commit("a", "new"), commit("a", "old")]
    for edition in (ORIGIN, SEEDS):
        # Without it the older commit is reported, and by force it wins
        sut = ModelSut(edition)
        sut.given(register(FAMILY))
        mismatch = HashMismatch("a", "new", "old")
        assert sut.apply(reconcile(*commit_log)) == Reconciled(1, (mismatch,))
        assert sut.apply(reconcile(*commit_log, force=True)) == Reconciled(1)
        assert sut.step("a").commit_hash == "old"
    sut = ModelSut(CURRENT)
    sut.given(register(FAMILY))
    assert sut.apply(reconcile(*commit_log)) == Reconciled(1)
    assert sut.apply(reconcile(*commit_log, force=True)) == Reconciled(0)
    assert sut.step("a").commit_hash == "new"


@pytest.mark.parametrize("edition", [ORIGIN, SEEDS, CURRENT], ids=lambda one: one.name)
def test_a20_cmp_10_reconciling_reaches_substeps_and_plan(edition: Edition) -> None:
    # When the commit log names every top-level step
    sut = ModelSut(edition)
    sut.given(register(FAMILY), reconcile(*(commit(one, one) for one in ("a", "b", "c"))))
    # Then only with the amendment substeps and their items are completed, and the plan done
    reached = edition is CURRENT
    assert sut.plan().status == (PlanStatus.DONE if reached else PlanStatus.ACTIVE)
    assert sut.step("a1").status == (StepStatus.COMPLETED if reached else StepStatus.PENDING)
    assert sut.checklist("a1") == [(COMPLETED if reached else OPEN, None)]
