"""CMP-1, CMP-2, CMP-3, CMP-6, CMP-7: strict completion."""

from dataclasses import replace

import pytest

from spec.vocabulary.checklists import ItemsUpdated
from spec.vocabulary.completion import AlreadyCompleted, StepCompleted
from spec.vocabulary.rejections import (
    incomplete_checklist,
    incomplete_substeps,
    not_claimed,
    ownership_violation,
    plan_drift,
    unknown_plan,
    unknown_step,
)
from spec.vocabulary.state import PlanStatus, StepStatus
from tests.rules.builders import (
    ALICE,
    BOB,
    DEFERRED,
    FAMILY,
    HASH,
    NEW_HASH,
    OTHER_PLAN,
    TASK,
    TEST,
    batch,
    claim,
    commit,
    complete,
    document,
    entry,
    heartbeat,
    listed,
    reconcile,
    register,
    release,
    start,
    step,
)
from tests.rules.suts import Sut

UNFINISHED = document(
    step("a", step("a1", items=listed(TASK)), step("a2"), items=listed(TASK, TASK, TEST)),
    step("b", items=listed(TASK)),
)

forced_or_not = pytest.mark.parametrize("force", [False, True], ids=["strict", "forced"])


@forced_or_not
def test_cmp_1_the_plan_comes_before_drift(sut: Sut, force: bool) -> None:
    sut.given(register(UNFINISHED))
    wrong = complete("a", plan=OTHER_PLAN, document_hash=NEW_HASH, force=force)
    sut.refuses(wrong, unknown_plan(OTHER_PLAN))


@forced_or_not
def test_cmp_1_drift_comes_before_the_step(sut: Sut, force: bool) -> None:
    sut.given(register(UNFINISHED), claim())
    for anchor in ("x", "a", "b"):
        wrong = complete(anchor, BOB, document_hash=NEW_HASH, force=force)
        sut.refuses(wrong, plan_drift(HASH, NEW_HASH))


@forced_or_not
def test_cmp_1_an_unknown_step_is_told_as_such(sut: Sut, force: bool) -> None:
    sut.given(register(UNFINISHED))
    sut.refuses(complete("x", force=force), unknown_step("x"))
    drifted = complete("x", force=force, document_hash=NEW_HASH, allow_drift=True)
    sut.refuses(drifted, unknown_step("x"))


@forced_or_not
def test_cmp_1_the_status_comes_before_the_holder(sut: Sut, force: bool) -> None:
    # Given a step with open items that nobody holds, and a substep that alice completed
    sut.given(register(UNFINISHED), claim(), complete("a2"))
    # Then a pending row is told as such, although its items are open
    sut.refuses(complete("b", force=force), not_claimed("b", "pending"))
    # And a completed one is completed already, whoever asks, and stays as it is
    before = sut.state()
    for worktree in (ALICE, BOB):
        again = complete("a2", worktree, force=force, now=9)
        assert sut.apply(again) == AlreadyCompleted(all_steps_completed=False)
    assert sut.state() == before


@forced_or_not
def test_cmp_11_drift_and_unknown_steps_come_before_what_is_completed(
    sut: Sut, force: bool
) -> None:
    # Given a plan that is done, and whose document has changed
    sut.given(register(document(step("a"))), claim(), complete("a"))
    drifted = complete("a", BOB, force=force, document_hash=NEW_HASH)
    # Then a repeated completion is told so, unless drift is allowed
    sut.refuses(drifted, plan_drift(HASH, NEW_HASH))
    allowed = replace(drifted, allow_drift=True)
    assert sut.apply(allowed) == AlreadyCompleted(all_steps_completed=True)


@forced_or_not
def test_cmp_1_the_holder_comes_before_the_checklist(sut: Sut, force: bool) -> None:
    # Given a held step with open items and unfinished substeps, started or not
    sut.given(register(UNFINISHED), claim(), start("a1"))
    # Then another worker is told the holder, for step and substeps, by force too
    for anchor in ("a", "a1", "a2"):
        wrong = complete(anchor, BOB, force=force)
        sut.refuses(wrong, ownership_violation(anchor, ALICE, BOB))


@forced_or_not
def test_cmp_1_of_a_substep_its_own_row_is_looked_at(sut: Sut, force: bool) -> None:
    # Given a substep given back by the holder of its parent
    sut.given(register(UNFINISHED), claim(), release("a1", ALICE))
    # Then it is pending for everyone, its parent's holder included
    sut.refuses(complete("a1", ALICE, force=force), not_claimed("a1", "pending"))
    sut.refuses(complete("a1", BOB, force=force), not_claimed("a1", "pending"))


def test_cmp_1_open_items_come_before_unfinished_substeps(sut: Sut) -> None:
    # Given a step with 3 open items and 2 unfinished substeps, one with an open item of its own
    sut.given(register(UNFINISHED), claim())
    # When one after the other is put right, then each answer tells how many are left
    sut.refuses(complete("a"), incomplete_checklist(3))
    sut.given(batch("a", entry(TASK, 1), entry(TEST, 0, DEFERRED, "later")))
    sut.refuses(complete("a"), incomplete_checklist(1))
    sut.given(batch("a", remaining=True))
    sut.refuses(complete("a"), incomplete_substeps(2))
    sut.given(complete("a2"))
    sut.refuses(complete("a"), incomplete_substeps(1))
    sut.given(batch("a1", remaining=True), complete("a1"))
    # And in the end it is completed
    assert sut.apply(complete("a")) == StepCompleted(False, False)


