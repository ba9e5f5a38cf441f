"""PLN-6 and PLN-8: a document that changed, and plans beside each other."""

import pytest

from spec.editions import EDITION_2026_1
from spec.vocabulary.checklists import ArtifactRecorded, ItemsUpdated
from spec.vocabulary.claims import Claimed
from spec.vocabulary.commits import Committed, FailureReason
from spec.vocabulary.completion import CommitLogEntry, Reconciled, StepCompleted
from spec.vocabulary.iterations import IterationDecided
from spec.vocabulary.operations import Operation
from spec.vocabulary.readiness import Readiness, Ready
from spec.vocabulary.rejections import Rejected, not_claimed, plan_drift
from spec.vocabulary.reviews import StopAnswered, StopReason
from spec.vocabulary.state import Show, Shown
from tests.rules.builders import (
    ALICE,
    BOB,
    CHECKLIST,
    COMMIT,
    COMPLETED,
    FAMILY,
    HASH,
    NEW_HASH,
    OTHER_PLAN,
    PLAN,
    TASK,
    batch,
    change,
    claim,
    commit,
    complete,
    document,
    entry,
    git_commit,
    heartbeat,
    note,
    reconcile,
    recorded,
    register,
    release,
    reset,
    start,
    step,
    update,
)
from tests.rules.iterations.iteration_builders import CONTINUING, report, start_iterations
from tests.rules.reviews.review_builders import OPUS, create_tasks, new_plan, post_review, stop
from tests.rules.suts import ModelSut, Sut

DRIFT = plan_drift(HASH, NEW_HASH)


@pytest.mark.parametrize(
    "operation",
    [
        claim(document_hash=NEW_HASH),
        claim(document_hash=NEW_HASH, force=True),
        claim(BOB, document_hash=NEW_HASH),
        update("a", change(COMPLETED), document_hash=NEW_HASH),
        batch("a", entry(TASK, 0), document_hash=NEW_HASH),
        complete("a", document_hash=NEW_HASH),
        complete("a", document_hash=NEW_HASH, force=True),
    ],
    ids=lambda one: type(one).__name__,
)
def test_pln_6_what_trusts_the_document_is_refused_after_drift(
    sut: Sut, operation: Operation
) -> None:
    # Given a held step
    sut.given(register(CHECKLIST), claim())
    # When the operation comes with another hash than the stored one, then it is refused
    sut.refuses(operation, DRIFT)


def test_pln_6_allow_drift_lets_update_batch_and_complete_through(sut: Sut) -> None:
    # Given a held step of a plan that drifted
    sut.given(register(CHECKLIST), claim())
    # When the requests allow drift, then they are accepted
    assert sut.apply(
        update("a", change(COMPLETED, TASK, 0), document_hash=NEW_HASH, allow_drift=True)
    ) == ItemsUpdated(1)
    assert sut.apply(
        batch("a", remaining=True, document_hash=NEW_HASH, allow_drift=True)
    ) == ItemsUpdated(3)
    assert sut.apply(complete("a", document_hash=NEW_HASH, allow_drift=True)) == StepCompleted(
        False, True
    )
    # And the stored hash stays what it was
    assert sut.plan().document_hash == HASH


def test_pln_6_showing_a_drifted_plan_warns(sut: Sut) -> None:
    sut.given(register(CHECKLIST))
    assert sut.apply(Show(PLAN, HASH, 0)) == Shown(sut.plan(), False)
    assert sut.apply(Show(PLAN, NEW_HASH, 0)) == Shown(sut.plan(), True)


def test_pln_6_the_hash_is_compared_letter_by_letter(sut: Sut) -> None:
    # Given a plan whose hash has letters
    sut.given(register(document(step("a"), document_hash="a" * 64)))
    # When a claim gives it in upper case, which is not the SHA-256 in lower-case hex
    expected = plan_drift("a" * 64, "A" * 64)
    # Then it differs from the stored one
    sut.refuses(claim(document_hash="A" * 64), expected)


def test_pln_6_what_only_concerns_the_holder_has_no_hash_to_look_at(sut: Sut) -> None:
    # Given a plan; start, heartbeat, artifact, ready, release, reset and reconcile carry no hash
    sut.given(register(CHECKLIST), claim())
    # Then each is accepted without one
    sut.given(start("a"), heartbeat("a"), note("a"), Ready(PLAN, 0), release("a", ALICE))
    sut.given(reset("a"), reconcile())


DRIFT_BEFORE: list[tuple[str, Operation, Rejected]] = [
    ("update of an unknown step", update("x", change("bogus"), document_hash=NEW_HASH), DRIFT),
    ("batch of an unknown step", batch("x", document_hash=NEW_HASH), DRIFT),
    ("completing an unknown step", complete("x", document_hash=NEW_HASH), DRIFT),
    (
        "an unknown step comes next for an update",
        update("x", document_hash=NEW_HASH, allow_drift=True),
        not_claimed("x", "unknown"),
    ),
]


