"""PLN-6 and PLN-8: a document that changed, and plans beside each other."""

from spec.editions import EDITION_2026_1
from spec.vocabulary.checklists import ArtifactRecorded, ItemsUpdated
from spec.vocabulary.claims import Claimed
from spec.vocabulary.commits import Committed, FailureReason
from spec.vocabulary.completion import StepCompleted
from spec.vocabulary.iterations import IterationDecided
from spec.vocabulary.operations import Operation
from spec.vocabulary.readiness import Readiness, Ready
from spec.vocabulary.rejections import plan_drift
from spec.vocabulary.reviews import StopAnswered, StopReason
from spec.vocabulary.state import Show, Shown
from tests.cases import for_each
from tests.rules import builders as b
from tests.rules.iterations import iteration_builders as i
from tests.rules.reviews import review_builders as r
from tests.rules.suts import ModelSut, Sut

DRIFT = plan_drift(b.HASH, b.NEW_HASH)


@for_each(
    "operation",
    [
        b.claim(document_hash=b.NEW_HASH),
        b.claim(document_hash=b.NEW_HASH, force=True),
        b.claim(b.BOB, document_hash=b.NEW_HASH),
        b.update("a", b.change(b.COMPLETED), document_hash=b.NEW_HASH),
        b.batch("a", b.entry(b.TASK, 0), document_hash=b.NEW_HASH),
        b.complete("a", document_hash=b.NEW_HASH),
        b.complete("a", document_hash=b.NEW_HASH, force=True),
    ],
)
def test_pln_6_what_trusts_the_document_is_refused_after_drift(
    sut: Sut, operation: Operation
) -> None:
    # Given a held step
    sut.given(b.register(b.CHECKLIST), b.claim())
    # When the operation comes with another hash than the stored one, then it is refused
    sut.refuses(operation, DRIFT)


def test_pln_6_a_commit_after_drift_completes_nothing(sut: Sut) -> None:
    # Given a held step with nothing left to do
    sut.given(b.register(b.document(b.step("a"))), b.claim())
    before = sut.state()
    # When it is committed with another hash than the stored one
    outcome = sut.apply(b.git_commit("a", document_hash=b.NEW_HASH))
    # Then git has committed, and the store has not completed the step
    assert isinstance(outcome, Committed)
    assert outcome.state_failure_reason is FailureReason.DRIFT
    assert sut.state() == before


def test_pln_6_allow_drift_lets_update_batch_and_complete_through(sut: Sut) -> None:
    # Given a held step of a plan that drifted
    sut.given(b.register(b.CHECKLIST), b.claim())
    # When the requests allow drift, then they are accepted
    assert sut.apply(
        b.update("a", b.change(b.COMPLETED, b.TASK, 0), document_hash=b.NEW_HASH, allow_drift=True)
    ) == ItemsUpdated(1)
    assert sut.apply(
        b.batch("a", remaining=True, document_hash=b.NEW_HASH, allow_drift=True)
    ) == ItemsUpdated(3)
    assert sut.apply(b.complete("a", document_hash=b.NEW_HASH, allow_drift=True)) == StepCompleted(
        False, False
    )
    # And the stored hash stays what it was
    assert sut.plan().document_hash == b.HASH


def test_pln_6_showing_a_drifted_plan_warns(sut: Sut) -> None:
    sut.given(b.register(b.CHECKLIST), i.start_iterations(), b.claim(), b.note("a"))
    # Whether it is under way or done
    for _ in range(2):
        assert sut.apply(Show(b.PLAN, b.HASH, 0)) == Shown(sut.plan(), False)
        assert sut.apply(Show(b.PLAN, b.NEW_HASH, 0)) == Shown(sut.plan(), True)
        sut.given(b.complete("a", force=True))


def test_pln_6_what_only_concerns_the_holder_has_no_hash_to_look_at(sut: Sut) -> None:
    # Given a plan; start, heartbeat, artifact, ready, release, reset and reconcile carry no hash
    sut.given(b.register(b.CHECKLIST), b.claim())
    # Then each is accepted without one
    sut.given(
        b.start("a"), b.heartbeat("a"), b.note("a"), Ready(b.PLAN, 0), b.release("a", b.ALICE)
    )
    sut.given(b.reset("a"), b.reconcile())


def test_pln_8_and_chk_6_the_same_anchors_in_two_plans_are_different_steps(sut: Sut) -> None:
    # Given the same document under two paths, with the same step held
    for plan in (b.PLAN, b.OTHER_PLAN):
        sut.given(b.register(b.FAMILY, plan=plan), b.claim(plan=plan))
    untouched = sut.plan(b.OTHER_PLAN)
    # When everything happens in one of them
    sut.given(b.start("a"), b.note("a"), b.reset("a"), b.claim(), b.complete("a1", force=True))
    sut.given(b.batch("a2", remaining=True), b.complete("a2"), b.complete("a"), b.claim(b.BOB))
    sut.given(b.reconcile(b.commit("c", "c1")), b.claim(b.BOB, now=500))
    # Then the other is as it was, and both are answered on their own
    assert sut.plan(b.OTHER_PLAN) == untouched
    assert sut.apply(Ready(b.OTHER_PLAN, 0)) == Readiness((), (), ("c",), ("a", "b"))
    assert sut.apply(b.claim(b.BOB, plan=b.OTHER_PLAN)) == Claimed(
        "c", "Title of c", 4, 100, False, 0, 2, 2
    )


def test_pln_8_commits_reviews_and_iterations_of_one_plan_leave_the_other(
    sut: Sut,
) -> None:
    # Given two plans under way
    for plan in (b.PLAN, b.OTHER_PLAN):
        sut.given(b.register(b.document(b.step("a")), plan=plan), b.claim(plan=plan))
        sut.given(r.new_plan(plan=plan), i.start_iterations(plan=plan))
    untouched = sut.plan(b.OTHER_PLAN)
    # When one of them is committed, reviewed and reported
    sut.given(b.git_commit("a"), r.stop(), r.post_review(), r.create_tasks(), i.report("", False))
    # Then the other is as it was
    assert sut.plan(b.OTHER_PLAN) == untouched
    # And is answered on its own
    assert sut.apply(r.stop(plan=b.OTHER_PLAN)) == StopAnswered(
        False, StopReason.REVIEWED, 1, r.OPUS, sut.cycle(b.OTHER_PLAN)
    )
    assert sut.apply(i.report("a", True, plan=b.OTHER_PLAN)) == IterationDecided(i.CONTINUING, 2)


def test_a32_pln_8_and_chk_10_artifact_ids_count_in_each_plan(sut: Sut) -> None:
    # Given a claim in each of two plans,
    given = (
        b.register(b.FAMILY),
        b.register(b.FAMILY, plan=b.OTHER_PLAN),
        b.claim(),
        b.claim(plan=b.OTHER_PLAN),
    )
    notes = [b.note("a", plan=path) for path in (b.PLAN, b.OTHER_PLAN, b.PLAN)]
    sut.given(*given)
    # when notes are left in turn, then each plan counts its own.
    assert [sut.apply(each) for each in notes] == [ArtifactRecorded(id) for id in (1, 1, 2)]
    assert (sut.plan().last_artifact_id, sut.plan(b.OTHER_PLAN).last_artifact_id) == (2, 1)
    # Before A32, the store counts those of all plans.
    before = ModelSut(EDITION_2026_1)
    before.given(*given)
    assert [before.apply(each) for each in notes] == [ArtifactRecorded(id) for id in (1, 2, 3)]
