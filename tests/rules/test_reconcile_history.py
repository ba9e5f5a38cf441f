"""CMP-10: the newest commit counts, and reconciling reaches substeps and plan."""

from dataclasses import replace

import pytest

from spec.vocabulary.claims import NothingClaimable
from spec.vocabulary.completion import HashMismatch, Reconciled
from spec.vocabulary.state import PlanStatus, StepStatus

from .builders import (
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
    reconcile,
    register,
    release,
    start,
    step,
)
from .driver import Side

TWO = document(step("a"), step("b"))

forced_or_not = pytest.mark.parametrize("force", [False, True], ids=["not forced", "forced"])


@forced_or_not
def test_cmp_10_the_newest_commit_of_a_step_counts_and_older_ones_are_ignored(
    side: Side, force: bool
) -> None:
    # Given steps without commits
    side.given(register(TWO))
    # When the history has several commits of one step, newest first
    history = [commit("a", "new"), commit("b", "b1"), commit("a", "old"), commit("a", "oldest")]
    # Then the older ones are neither counted nor reported
    assert side.do(reconcile(*history, force=force)) == Reconciled(2)
    assert side.step("a").commit_hash == "new"


def test_cmp_10_only_the_newest_is_reported_as_a_mismatch(side: Side) -> None:
    # Given the oldest commit's hash in the store
    side.given(register(TWO), reconcile(commit("a", "old")))
    # When the history has a newer one and that one
    history = [commit("a", "new"), commit("a", "old")]
    # Then the newer one is reported, and the older one, though it is equal, ignored
    assert side.do(reconcile(*history)) == Reconciled(0, (HashMismatch("a", "old", "new"),))
    assert side.step("a").commit_hash == "old"
    # And by force the newest wins
    assert side.do(reconcile(*history, force=True)) == Reconciled(1)
    assert side.step("a").commit_hash == "new"


@forced_or_not
def test_cmp_10_older_commits_do_not_undo_an_equal_newest_one(side: Side, force: bool) -> None:
    side.given(register(TWO), reconcile(commit("a", "new")))
    history = [commit("a", "new"), commit("a", "old")]
    assert side.do(reconcile(*history, force=force)) == Reconciled(0)
    assert side.step("a").commit_hash == "new"


def test_cmp_10_another_plans_newer_commit_does_not_hide_this_plans(side: Side) -> None:
    side.given(register(TWO))
    history = [commit("a", "theirs", plan=OTHER_PLAN), commit("a", "ours")]
    assert side.do(reconcile(*history)) == Reconciled(1)
    assert side.step("a").commit_hash == "ours"


def test_cmp_10_a_reconciled_step_takes_its_unfinished_substeps_along(side: Side) -> None:
    # Given a held step with a completed, a started and a pending substep
    side.given(register(FAMILY), claim(now=1), start("a1", now=2))
    side.given(batch("a2", entry(TASK, 0, DEFERRED, "later"), entry(TASK, 1)))
    side.given(release("a1", ALICE), claim(now=3), start("a1", now=4))
    before = {one.anchor: one for one in side.plan().steps}
    # When the history names the step
    outcome = side.do(reconcile(commit("a", "c1"), now=9))
    # Then it counts once; substeps are completed the same way, but have no commit
    assert outcome == Reconciled(1)
    for anchor in ("a1", "a2"):
        one = side.step(anchor)
        assert one == replace(
            before[anchor],
            status=StepStatus.COMPLETED,
            lease_expires_at=None,
            completed_at=9,
            commit_hash=None,
            complete_reason=None,
            items=one.items,
        )
        assert {(item.status, item.reason) for item in one.items} == {(COMPLETED, None)}
        assert one.claimed_by == ALICE
    assert side.step("a").commit_hash == "c1"


def test_cmp_10_substeps_completed_before_keep_their_record_and_deferrals(side: Side) -> None:
    # Given a substep completed strictly with a deferral
    side.given(register(FAMILY), claim(), batch("a1", entry(TASK, 0, DEFERRED, "later")))
    side.given(complete("a1", now=2))
    before = side.step("a1")
    # When its step is reconciled
    side.given(reconcile(commit("a", "c1"), now=9))
    # Then it is as it was, while its sibling is completed
    assert side.step("a1") == before
    assert side.step("a2").completed_at == 9


@pytest.mark.parametrize("parent_first", [True, False], ids=["parent newest", "substep newest"])
def test_cmp_10_a_substep_with_its_own_commit_takes_it_in_either_order(
    side: Side, parent_first: bool
) -> None:
    # Given a history with commits of a step and of its substep
    side.given(register(FAMILY))
    history = [commit("a", "c2"), commit("a1", "c1")]
    # When it is read in either order, then both entries count
    outcome = side.do(reconcile(*(history if parent_first else history[::-1])))
    assert outcome == Reconciled(2)
    hashes = {one.anchor: one.commit_hash for one in side.plan().steps}
    assert (hashes["a"], hashes["a1"], hashes["a2"]) == ("c2", "c1", None)


def test_cmp_10_the_plan_is_done_when_history_completes_its_last_step(side: Side) -> None:
    # Given one step completed by its worker
    side.given(register(TWO), claim(), complete("a"))
    # When the history completes the other
    side.given(reconcile(commit("b", "b1")))
    # Then the plan is done
    assert side.plan().status == PlanStatus.DONE
    assert side.do(claim(BOB)) == NothingClaimable(True, 0)


def test_cmp_10_a_substep_alone_does_not_finish_the_plan(side: Side) -> None:
    side.given(register(document(step("a", step("a1")))), reconcile(commit("a1", "c1")))
    assert side.plan().status == PlanStatus.ACTIVE
    assert side.step("a").status == StepStatus.PENDING


def test_cmp_10_only_the_named_steps_substeps_are_completed(side: Side) -> None:
    # Given two steps with a substep each
    side.given(register(document(step("a", step("a1")), step("b", step("b1")))))
    # When the history names one step
    side.given(reconcile(commit("b", "c1")))
    # Then the other is untouched
    status = {one.anchor: one.status for one in side.plan().steps}
    assert (status["a"], status["a1"]) == (StepStatus.PENDING, StepStatus.PENDING)
    assert (status["b"], status["b1"]) == (StepStatus.COMPLETED, StepStatus.COMPLETED)


def test_cmp_10_a_skipped_mismatch_leaves_the_items_of_the_step_alone(side: Side) -> None:
    # Given a step completed with a deferral, and given its hash by history
    side.given(register(FAMILY), claim())
    side.given(batch("a1", entry(TASK, 0, DEFERRED, "later")), complete("a1"))
    side.given(reconcile(commit("a1", "c1")))
    # When another hash comes, with force or without, then the deferral stays
    side.given(reconcile(commit("a1", "c2")), reconcile(commit("a1", "c3"), force=True))
    assert side.checklist("a1") == [(DEFERRED, "later")]
    assert side.checklist("a2") == [(OPEN, None)] * 2
