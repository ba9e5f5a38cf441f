"""CMP-1, CMP-2, CMP-3, CMP-6, CMP-7: strict completion."""

from dataclasses import replace

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
from tests.cases import for_each
from tests.rules import builders as b
from tests.rules.suts import Sut

forced_or_not = for_each("force", [False, True])


@forced_or_not
def test_cmp_1_the_plan_comes_before_drift(sut: Sut, force: bool) -> None:
    sut.given(b.register(b.UNFINISHED))
    wrong = b.complete("a", plan=b.OTHER_PLAN, document_hash=b.NEW_HASH, force=force)
    sut.refuses(wrong, unknown_plan(b.OTHER_PLAN))


@forced_or_not
def test_cmp_1_drift_comes_before_the_step(sut: Sut, force: bool) -> None:
    sut.given(b.register(b.UNFINISHED), b.claim())
    for anchor in ("x", "a", "b"):
        wrong = b.complete(anchor, b.BOB, document_hash=b.NEW_HASH, force=force)
        sut.refuses(wrong, plan_drift(b.HASH, b.NEW_HASH))


@forced_or_not
def test_cmp_1_an_unknown_step_is_told_as_such(sut: Sut, force: bool) -> None:
    sut.given(b.register(b.UNFINISHED))
    sut.refuses(b.complete("x", force=force), unknown_step("x"))
    drifted = b.complete("x", force=force, document_hash=b.NEW_HASH, allow_drift=True)
    sut.refuses(drifted, unknown_step("x"))


@forced_or_not
def test_cmp_1_the_status_comes_before_the_holder(sut: Sut, force: bool) -> None:
    # Given a step with open items that nobody holds, and a substep that alice completed
    sut.given(b.register(b.UNFINISHED), b.claim(), b.complete("a2"))
    # Then a pending row is told as such, although its items are open
    sut.refuses(b.complete("b", force=force), not_claimed("b", "pending"))
    # And a completed one is completed already, whoever asks, and stays as it is
    before = sut.state()
    for worktree in (b.ALICE, b.BOB):
        again = b.complete("a2", worktree, force=force, now=9)
        assert sut.apply(again) == AlreadyCompleted(all_steps_completed=False)
    assert sut.state() == before


@forced_or_not
def test_cmp_11_drift_and_unknown_steps_come_before_what_is_completed(
    sut: Sut, force: bool
) -> None:
    # Given a plan that is done, and whose document has changed
    sut.given(b.register(b.document(b.step("a"))), b.claim(), b.complete("a"))
    drifted = b.complete("a", b.BOB, force=force, document_hash=b.NEW_HASH)
    # Then a repeated completion is told so, unless drift is allowed
    sut.refuses(drifted, plan_drift(b.HASH, b.NEW_HASH))
    allowed = replace(drifted, allow_drift=True)
    assert sut.apply(allowed) == AlreadyCompleted(all_steps_completed=True)


@forced_or_not
def test_cmp_1_the_holder_comes_before_the_checklist(sut: Sut, force: bool) -> None:
    # Given a held step with open items and unfinished substeps, started or not
    sut.given(b.register(b.UNFINISHED), b.claim(), b.start("a1"))
    # Then another worker is told the holder, for step and substeps, by force too
    for anchor in ("a", "a1", "a2"):
        wrong = b.complete(anchor, b.BOB, force=force)
        sut.refuses(wrong, ownership_violation(anchor, b.ALICE, b.BOB))


@forced_or_not
def test_cmp_1_of_a_substep_its_own_row_is_looked_at(sut: Sut, force: bool) -> None:
    # Given a substep given back by the holder of its parent
    sut.given(b.register(b.UNFINISHED), b.claim(), b.release("a1", b.ALICE))
    # Then it is pending for everyone, its parent's holder included
    sut.refuses(b.complete("a1", b.ALICE, force=force), not_claimed("a1", "pending"))
    sut.refuses(b.complete("a1", b.BOB, force=force), not_claimed("a1", "pending"))


def test_cmp_1_open_items_come_before_unfinished_substeps(sut: Sut) -> None:
    # Given a step with 3 open items and 2 unfinished substeps, one with an open item of its own
    sut.given(b.register(b.UNFINISHED), b.claim())
    # When one after the other is put right, then each answer tells how many are left
    sut.refuses(b.complete("a"), incomplete_checklist(3))
    sut.given(b.batch("a", b.entry(b.TASK, 1), b.entry(b.TEST, 0, b.DEFERRED, "later")))
    sut.refuses(b.complete("a"), incomplete_checklist(1))
    sut.given(b.batch("a", remaining=True))
    sut.refuses(b.complete("a"), incomplete_substeps(2))
    sut.given(b.complete("a2"))
    sut.refuses(b.complete("a"), incomplete_substeps(1))
    sut.given(b.batch("a1", remaining=True), b.complete("a1"))
    # And in the end it is completed
    assert sut.apply(b.complete("a")) == StepCompleted(False, False)


def test_cmp_2_deferred_items_do_not_stand_in_the_way(sut: Sut) -> None:
    sut.given(b.register(b.document(b.step("a", items=b.listed(b.TASK, b.TEST)))), b.claim())
    sut.given(b.batch("a", b.entry(b.TASK, 0, b.DEFERRED, "later"), remaining=True))
    assert sut.apply(b.complete("a")) == StepCompleted(False, True)
    # And they stay deferred, with their reason
    assert sut.checklist("a") == [(b.DEFERRED, "later"), ("completed", None)]