@pytest.mark.parametrize(
    ("operation", "expected"),
    [one[1:] for one in DRIFT_BEFORE],
    ids=[one[0] for one in DRIFT_BEFORE],
)
def test_pln_6_drift_is_named_before_the_step(
    sut: Sut, operation: Operation, expected: Rejected
) -> None:
    sut.given(register(CHECKLIST))
    sut.refuses(operation, expected)


def test_pln_6_a_commit_stands_and_completes_nothing_after_drift(sut: Sut) -> None:
    # Given a held step with nothing left to do
    sut.given(register(document(step("a"))), claim())
    before = sut.state()
    # When its holder commits, and the document has changed
    outcome = sut.apply(git_commit("a", document_hash=NEW_HASH))
    # Then git has committed, and the step waits for the plan to be brought up to date
    assert outcome == Committed(COMMIT, recorded("a"), True, FailureReason.DRIFT, DRIFT)
    assert sut.state() == before


def test_pln_8_the_same_anchors_in_two_plans_are_different_steps(sut: Sut) -> None:
    # Given the same document under two paths
    sut.given(register(FAMILY), register(FAMILY, plan=OTHER_PLAN))
    untouched = sut.plan(OTHER_PLAN)
    # When everything happens in one of them
    sut.given(claim(), start("a"), note("a"), complete("a", force=True), claim(BOB))
    sut.given(reconcile(commit("c", "c1")), claim(BOB, now=500))
    # Then the other is as it was, and both are answered on their own
    assert sut.plan(OTHER_PLAN) == untouched
    assert sut.apply(Ready(OTHER_PLAN, 0)) == Readiness((), (), ("a", "c"), ("b",))
    assert sut.apply(claim(BOB, plan=OTHER_PLAN)) == Claimed(
        "a", "Title of a", 0, 100, False, 1, 2, 1
    )


def test_pln_8_resynchronising_one_plan_leaves_the_other(sut: Sut) -> None:
    # Given two plans with a held step each
    sut.given(register(FAMILY), register(FAMILY, plan=OTHER_PLAN))
    sut.given(claim(), claim(plan=OTHER_PLAN))
    other = sut.plan(OTHER_PLAN)
    # When one of the documents changes
    sut.given(register(document(step("a"), document_hash=NEW_HASH)))
    # Then the other plan's claim stands, under its own hash
    assert sut.plan(OTHER_PLAN) == other


def test_pln_8_commits_of_another_plan_completes_nothing_here(sut: Sut) -> None:
    sut.given(register(FAMILY), register(FAMILY, plan=OTHER_PLAN))
    before = sut.state()
    # When the commit log only tells of the other plan
    entry = CommitLogEntry(OTHER_PLAN, "a", "c1")
    # Then neither plan changes: the operation names this one
    assert sut.apply(reconcile(entry)) == Reconciled(0)
    assert sut.state() == before


def test_pln_8_commits_reviews_and_iterations_of_one_plan_leave_the_other(
    sut: Sut,
) -> None:
    # Given two plans under way
    for plan in (PLAN, OTHER_PLAN):
        sut.given(register(document(step("a")), plan=plan), claim(plan=plan))
        sut.given(new_plan(plan=plan), start_iterations(plan=plan))
    untouched = sut.plan(OTHER_PLAN)
    # When one of them is committed, reviewed and reported
    sut.given(git_commit("a"), stop(), post_review(), create_tasks(), report("", False))
    # Then the other is as it was
    assert sut.plan(OTHER_PLAN) == untouched
    # And is answered on its own
    assert sut.apply(stop(plan=OTHER_PLAN)) == StopAnswered(
        False, StopReason.REVIEWED, 1, OPUS, sut.cycle(OTHER_PLAN)
    )
    assert sut.apply(report("a", True, plan=OTHER_PLAN)) == IterationDecided(CONTINUING, 2)


def test_a32_pln_8_artifact_ids_count_in_each_plan(sut: Sut) -> None:
    # Given a claim in each of two plans,
    given = (register(FAMILY), register(FAMILY, plan=OTHER_PLAN), claim(), claim(plan=OTHER_PLAN))
    notes = [note("a", plan=path) for path in (PLAN, OTHER_PLAN, PLAN)]
    sut.given(*given)
    # when notes are left in turn, then each plan counts its own.
    assert [sut.apply(each) for each in notes] == [ArtifactRecorded(id) for id in (1, 1, 2)]
    assert (sut.plan().last_artifact_id, sut.plan(OTHER_PLAN).last_artifact_id) == (2, 1)
    # Before A32, the store counts those of all plans.
    before = ModelSut(EDITION_2026_1)
    before.given(*given)
    assert [before.apply(each) for each in notes] == [ArtifactRecorded(id) for id in (1, 2, 3)]
