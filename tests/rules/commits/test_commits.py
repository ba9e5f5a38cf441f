"""COM-1, COM-2, COM-3, COM-5, COM-6: what git and the store each do of a commit."""

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from typing import Any
from unittest.mock import ANY

from impl.store.commits import failure_reason
from model.commits import reason_of
from spec.vocabulary.commits import Commit, Committed, FailureReason, NotCommitted
from spec.vocabulary.completion import Complete, HashMismatch, Reconciled
from spec.vocabulary.rejections import (
    Code,
    Rejected,
    incomplete_checklist,
    incomplete_substeps,
    not_claimed,
    ownership_violation,
    unknown_step,
)
from spec.vocabulary.state import PlanStatus, StepStatus
from tests.cases import for_each
from tests.rules import builders as b
from tests.rules.commits import causes
from tests.rules.suts import Sut

OPEN_ITEMS, DRIFT = FailureReason.OPEN_ITEMS, FailureReason.DRIFT
OWNERSHIP, DB_ERROR = FailureReason.OWNERSHIP, FailureReason.DB_ERROR


def done(*, last: bool = False) -> Committed:
    """Return the answer to a commit that completed its step, without a failure and its reason."""
    return Committed(b.COMMIT, ANY, all_steps_completed=last)


def stands(
    operation: Commit, reason: FailureReason | None, rejection: Rejected | None
) -> Committed:
    """Return the answer to a commit that git made and that did not complete its step."""
    message = ANY
    return Committed(operation.commit_hash, message, True, reason, rejection)


def fails(
    sut: Sut,
    operation: Commit,
    reason: FailureReason | None,
    rejection: Rejected | None,
) -> None:
    """Assert that git committed, that the step is not completed, and the reason."""
    before = sut.state()
    assert sut.apply(operation) == stands(operation, reason, rejection)
    assert sut.state() == before


CAUSES = causes.CAUSES | {
    "refusal": ({"worktree": b.BOB}, OWNERSHIP, ownership_violation("a", b.ALICE, b.BOB))
}
"""The ways in which an update fails, in the order in which they are looked at."""


# COM-1


WRONG = [fields for fields, _, _ in CAUSES.values()]
EVERYTHING = {name: value for fields in WRONG for name, value in fields.items()}


@for_each("else_wrong", [{}, {"step": "b"}, {"step": "x"}, *WRONG, EVERYTHING])
def test_com_1_if_git_does_not_commit_nothing_happens(sut: Sut, else_wrong: dict[str, Any]) -> None:
    # Given a step that its holder could complete
    sut.given(b.register(b.document(b.step("a"), b.step("b", items=b.listed(b.TASK)))), b.claim())
    before = sut.state()
    # When git does not commit, whatever else is wrong
    operation = replace(b.git_commit("a", git_succeeds=False, now=9), **else_wrong)
    # Then that is the answer, with the step, and the store is not changed
    assert sut.apply(operation) == NotCommitted(operation.step)
    assert sut.state() == before


def test_com_1_com_2_and_com_3_all_steps_are_completed_by_the_last_top_level_step(sut: Sut) -> None:
    # Given two steps, one with a substep, all held by one worker
    sut.given(
        b.register(b.document(b.step("a", b.step("a1")), b.step("b"))), b.claim(), b.claim(b.BOB)
    )
    # When they are committed one after the other, then only the last commit says so
    assert sut.apply(b.git_commit("a1")) == done()
    assert sut.apply(b.git_commit("a")) == done()
    assert sut.plan().status == PlanStatus.ACTIVE
    assert sut.apply(b.git_commit("b", b.BOB)) == done(last=True)
    assert sut.plan().status == PlanStatus.DONE


# COM-2, COM-3

SOME_CAUSES = [
    together
    for size in range(1, len(CAUSES) + 1)
    for together in combinations(CAUSES, size)
    if not {"no document", "drift"} <= set(together)
]


@for_each("together", SOME_CAUSES)
def test_com_1_com_2_and_com_3_of_several_causes_the_first_gives_the_reason(
    sut: Sut, together: tuple[str, ...]
) -> None:
    # Given a held step
    sut.given(b.register(b.FAMILY), b.claim())
    # When a commit meets several causes of failure at once
    wrong: dict[str, Any] = {}
    for cause in together:
        wrong |= CAUSES[cause][0]
    # Then the first of them gives reason and rejection, and nothing is stored
    _, reason, rejection = CAUSES[together[0]]
    fails(sut, replace(b.git_commit("a"), **wrong), reason, rejection)