def test_cmp_2_deferred_items_do_not_stand_in_the_way(sut: Sut) -> None:
    sut.given(register(document(step("a", items=listed(TASK, TEST)))), claim())
    sut.given(batch("a", entry(TASK, 0, DEFERRED, "later"), remaining=True))
    assert sut.apply(complete("a")) == StepCompleted(False, True)
    # And they stay deferred, with their reason
    assert sut.checklist("a") == [(DEFERRED, "later"), ("completed", None)]


def test_cmp_2_a_substep_needs_its_own_checklist_finished_too(sut: Sut) -> None:
    sut.given(register(FAMILY), claim())
    sut.refuses(complete("a2"), incomplete_checklist(2))


def test_cmp_2_the_items_of_the_parent_do_not_matter_to_a_substep(sut: Sut) -> None:
    sut.given(register(UNFINISHED), claim())
    assert sut.apply(complete("a2")) == StepCompleted(False, False)


def test_cmp_3_a_step_given_items_but_a_pending_substep_is_not_finished(
    sut: Sut,
) -> None:
    # Given a step whose only unfinished substep was given back
    sut.given(register(document(step("a", step("a1")))), claim(), release("a1", ALICE))
    sut.refuses(complete("a"), incomplete_substeps(1))


def test_cmp_6_completion_ends_the_lease_and_keeps_the_record(sut: Sut) -> None:
    # Given a started step
    sut.given(register(FAMILY), claim(BOB), claim(now=1), start("c", now=2))
    sut.given(heartbeat("c", now=3))
    before = sut.step("c")
    # When it is completed strictly, with a reason that then says nothing
    sut.given(complete("c", now=4, reason="because"))
    # Then status, time and empty reason are set, the lease is gone, and the rest stays
    assert sut.step("c") == replace(
        before,
        status=StepStatus.COMPLETED,
        completed_at=4,
        complete_reason="",
        lease_expires_at=None,
    )
    assert (before.claimed_by, before.claimed_at, before.heartbeat_at) == (ALICE, 1, 3)
    assert before.started_at == 2


def test_cmp_6_a_step_that_was_never_started_may_be_completed(sut: Sut) -> None:
    sut.given(register(document(step("a"))), claim())
    assert sut.apply(complete("a", now=5)) == StepCompleted(False, True)
    assert (sut.step("a").started_at, sut.step("a").completed_at) == (None, 5)


def test_cmp_6_an_expired_lease_does_not_prevent_completion_until_someone_took_over(
    sut: Sut,
) -> None:
    # Given two steps under leases that are long over
    sut.given(register(document(step("a"), step("b"))), claim(lease=1), claim(BOB, lease=1))
    # When nobody took over, then the holder completes
    assert sut.apply(complete("a", now=5000)) == StepCompleted(False, False)
    # And after a takeover it does not
    sut.given(claim(ALICE, now=5001))
    sut.refuses(complete("b", BOB, now=5002), ownership_violation("b", ALICE, BOB))


def test_cmp_6_completing_an_earlier_time_than_the_claim_is_no_matter(sut: Sut) -> None:
    # Given clocks that differ between workers
    sut.given(register(document(step("a"))), claim(now=100))
    assert sut.apply(complete("a", now=50)) == StepCompleted(False, True)
    assert sut.step("a").completed_at == 50


def test_cmp_7_the_plan_is_done_with_its_last_top_level_step(sut: Sut) -> None:
    # Given two steps, completed from the last to the first
    sut.given(register(document(step("a", step("a1")), step("b"))), claim(), claim(BOB))
    assert sut.apply(complete("b", BOB)) == StepCompleted(False, False)
    # When only the first step's substep is completed, then the plan is not done
    assert sut.apply(complete("a1")) == StepCompleted(False, False)
    assert sut.plan().status == PlanStatus.ACTIVE
    # And with the step it is
    assert sut.apply(complete("a")) == StepCompleted(False, True)
    assert sut.plan().status == PlanStatus.DONE


def test_cmp_7_completing_the_only_step_after_the_commit_log_did_the_rest(sut: Sut) -> None:
    sut.given(register(document(step("a"), step("b"))), claim(), reconcile(commit("b", "c1")))
    assert sut.apply(complete("a")) == StepCompleted(False, True)
    assert sut.plan().status == PlanStatus.DONE


def test_cmp_7_another_plans_open_steps_do_not_count(sut: Sut) -> None:
    sut.given(register(document(step("a"))), register(FAMILY, plan=OTHER_PLAN), claim())
    assert sut.apply(complete("a")) == StepCompleted(False, True)
    assert sut.plan(OTHER_PLAN).status == PlanStatus.ACTIVE


def test_chk_6_and_cmp_2_an_item_nobody_counted_can_be_closed_without_counting(
    sut: Sut,
) -> None:
    # Given a step with items that nobody reported
    sut.given(register(document(step("a", items=listed(TASK, TASK, TEST)))), claim())
    # When an empty batch completes what remains, then the step can be completed strictly
    assert sut.apply(batch("a", remaining=True)) == ItemsUpdated(3)
    assert sut.apply(complete("a")) == StepCompleted(False, True)
