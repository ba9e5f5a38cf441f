"""PLN-6 and PLN-8: a document that changed, and plans beside each other."""

import pytest

from spec.vocabulary.checklists import ArtifactRecorded, ItemsUpdated
from spec.vocabulary.claims import Claimed
from spec.vocabulary.commits import Committed, FailureReason
from spec.vocabulary.completion import HistoryEntry, Reconciled, StepCompleted
from spec.vocabulary.iterations import IterationDecided
from spec.vocabulary.operations import Operation
from spec.vocabulary.readiness import Readiness, Ready
from spec.vocabulary.rejections import Rejected, not_claimed, plan_drift
from spec.vocabulary.reviews import StopAnswered, StopReason
from spec.vocabulary.showing import Show, Shown

from .builders import (
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
from .driver import Side
from .iteration_builders import CONTINUING, report, start_iterations
from .review_builders import OPUS, create_tasks, new_plan, post_review, stop

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
    side: Side, operation: Operation
) -> None:
    # Given a held step
    side.given(register(CHECKLIST), claim())
    # When the operation comes with another hash than the stored one, then it is refused
    side.refuses(operation, DRIFT)


def test_pln_6_allow_drift_lets_update_batch_and_complete_through(side: Side) -> None:
    # Given a held step of a plan that drifted
    side.given(register(CHECKLIST), claim())
    # When the requests allow drift, then they are accepted
    assert side.do(
        update("a", change(COMPLETED, TASK, 0), document_hash=NEW_HASH, allow_drift=True)
    ) == ItemsUpdated(1)
    assert side.do(
        batch("a", remaining=True, document_hash=NEW_HASH, allow_drift=True)
    ) == ItemsUpdated(3)
    assert side.do(complete("a", document_hash=NEW_HASH, allow_drift=True)) == StepCompleted(
        False, True
    )
    # And the stored hash stays what it was
    assert side.plan().document_hash == HASH


def test_pln_6_showing_a_drifted_plan_warns(side: Side) -> None:
    side.given(register(CHECKLIST))
    assert side.do(Show(PLAN, HASH, 0)) == Shown(side.plan(), False)
    assert side.do(Show(PLAN, NEW_HASH, 0)) == Shown(side.plan(), True)


def test_pln_6_the_hash_is_compared_letter_by_letter(side: Side) -> None:
    # Given a plan whose hash has letters
    side.given(register(document(step("a"), document_hash="a" * 64)))
    # When a claim gives it in upper case, which is not the SHA-256 in lower-case hex
    expected = plan_drift("a" * 64, "A" * 64)
    # Then it differs from the stored one
    side.refuses(claim(document_hash="A" * 64), expected)


def test_pln_6_what_only_concerns_the_holder_has_no_hash_to_look_at(side: Side) -> None:
    # Given a plan; start, heartbeat, artifact, ready, release, reset and reconcile carry no hash
    side.given(register(CHECKLIST), claim())
    # Then each is accepted without one
    side.given(start("a"), heartbeat("a"), note("a"), Ready(PLAN, 0), release("a", ALICE))
    side.given(reset("a"), reconcile())


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
    side: Side, operation: Operation, expected: Rejected
) -> None:
    side.given(register(CHECKLIST))
    side.refuses(operation, expected)


def test_pln_6_a_commit_stands_and_completes_nothing_after_drift(side: Side) -> None:
    # Given a held step with nothing left to do
    side.given(register(document(step("a"))), claim())
    before = side.state()
    # When its holder commits, and the document has changed
    outcome = side.do(git_commit("a", document_hash=NEW_HASH))
    # Then git has committed, and the step waits for the plan to be brought up to date
    assert outcome == Committed(COMMIT, recorded("a"), True, FailureReason.DRIFT, DRIFT)
    assert side.state() == before


def test_pln_8_the_same_anchors_in_two_plans_are_different_steps(side: Side) -> None:
    # Given the same document under two paths
    side.given(register(FAMILY), register(FAMILY, plan=OTHER_PLAN))
    untouched = side.plan(OTHER_PLAN)
    # When everything happens in one of them
    side.given(claim(), start("a"), note("a"), complete("a", force=True), claim(BOB))
    side.given(reconcile(commit("c", "c1")), claim(BOB, now=500))
    # Then the other is as it was, and both are answered on their own
    assert side.plan(OTHER_PLAN) == untouched
    assert side.do(Ready(OTHER_PLAN, 0)) == Readiness((), (), ("a", "c"), ("b",))
    assert side.do(claim(BOB, plan=OTHER_PLAN)) == Claimed("a", "Title of a", 0, 100, False, 1, 2)


def test_pln_8_resynchronising_one_plan_leaves_the_other(side: Side) -> None:
    # Given two plans with a held step each
    side.given(register(FAMILY), register(FAMILY, plan=OTHER_PLAN))
    side.given(claim(), claim(plan=OTHER_PLAN))
    other = side.plan(OTHER_PLAN)
    # When one of the documents changes
    side.given(register(document(step("a"), document_hash=NEW_HASH)))
    # Then the other plan's claim stands, under its own hash
    assert side.plan(OTHER_PLAN) == other


def test_pln_8_history_of_another_plan_completes_nothing_here(side: Side) -> None:
    side.given(register(FAMILY), register(FAMILY, plan=OTHER_PLAN))
    before = side.state()
    # When the history only tells of the other plan
    history = HistoryEntry(OTHER_PLAN, "a", "c1")
    # Then neither plan changes: the operation names this one
    assert side.do(reconcile(history)) == Reconciled(0)
    assert side.state() == before


def test_pln_8_commits_reviews_and_iterations_of_one_plan_leave_the_other(side: Side) -> None:
    # Given two plans under way
    for plan in (PLAN, OTHER_PLAN):
        side.given(register(document(step("a")), plan=plan), claim(plan=plan))
        side.given(new_plan(plan=plan), start_iterations(plan=plan))
    untouched = side.plan(OTHER_PLAN)
    # When one of them is committed, reviewed and reported
    side.given(git_commit("a"), stop(), post_review(), create_tasks(), report("", False))
    # Then the other is as it was
    assert side.plan(OTHER_PLAN) == untouched
    # And is answered on its own
    assert side.do(stop(plan=OTHER_PLAN)) == StopAnswered(
        False, StopReason.REVIEWED, 1, OPUS, side.cycle(OTHER_PLAN)
    )
    assert side.do(report("a", True, plan=OTHER_PLAN)) == IterationDecided(CONTINUING, 2)


def test_pln_8_artifact_ids_ascend_over_all_plans(side: Side) -> None:
    side.given(register(FAMILY), register(FAMILY, plan=OTHER_PLAN))
    side.given(claim(), claim(plan=OTHER_PLAN))
    # When notes are left in turn
    outcomes = [side.do(note("a", plan=path)) for path in (PLAN, OTHER_PLAN, PLAN)]
    ids = [one.artifact_id for one in outcomes if isinstance(one, ArtifactRecorded)]
    # Then no id comes twice, and each is higher than the one before
    assert len(ids) == 3
    assert ids[0] < ids[1] < ids[2]
