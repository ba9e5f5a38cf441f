"""CMP-10: the newest commit counts, and reconciling reaches substeps and plan."""

from dataclasses import replace

from spec.vocabulary.completion import Reconciled
from spec.vocabulary.state import StepStatus
from tests.cases import for_each
from tests.rules import builders as b
from tests.rules.suts import Sut

TWO = b.document(b.step("a"), b.step("b"))

forced_or_not = for_each("force", [False, True])


@forced_or_not
def test_cmp_10_the_newest_commit_of_a_step_counts_and_older_ones_are_ignored(
    sut: Sut, force: bool
) -> None:
    # Given steps without commits
    sut.given(b.register(TWO))
    # When the commit log has several commits of one step, newest first
    commit_log = [
        b.commit("a", "new"),
        b.commit("b", "b1"),
        b.commit("a", "old"),
        b.commit("a", "oldest"),
    ]
    # Then the older ones are neither counted nor reported
    assert sut.apply(b.reconcile(*commit_log, force=force)) == Reconciled(2)
    assert sut.step("a").commit_hash == "new"


def test_cmp_10_a_reconciled_step_takes_its_unfinished_substeps_along(sut: Sut) -> None:
    # Given a held step with a completed, a started and a pending substep
    sut.given(b.register(b.FAMILY), b.claim(now=1), b.start("a1", now=2))
    sut.given(b.release("a1", b.ALICE), b.claim(now=3), b.start("a1", now=4))
    sut.given(b.batch("a2", b.entry(b.TASK, 0, b.DEFERRED, "later"), b.entry(b.TASK, 1)))
    before = {one.anchor: one for one in sut.plan().steps}
    # When the commit log names the step
    outcome = sut.apply(b.reconcile(b.commit("a", "c1"), now=9))
    # Then it counts once; substeps are completed the same way, but have no commit
    assert outcome == Reconciled(1)
    for anchor in ("a1", "a2"):
        one = sut.step(anchor)
        assert one == replace(
            before[anchor],
            status=StepStatus.COMPLETED,
            lease_expires_at=None,
            completed_at=9,
            commit_hash=None,
            complete_reason=None,
            items=one.items,
        )
        assert {(item.status, item.reason) for item in one.items} == {(b.COMPLETED, None)}
        assert one.claimed_by == b.ALICE
    assert sut.step("a").commit_hash == "c1"


def test_cmp_10_substeps_completed_before_keep_their_record_and_deferrals(
    sut: Sut,
) -> None:
    # Given a substep completed strictly with a deferral
    sut.given(
        b.register(b.FAMILY), b.claim(), b.batch("a1", b.entry(b.TASK, 0, b.DEFERRED, "later"))
    )
    sut.given(b.complete("a1", now=2))
    before = sut.step("a1")
    # When its step is reconciled
    sut.given(b.reconcile(b.commit("a", "c1"), now=9))
    # Then it is as it was, while its sibling is completed
    assert sut.step("a1") == before
    assert sut.step("a2").completed_at == 9


@for_each("parent_first", [True, False])
def test_cmp_9_and_cmp_10_a_substep_with_its_own_commit_takes_it_in_either_order(
    sut: Sut, parent_first: bool
) -> None:
    # Given a commit log with commits of a step and of its substep
    sut.given(b.register(b.FAMILY))
    commit_log = [b.commit("a", "c2"), b.commit("a1", "c1")]
    # When it is read in either order, then both entries count
    outcome = sut.apply(b.reconcile(*(commit_log if parent_first else commit_log[::-1])))
    assert outcome == Reconciled(2)
    hashes = {one.anchor: one.commit_hash for one in sut.plan().steps}
    assert (hashes["a"], hashes["a1"], hashes["a2"]) == ("c2", "c1", None)
