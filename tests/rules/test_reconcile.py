"""CMP-9: what the history says is done is done."""

from dataclasses import replace

from spec.vocabulary.completion import HashMismatch, Reconciled
from spec.vocabulary.rejections import ownership_violation, unknown_plan
from spec.vocabulary.state import PlanStatus, Step, StepStatus

from .builders import (
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
from .driver import Side

TWO = document(step("a", items=listed(TASK, TEST)), step("b", needs=("a",)))


def test_cmp_9_a_pending_step_is_completed_with_its_hash(side: Side) -> None:
    side.given(register(TWO))
    # When the history names a step that waits for another
    assert side.do(reconcile(commit("b", "c0ffee"), now=5)) == Reconciled(1)
    # Then it is completed, dependencies or not, without holder and without a reason
    assert side.step("b") == Step(
        "b",
        1,
        "Title of b",
        dependencies=("a",),
        status=StepStatus.COMPLETED,
        completed_at=5,
        commit_hash="c0ffee",
    )
    assert side.step("a").status == StepStatus.PENDING


def test_cmp_9_a_claimed_step_loses_its_lease_and_keeps_its_holder_on_record(
    side: Side,
) -> None:
    # Given a step that alice works on, under a live lease, with a deferred item
    side.given(register(TWO), claim(now=1), start("a", now=2), heartbeat("a", now=3), note("a"))
    side.given(batch("a", entry(TASK, 0, DEFERRED, "later")))
    before = side.step("a")
    # When the history names it
    assert side.do(reconcile(commit("a", "c1"), now=4)) == Reconciled(1)
    # Then the lease is gone, the record stays, and every item is completed, deferred too
    assert side.step("a") == replace(
        before,
        status=StepStatus.COMPLETED,
        lease_expires_at=None,
        completed_at=4,
        commit_hash="c1",
        complete_reason=None,
        items=side.step("a").items,
    )
    assert side.step("a").claimed_by == ALICE
    assert side.checklist("a") == [(COMPLETED, None), (COMPLETED, None)]


def test_cmp_9_a_completed_step_without_a_hash_takes_it(side: Side) -> None:
    # Given a step completed by its holder, with a deferral
    side.given(register(TWO), claim())
    side.given(batch("a", entry(TASK, 0, DEFERRED, "later"), remaining=True))
    side.given(complete("a", now=3))
    before = side.step("a")
    # When the history names it, then only the hash is new
    assert side.do(reconcile(commit("a", "c1"), now=9)) == Reconciled(1)
    assert side.step("a") == replace(before, commit_hash="c1")
    # And naming it again changes nothing
    assert side.do(reconcile(commit("a", "c1"), now=10)) == Reconciled(0)
    assert side.do(reconcile(commit("a", "c1"), now=10, force=True)) == Reconciled(0)
    assert side.step("a") == replace(before, commit_hash="c1")


def test_cmp_9_another_hash_is_skipped_and_reported(side: Side) -> None:
    side.given(register(TWO), reconcile(commit("b", "b1"), commit("a", "a1")))
    before = side.state()
    # When the history has other commits of both
    outcome = side.do(reconcile(commit("b", "b2"), commit("a", "a2"), now=9))
    # Then both hashes of each are reported, in the order of the history
    assert outcome == Reconciled(0, (HashMismatch("b", "b1", "b2"), HashMismatch("a", "a1", "a2")))
    assert side.state() == before


def test_cmp_9_with_force_another_hash_is_overwritten_and_counted(side: Side) -> None:
    side.given(register(TWO), reconcile(commit("a", "a1"), now=1))
    before = side.step("a")
    assert side.do(reconcile(commit("a", "a2"), now=9, force=True)) == Reconciled(1)
    # Then only the hash is another
    assert side.step("a") == replace(before, commit_hash="a2")


def test_cmp_9_unknown_steps_and_other_plans_are_ignored(side: Side) -> None:
    side.given(register(TWO), register(TWO, plan=OTHER_PLAN))
    # When the history mixes entries, the newest of `a` being another plan's
    history = (
        commit("a", "other", plan=OTHER_PLAN),
        commit("x", "x1"),
        commit("a", "a1"),
        commit("b", "b1", plan="unknown.md"),
        commit("A", "a2"),
    )
    # Then only what names this plan and one of its steps counts, with force too
    assert side.do(reconcile(*history)) == Reconciled(1)
    assert side.do(reconcile(*history, force=True)) == Reconciled(0)
    assert side.step("a").commit_hash == "a1"
    assert side.step("b").status == StepStatus.PENDING
    assert side.step("a", OTHER_PLAN).status == StepStatus.PENDING


def test_cmp_9_an_empty_history_changes_nothing(side: Side) -> None:
    side.given(register(TWO), claim())
    before = side.state()
    assert side.do(reconcile()) == Reconciled(0)
    assert side.do(reconcile(force=True)) == Reconciled(0)
    assert side.state() == before


def test_cmp_9_the_plan_must_be_known(side: Side) -> None:
    side.refuses(reconcile(commit("a", "a1")), unknown_plan("plan.md"))


def test_cmp_9_one_history_completes_hashes_and_skips_together(side: Side) -> None:
    # Given a step completed with a hash, one completed without, one under way
    plan = document(step("a"), step("b"), step("c"), step("d"))
    side.given(register(plan), reconcile(commit("a", "a1")), claim(), complete("b"), claim(BOB))
    # When the history names them all
    history = [commit(one, f"{one}2") for one in ("d", "c", "b", "a")]
    outcome = side.do(reconcile(*history))
    # Then the first three count, and the last is reported
    assert outcome == Reconciled(3, (HashMismatch("a", "a1", "a2"),))
    assert [one.commit_hash for one in side.plan().steps] == ["a1", "b2", "c2", "d2"]
    assert side.plan().status == PlanStatus.DONE


def test_cmp_9_a_reconciled_substep_leaves_its_parent_open(side: Side) -> None:
    # Given a held step with two substeps
    side.given(register(FAMILY), claim())
    before = side.step("a")
    # When the history names one substep
    assert side.do(reconcile(commit("a1", "c1"), now=5)) == Reconciled(1)
    # Then only that row is completed, its holder on record
    one = side.step("a1")
    assert (one.status, one.commit_hash, one.claimed_by) == (StepStatus.COMPLETED, "c1", ALICE)
    assert (one.lease_expires_at, one.complete_reason) == (None, None)
    assert side.checklist("a1") == [(COMPLETED, None)]
    assert side.step("a") == before
    assert side.step("a2").claimed_by == ALICE


def test_cmp_9_the_worker_of_a_reconciled_step_stays_its_recorded_holder(side: Side) -> None:
    side.given(register(TWO), claim(), reconcile(commit("a", "c1")))
    side.refuses(heartbeat("a", BOB), ownership_violation("a", ALICE, BOB))
    side.given(note("a", ALICE))