def test_cmp_2_a_substep_needs_its_own_checklist_finished_too(sut: Sut) -> None:
    sut.given(b.register(b.FAMILY), b.claim())
    sut.refuses(b.complete("a2"), incomplete_checklist(2))


def test_cmp_2_the_items_of_the_parent_do_not_matter_to_a_substep(sut: Sut) -> None:
    sut.given(b.register(b.UNFINISHED), b.claim())
    assert sut.apply(b.complete("a2")) == StepCompleted(False, False)


def test_cmp_3_a_step_given_items_but_a_pending_substep_is_not_finished(
    sut: Sut,
) -> None:
    # Given a step whose only unfinished substep was given back
    sut.given(
        b.register(b.document(b.step("a", b.step("a1")))), b.claim(), b.release("a1", b.ALICE)
    )
    sut.refuses(b.complete("a"), incomplete_substeps(1))


def test_cmp_6_completion_ends_the_lease_and_keeps_the_record(sut: Sut) -> None:
    # Given a started step
    sut.given(b.register(b.FAMILY), b.claim(b.BOB), b.claim(now=1), b.start("c", now=2))
    sut.given(b.heartbeat("c", now=3))
    before = sut.step("c")
    # When it is completed strictly, with a reason that then says nothing
    sut.given(b.complete("c", now=4, reason="because"))
    # Then status, time and empty reason are set, the lease is gone, and the rest stays
    assert sut.step("c") == replace(
        before,
        status=StepStatus.COMPLETED,
        completed_at=4,
        complete_reason="",
        lease_expires_at=None,
    )
    assert (before.claimed_by, before.claimed_at, before.heartbeat_at) == (b.ALICE, 1, 3)
    assert before.started_at == 2


def test_cmp_6_a_step_that_was_never_started_may_be_completed(sut: Sut) -> None:
    sut.given(b.register(b.document(b.step("a"))), b.claim())
    assert sut.apply(b.complete("a", now=5)) == StepCompleted(False, True)
    assert (sut.step("a").started_at, sut.step("a").completed_at) == (None, 5)


def test_cmp_6_an_expired_lease_does_not_prevent_completion_until_someone_took_over(
    sut: Sut,
) -> None:
    # Given two steps under leases that are long over
    sut.given(
        b.register(b.document(b.step("a"), b.step("b"))), b.claim(lease=1), b.claim(b.BOB, lease=1)
    )
    # When nobody took over, then the holder completes
    assert sut.apply(b.complete("a", now=5000)) == StepCompleted(False, False)
    # And after a takeover it does not
    sut.given(b.claim(b.ALICE, now=5001))
    sut.refuses(b.complete("b", b.BOB, now=5002), ownership_violation("b", b.ALICE, b.BOB))


def test_cmp_6_completing_an_earlier_time_than_the_claim_is_no_matter(sut: Sut) -> None:
    # Given clocks that differ between workers
    sut.given(b.register(b.document(b.step("a"))), b.claim(now=100))
    assert sut.apply(b.complete("a", now=50)) == StepCompleted(False, True)
    assert sut.step("a").completed_at == 50


def test_cmp_7_the_plan_is_done_with_its_last_top_level_step(sut: Sut) -> None:
    # Given two steps, completed from the last to the first
    sut.given(
        b.register(b.document(b.step("a", b.step("a1")), b.step("b"))), b.claim(), b.claim(b.BOB)
    )
    assert sut.apply(b.complete("b", b.BOB)) == StepCompleted(False, False)
    # When only the first step's substep is completed, then the plan is not done
    assert sut.apply(b.complete("a1")) == StepCompleted(False, False)
    assert sut.plan().status == PlanStatus.ACTIVE
    # And with the step it is
    assert sut.apply(b.complete("a")) == StepCompleted(False, True)
    assert sut.plan().status == PlanStatus.DONE


def test_cmp_7_completing_the_only_step_after_the_commit_log_did_the_rest(sut: Sut) -> None:
    sut.given(
        b.register(b.document(b.step("a"), b.step("b"))),
        b.claim(),
        b.reconcile(b.commit("b", "c1")),
    )
    assert sut.apply(b.complete("a")) == StepCompleted(False, True)
    assert sut.plan().status == PlanStatus.DONE


def test_cmp_7_another_plans_open_steps_do_not_count(sut: Sut) -> None:
    sut.given(
        b.register(b.document(b.step("a"))), b.register(b.FAMILY, plan=b.OTHER_PLAN), b.claim()
    )
    assert sut.apply(b.complete("a")) == StepCompleted(False, True)
    assert sut.plan(b.OTHER_PLAN).status == PlanStatus.ACTIVE


def test_chk_6_and_cmp_2_an_item_nobody_counted_can_be_closed_without_counting(
    sut: Sut,
) -> None:
    # Given a step with items that nobody reported
    sut.given(
        b.register(b.document(b.step("a", items=b.listed(b.TASK, b.TASK, b.TEST)))), b.claim()
    )
    # When an empty batch completes what remains, then the step can be completed strictly
    assert sut.apply(b.batch("a", remaining=True)) == ItemsUpdated(3)
    assert sut.apply(b.complete("a")) == StepCompleted(False, True)