REFUSED: list[tuple[str, Commit, FailureReason, Rejected]] = [
    ("an unknown step", b.git_commit("x"), DB_ERROR, unknown_step("x")),
    ("an unknown step, to another", b.git_commit("x", b.BOB), DB_ERROR, unknown_step("x")),
    ("pending with open items", b.git_commit("b"), OWNERSHIP, not_claimed("b", "pending")),
    ("pending, to another", b.git_commit("b", b.BOB), OWNERSHIP, not_claimed("b", "pending")),
    (
        "held by another, open items and substeps",
        b.git_commit("a", b.BOB),
        OWNERSHIP,
        ownership_violation("a", b.ALICE, b.BOB),
    ),
    (
        "a substep held by another, open items",
        b.git_commit("a1", b.BOB),
        OWNERSHIP,
        ownership_violation("a1", b.ALICE, b.BOB),
    ),
    ("open items and substeps", b.git_commit("a"), OPEN_ITEMS, incomplete_checklist(3)),
    ("open items of a substep", b.git_commit("a1"), OPEN_ITEMS, incomplete_checklist(1)),
]


@for_each(
    ("operation", "reason", "rejection"),
    [one[1:] for one in REFUSED],
)
def test_com_2_a_completion_is_refused_in_the_order_of_cmp_1(
    sut: Sut, operation: Commit, reason: FailureReason, rejection: Rejected
) -> None:
    # Given a held step with open items, one completed substep and one that is not
    sut.given(b.register(b.UNFINISHED), b.claim(), b.complete("a2"))
    fails(sut, operation, reason, rejection)


def test_com_2_open_substeps_are_open_items(sut: Sut) -> None:
    # Given a held step whose own checklist is finished
    sut.given(b.register(b.UNFINISHED), b.claim(), b.batch("a", remaining=True))
    # When it is committed, then its substeps are in the way, and the reason is the same
    fails(sut, b.git_commit("a"), OPEN_ITEMS, incomplete_substeps(2))


CLASSIFIED = {
    "E006": DB_ERROR,
    "E010": DB_ERROR,
    "E011": DB_ERROR,
    "E032": DB_ERROR,
    "E046": DB_ERROR,
    "E047": DB_ERROR,
    "E048": DRIFT,
    "E049": OWNERSHIP,
    "E050": OWNERSHIP,
    "E051": OPEN_ITEMS,
    "E052": OPEN_ITEMS,
    # Nobody knows these yet
    "E053": DB_ERROR,
    "E999": DB_ERROR,
    "e051": DB_ERROR,
    "": DB_ERROR,
}


@for_each("classify", [reason_of, failure_reason])
@for_each(("code", "reason"), CLASSIFIED.items())
def test_com_2_every_code_has_its_reason(
    classify: Callable[[str], FailureReason], code: str, reason: FailureReason
) -> None:
    # Given a rejection's code, when it is classified, then the reason is that of the rule.
    assert classify(code) is reason


def test_com_2_no_code_is_left_out() -> None:
    assert {str(code) for code in Code} <= set(CLASSIFIED)


def test_com_2_a_successful_update_has_the_effect_of_a_strict_completion(
    sut: Sut,
) -> None:
    # Given a started step with a completed and a deferred item
    sut.given(b.register(b.document(b.step("a", items=b.listed(b.TASK, b.TASK)), b.step("b"))))
    sut.given(b.claim(now=1), b.start("a", now=2), b.heartbeat("a", now=3))
    sut.given(b.batch("a", b.entry(b.TASK, 0, b.DEFERRED, "later"), remaining=True))
    before = sut.step("a")
    # When it is committed
    assert sut.apply(b.git_commit("a", now=4)) == done()
    # Then it is completed, without a lease, and keeps the record of who worked on it
    assert sut.step("a") == replace(
        before,
        status=StepStatus.COMPLETED,
        completed_at=4,
        complete_reason="",
        lease_expires_at=None,
        commit_hash=b.COMMIT,
    )
    assert sut.checklist("a") == [(b.DEFERRED, "later"), ("completed", None)]


# COM-5


def test_com_5_the_hash_is_stored_on_the_step_of_the_commit_alone(sut: Sut) -> None:
    # Given a held step with two substeps
    sut.given(
        b.register(b.document(b.step("a", b.step("a1"), b.step("a2")), b.step("b"))), b.claim()
    )
    sut.given(b.complete("a2"))
    # When a substep and then the step are committed
    sut.given(b.git_commit("a1", commit_hash="1" * 40), b.git_commit("a", commit_hash="2" * 40))
    # Then each has the hash of its own commit, and what was completed otherwise has none
    hashes = {one.anchor: one.commit_hash for one in sut.plan().steps}
    assert hashes == {"a": "2" * 40, "a1": "1" * 40, "a2": None, "b": None}


