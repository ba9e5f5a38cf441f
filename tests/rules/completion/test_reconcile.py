"""CMP-9: what the commit log says is done is done."""

from dataclasses import replace

from spec.vocabulary.completion import CommitLogEntry, HashMismatch, Reconciled
from spec.vocabulary.state import PlanStatus, Step, StepStatus
from tests.rules import builders as b
from tests.rules.suts import Sut

TWO = b.document(b.step("a", items=b.listed(b.TASK, b.TEST)), b.step("b", needs=("a",)))


def test_cmp_9_a_pending_step_is_completed_with_its_hash(sut: Sut) -> None:
    sut.given(b.register(TWO))
    # When the commit log names a step that waits for another, under a claim that has ended
    assert sut.apply(b.reconcile(b.commit("b", "c0ffee", claim_id=1), now=5)) == Reconciled(1)
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


def test_cmp_9_the_commit_of_a_substep_counts_by_its_own_claim(sut: Sut) -> None:
    # Given a substep that was completed before its step was claimed again
    sut.given(b.register(b.FAMILY), b.claim(), b.complete("a1", force=True))
    sut.given(b.release("a", b.ALICE), b.claim())
    # When the commit log names it under the claim that it was completed under
    assert sut.apply(b.reconcile(b.commit("a1", "c0ffee", claim_id=1))) == Reconciled(1)
    # Then it has the commit's hash
    assert sut.step("a1").commit_hash == "c0ffee"


def test_cmp_9_a_claimed_step_loses_its_lease_and_keeps_its_holder_on_record(
    sut: Sut,
) -> None:
    # Given a step that alice works on, under a live lease, with a deferred item
    sut.given(b.register(TWO), b.claim(b.BOB), b.release("a", b.BOB))
    sut.given(b.claim(now=1), b.start("a", now=2), b.heartbeat("a", now=3), b.note("a"))
    sut.given(b.batch("a", b.entry(b.TASK, 0, b.DEFERRED, "later")))
    before = sut.step("a")
    # When the commit log names it, under its claim and not under an earlier one
    commits = (b.commit("a", "c0", claim_id=1), b.commit("a", "c1", claim_id=2))
    assert sut.apply(b.reconcile(*commits, now=4)) == Reconciled(1)
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
    assert sut.step("a").claimed_by == b.ALICE
    assert sut.checklist("a") == [(b.COMPLETED, None), (b.COMPLETED, None)]


def test_cmp_9_a_completed_step_without_a_hash_takes_it(sut: Sut) -> None:
    # Given a step completed by its holder, with a deferral
    sut.given(b.register(TWO), b.claim())
    sut.given(b.batch("a", b.entry(b.TASK, 0, b.DEFERRED, "later"), remaining=True))
    sut.given(b.complete("a", now=3))
    before = sut.step("a")
    # When the commit log names it, then only the hash is new
    assert sut.apply(b.reconcile(b.commit("a", "c1"), now=9)) == Reconciled(1)
    assert sut.step("a") == replace(before, commit_hash="c1")
    # And naming it again changes nothing
    assert sut.apply(b.reconcile(b.commit("a", "c1"), now=10)) == Reconciled(0)
    assert sut.apply(b.reconcile(b.commit("a", "c1"), now=10, force=True)) == Reconciled(0)
    assert sut.step("a") == replace(before, commit_hash="c1")


def test_cmp_9_another_hash_is_skipped_and_reported(sut: Sut) -> None:
    sut.given(b.register(TWO), b.reconcile(b.commit("b", "b1"), b.commit("a", "a1")))
    before = sut.state()
    # When the commit log has other commits of both
    for order in ("ab", "ba"):
        outcome = sut.apply(b.reconcile(*(b.commit(one, f"{one}2") for one in order), now=9))
        # Then both hashes of each are reported, in the order of the commit log
        mismatches = tuple(HashMismatch(one, f"{one}1", f"{one}2") for one in order)
        assert outcome == Reconciled(0, mismatches)
    assert sut.state() == before
    # And with force they replace what is stored, and none is reported
    assert sut.apply(b.reconcile(b.commit("b", "b2"), force=True)) == Reconciled(1)
    assert sut.step("b").commit_hash == "b2"


def test_cmp_9_unknown_steps_and_other_plans_are_ignored(sut: Sut) -> None:
    sut.given(b.register(TWO), b.register(TWO, plan=b.OTHER_PLAN))
    # When the commit log mixes entries, the newest of `a` being another plan's
    commit_log = (
        b.commit("a", "other", plan=b.OTHER_PLAN),
        b.commit("x", "x1"),
        b.commit("a", "a1"),
        b.commit("b", "b1", plan="unknown.md"),
        b.commit("A", "a2"),
    )
    # Then only what names this plan and one of its steps counts, with force too
    assert sut.apply(b.reconcile(*commit_log)) == Reconciled(1)
    assert sut.apply(b.reconcile(*commit_log, force=True)) == Reconciled(0)
    assert sut.step("a").commit_hash == "a1"
    assert sut.step("b").status == StepStatus.PENDING
    assert sut.step("a", b.OTHER_PLAN).status == StepStatus.PENDING


def test_cmp_7_cmp_9_and_cmp_10_one_commit_log_completes_hashes_and_skips_together(
    sut: Sut,
) -> None:
    # Given a step completed with a hash, one completed without, one under way
    plan = b.document(b.step("a"), b.step("b"), b.step("c"), b.step("d"))
    sut.given(
        b.register(plan),
        b.reconcile(b.commit("a", "a1")),
        b.claim(),
        b.complete("b"),
        b.claim(b.BOB),
    )
    # When the commit log names them all
    commit_log = [b.commit(one, f"{one}2") for one in ("d", "c", "b", "a")]
    outcome = sut.apply(b.reconcile(*commit_log))
    # Then the first three count, and the last is reported
    assert outcome == Reconciled(3, (HashMismatch("a", "a1", "a2"),))
    assert [one.commit_hash for one in sut.plan().steps] == ["a1", "b2", "c2", "d2"]
    assert sut.plan().status == PlanStatus.DONE


def test_a54_cmp_9_a_commit_of_an_earlier_text_is_history(sut: Sut) -> None:
    # Given a step, and a commit of the text that it had before its document was changed
    sut.given(b.register(b.document(b.step("a"))))
    earlier = CommitLogEntry(b.PLAN, "a", b.COMMIT, earlier_text=True)
    # When the plan is reconciled, then the step is not completed, unless by force
    assert sut.apply(b.reconcile(earlier)) == Reconciled(0)
    assert sut.apply(b.reconcile(earlier, force=True)) == Reconciled(1)
