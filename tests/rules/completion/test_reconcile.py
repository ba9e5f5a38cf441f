"""CMP-9: what the commit log says is done is done."""

from dataclasses import replace

from spec.vocabulary.completion import HashMismatch, Reconciled
from spec.vocabulary.rejections import ownership_violation, unknown_plan
from spec.vocabulary.state import PlanStatus, Step, StepStatus
from tests.rules.builders import (
    ALICE,
    BOB,
    COMPLETED,
    DEFERRED,
    FAMILY,
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
    note,
    reconcile,
    register,
    start,
    step,
)
from tests.rules.suts import Sut

TWO = document(step("a", items=listed(TASK, TEST)), step("b", needs=("a",)))


def test_cmp_9_a_pending_step_is_completed_with_its_hash(sut: Sut) -> None:
    sut.given(register(TWO))
    # When the commit log names a step that waits for another
    assert sut.apply(reconcile(commit("b", "c0ffee"), now=5)) == Reconciled(1)
    # Then it is completed, dependencies or not, without holder and without a reason
    assert sut.step("b") == Step(
        "b",
        1,
        "Title of b",
        dependencies=("a",),
        status=StepStatus.COMPLETED,
        completed_at=5,
        commit_hash="c0ffee",
    )
    assert sut.step("a").status == StepStatus.PENDING


def test_cmp_9_a_claimed_step_loses_its_lease_and_keeps_its_holder_on_record(
    sut: Sut,
) -> None:
    # Given a step that alice works on, under a live lease, with a deferred item
    sut.given(register(TWO), claim(now=1), start("a", now=2), heartbeat("a", now=3), note("a"))
    sut.given(batch("a", entry(TASK, 0, DEFERRED, "later")))
    before = sut.step("a")
    # When the commit log names it
    assert sut.apply(reconcile(commit("a", "c1"), now=4)) == Reconciled(1)
    # Then the lease is gone, the record stays, and every item is completed, deferred too
    assert sut.step("a") == replace(
        before,
        status=StepStatus.COMPLETED,
        lease_expires_at=None,
        completed_at=4,
        commit_hash="c1",
        complete_reason=None,
        items=sut.step("a").items,
    )
    assert sut.step("a").claimed_by == ALICE
    assert sut.checklist("a") == [(COMPLETED, None), (COMPLETED, None)]


def test_cmp_9_a_completed_step_without_a_hash_takes_it(sut: Sut) -> None:
    # Given a step completed by its holder, with a deferral
    sut.given(register(TWO), claim())
    sut.given(batch("a", entry(TASK, 0, DEFERRED, "later"), remaining=True))
    sut.given(complete("a", now=3))
    before = sut.step("a")
    # When the commit log names it, then only the hash is new
    assert sut.apply(reconcile(commit("a", "c1"), now=9)) == Reconciled(1)
    assert sut.step("a") == replace(before, commit_hash="c1")
    # And naming it again changes nothing
    assert sut.apply(reconcile(commit("a", "c1"), now=10)) == Reconciled(0)
    assert sut.apply(reconcile(commit("a", "c1"), now=10, force=True)) == Reconciled(0)
    assert sut.step("a") == replace(before, commit_hash="c1")


def test_cmp_9_another_hash_is_skipped_and_reported(sut: Sut) -> None:
    sut.given(register(TWO), reconcile(commit("b", "b1"), commit("a", "a1")))
    before = sut.state()
    # When the commit log has other commits of both
    outcome = sut.apply(reconcile(commit("b", "b2"), commit("a", "a2"), now=9))
    # Then both hashes of each are reported, in the order of the commit log
    assert outcome == Reconciled(0, (HashMismatch("b", "b1", "b2"), HashMismatch("a", "a1", "a2")))
    assert sut.state() == before


def test_cmp_9_with_force_another_hash_is_overwritten_and_counted(sut: Sut) -> None:
    sut.given(register(TWO), reconcile(commit("a", "a1"), now=1))
    before = sut.step("a")
    assert sut.apply(reconcile(commit("a", "a2"), now=9, force=True)) == Reconciled(1)
    # Then only the hash is another
    assert sut.step("a") == replace(before, commit_hash="a2")


def test_cmp_9_unknown_steps_and_other_plans_are_ignored(sut: Sut) -> None:
    sut.given(register(TWO), register(TWO, plan=OTHER_PLAN))
    # When the commit log mixes entries, the newest of `a` being another plan's
    commit_log = (
        commit("a", "other", plan=OTHER_PLAN),
        commit("x", "x1"),
        commit("a", "a1"),
        commit("b", "b1", plan="unknown.md"),
        commit("A", "a2"),
    )
    # Then only what names this plan and one of its steps counts, with force too
    assert sut.apply(reconcile(*commit_log)) == Reconciled(1)
    assert sut.apply(reconcile(*commit_log, force=True)) == Reconciled(0)
    assert sut.step("a").commit_hash == "a1"
    assert sut.step("b").status == StepStatus.PENDING
    assert sut.step("a", OTHER_PLAN).status == StepStatus.PENDING


def test_cmp_9_an_empty_commit_log_changes_nothing(sut: Sut) -> None:
    sut.given(register(TWO), claim())
    before = sut.state()
    assert sut.apply(reconcile()) == Reconciled(0)
    assert sut.apply(reconcile(force=True)) == Reconciled(0)
    assert sut.state() == before


def test_cmp_9_the_plan_must_be_known(sut: Sut) -> None:
    sut.refuses(reconcile(commit("a", "a1")), unknown_plan("plan.md"))


def test_cmp_9_one_commit_log_completes_hashes_and_skips_together(sut: Sut) -> None:
    # Given a step completed with a hash, one completed without, one under way
    plan = document(step("a"), step("b"), step("c"), step("d"))
    sut.given(register(plan), reconcile(commit("a", "a1")), claim(), complete("b"), claim(BOB))
    # When the commit log names them all
    commit_log = [commit(one, f"{one}2") for one in ("d", "c", "b", "a")]
    outcome = sut.apply(reconcile(*commit_log))
    # Then the first three count, and the last is reported
    assert outcome == Reconciled(3, (HashMismatch("a", "a1", "a2"),))
    assert [one.commit_hash for one in sut.plan().steps] == ["a1", "b2", "c2", "d2"]
    assert sut.plan().status == PlanStatus.DONE


def test_cmp_9_a_reconciled_substep_leaves_its_parent_open(sut: Sut) -> None:
    # Given a held step with two substeps
    sut.given(register(FAMILY), claim())
    before = sut.step("a")
    # When the commit log names one substep
    assert sut.apply(reconcile(commit("a1", "c1"), now=5)) == Reconciled(1)
    # Then only that row is completed, its holder on record
    one = sut.step("a1")
    assert (one.status, one.commit_hash, one.claimed_by) == (StepStatus.COMPLETED, "c1", ALICE)
    assert (one.lease_expires_at, one.complete_reason) == (None, None)
    assert sut.checklist("a1") == [(COMPLETED, None)]
    assert sut.step("a") == before
    assert sut.step("a2").claimed_by == ALICE


def test_cmp_9_the_worker_of_a_reconciled_step_stays_its_recorded_holder(
    sut: Sut,
) -> None:
    sut.given(register(TWO), claim(), reconcile(commit("a", "c1")))
    sut.refuses(heartbeat("a", BOB), ownership_violation("a", ALICE, BOB))
    sut.given(note("a", ALICE))