@for_each("worktree", [b.ALICE, b.BOB])
def test_com_5_another_commit_of_a_completed_step_leaves_its_hash(sut: Sut, worktree: str) -> None:
    # Given a step that a commit completed, after another one
    sut.given(b.register(b.document(b.step("first"), b.step("a"))))
    for name, digit in (("first", "0"), ("a", "1")):
        sut.given(b.claim(), b.git_commit(name, commit_hash=digit * 40))
    before = sut.state()
    # When it is committed again, then the answer names the hash that it keeps
    answer = sut.apply(b.git_commit("a", worktree, commit_hash="2" * 40))
    message = ANY
    assert answer == Committed("2" * 40, message, all_steps_completed=True, kept_hash="1" * 40)
    assert sut.state() == before
    # And so does the answer when such a commit was found, with nothing to commit
    found = b.git_commit("a", worktree, commit_hash="3" * 40, found_commit="2" * 40, clean=True)
    assert sut.apply(found) == answer
    assert sut.state() == before
    # And reconciling names both
    reconciled = sut.apply(b.reconcile(b.commit("a", "2" * 40)))
    assert reconciled == Reconciled(0, (HashMismatch("a", "1" * 40, "2" * 40),))


@for_each("worktree", [b.ALICE, b.BOB])
def test_com_5_a_commit_gives_its_hash_to_a_completed_step_without_one(
    sut: Sut, worktree: str
) -> None:
    # Given a step that was completed without a commit
    sut.given(b.register(b.FAMILY), b.claim(), b.complete("a", force=True, now=5))
    before = sut.step("a")
    # When it is committed after drift, then it has no hash either
    fails(sut, b.git_commit("a", worktree, document_hash=b.NEW_HASH), *CAUSES["drift"][1:])
    # And when it is committed, then it has the hash, and its substeps and all else stay
    assert sut.apply(b.git_commit("a", worktree, now=9)) == done()
    assert sut.step("a") == replace(before, commit_hash=b.COMMIT)
    assert sut.step("a1").commit_hash is None
    # And the same commit again changes nothing
    state = sut.state()
    assert sut.apply(b.git_commit("a", now=10)) == done()
    assert sut.state() == state


def test_com_5_a_substep_that_the_commit_log_completed_with_its_step_gets_a_hash(sut: Sut) -> None:
    sut.given(b.register(b.FAMILY), b.claim(), b.reconcile(b.commit("a", "1" * 40)))
    sut.given(b.git_commit("a1", commit_hash="2" * 40))
    assert [sut.step(name).commit_hash for name in ("a", "a1")] == ["1" * 40, "2" * 40]


# COM-6

FOUND = "f" * 40


@for_each("git_succeeds", [False, True])
@for_each("done", [(), (b.complete("a"),)])
def test_com_6_a_commit_that_git_has_made_is_recorded_and_not_made_again(
    sut: Sut, git_succeeds: bool, done: tuple[Complete, ...]
) -> None:
    # Given a step, completed or not, whose commit git has made, as nobody recorded
    sut.given(b.register(b.document(b.step("a"))), b.claim(), *done)
    # When it is committed again without new work, whether or not git would commit
    again = b.git_commit("a", found_commit=FOUND, clean=True, git_succeeds=git_succeeds)
    answer = sut.apply(again)
    # Then answer and step have the commit that was made
    assert answer == Committed(FOUND, ANY, all_steps_completed=True)
    assert sut.step("a").commit_hash == FOUND
    # And a further repetition is answered as the first time
    before = sut.state()
    assert sut.apply(replace(again, now=99)) == answer
    assert sut.state() == before


@for_each("given", [{"found_commit": FOUND}, {"clean": True}])
def test_com_6_new_work_is_committed(sut: Sut, given: dict[str, Any]) -> None:
    # Given new work beside a commit that was found, or nothing changed and no such commit
    sut.given(b.register(b.document(b.step("a"))), b.claim())
    # Then git is asked, and its refusal counts
    refused = b.git_commit("a", **given, git_succeeds=False)
    assert sut.apply(refused) == NotCommitted("a")
    # And so does its commit
    assert sut.apply(b.git_commit("a", **given)) == done(last=True)
    assert sut.step("a").commit_hash == b.COMMIT
