"""A commit completes its step, or says why it could not; the store's half of it."""

import sqlite3
from dataclasses import replace
from typing import Any

import pytest

from impl.store import commits, completion
from impl.store.refusal import Refused
from impl.store.store import Store
from spec.vocabulary import rejections
from spec.vocabulary.commits import Commit, Committed, FailureReason, NotCommitted
from spec.vocabulary.operations import Operation
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.state import PlanStatus, StepStatus
from tests.impl.bridge import (
    CHANGED_HASH,
    HASH,
    PLAN,
    batch,
    claim,
    close_all,
    complete,
    given,
    plan_of,
    step_of,
)

COMMIT_HASH = "c" * 40
OPEN_ITEMS, DRIFT, OWNERSHIP, DB_ERROR = FailureReason


def commit(step: str = "deck", worktree: str = "ann", **environment: Any) -> Commit:
    asked = Commit(PLAN, step, worktree, HASH, 60, COMMIT_HASH, "Lay the deck")
    return replace(asked, **environment)


FINISHED: tuple[Operation, ...] = (
    claim(),
    close_all("deck"),
    *(complete(step, force=True) for step in ("piers", "rails")),
)


def committed(store: Store, operation: Commit) -> Committed:
    answer = store.apply(operation)
    assert isinstance(answer, Committed)
    return answer


def test_a_commit_completes_the_step_and_leaves_its_hash_there(store: Store) -> None:
    given(store, *FINISHED)
    assert committed(store, commit()) == Committed(
        COMMIT_HASH, f"Lay the deck\n\nTug-Step: deck\nTug-Plan: {PLAN}\n"
    )
    deck = step_of(store, "deck")
    assert deck.status is StepStatus.COMPLETED
    assert deck.commit_hash == COMMIT_HASH
    assert deck.completed_at == 60
    assert deck.complete_reason == ""
    assert deck.lease_expires_at is None


def test_a_commit_of_a_step_gives_its_substeps_no_hash(store: Store) -> None:
    given(store, *FINISHED, commit())
    assert step_of(store, "piers").commit_hash is None


def test_a_commit_of_a_substep_gives_the_hash_to_it_alone(store: Store) -> None:
    given(store, claim(), close_all("piers"), commit("piers"))
    assert step_of(store, "piers").commit_hash == COMMIT_HASH
    assert step_of(store, "deck").status is StepStatus.CLAIMED


def test_the_last_commit_of_a_plan_says_so(store: Store) -> None:
    given(store, *FINISHED, commit(), claim(), complete("paint"), claim())
    assert committed(store, commit("opening")).all_steps_completed
    assert plan_of(store).status is PlanStatus.DONE


UNKNOWN_PLAN = "plans/tunnel.md"

# A name for the case: what was done before, the commit, the reason, the rejection that was met.
FAILURES: dict[str, tuple[tuple[Operation, ...], Commit, FailureReason, Rejected | None]] = {
    "no root, whatever else is wrong": (
        FINISHED,
        commit(root_found=False, store_reachable=False, plan=UNKNOWN_PLAN, document_hash=None),
        DB_ERROR,
        None,
    ),
    "no store, whatever else is wrong": (
        FINISHED,
        commit(store_reachable=False, plan=UNKNOWN_PLAN, document_hash=None),
        DB_ERROR,
        rejections.store_unavailable(),
    ),
    "an unknown plan without a document": (
        FINISHED,
        commit(plan=UNKNOWN_PLAN, document_hash=None),
        DB_ERROR,
        rejections.unknown_plan(UNKNOWN_PLAN),
    ),
    "an unreadable document, by somebody else": (
        FINISHED,
        commit(worktree="bob", document_hash=None),
        DB_ERROR,
        None,
    ),
    "drift, by somebody else": (
        FINISHED,
        commit(worktree="bob", document_hash=CHANGED_HASH),
        DRIFT,
        rejections.plan_drift(HASH, CHANGED_HASH),
    ),
    "an unknown step": (FINISHED, commit("dome"), DB_ERROR, rejections.unknown_step("dome")),
    "a step that nobody holds": (
        (),
        commit(),
        OWNERSHIP,
        rejections.not_claimed("deck", "pending"),
    ),
    "a step that another holds, with open items": (
        (claim("bob"),),
        commit(),
        OWNERSHIP,
        rejections.ownership_violation("deck", "bob", "ann"),
    ),
    "a step committed again": (
        (*FINISHED, commit()),
        commit(commit_hash="d" * 40),
        OWNERSHIP,
        rejections.not_claimed("deck", "completed"),
    ),
    "open items": ((claim(),), commit(), OPEN_ITEMS, rejections.incomplete_checklist(4)),
    "open substeps": (
        (claim(), close_all("deck")),
        commit(),
        OPEN_ITEMS,
        rejections.incomplete_substeps(2),
    ),
}


@pytest.mark.parametrize("case", FAILURES)
def test_a_commit_stands_although_its_step_is_not_completed(store: Store, case: str) -> None:
    before, operation, reason, rejection = FAILURES[case]
    given(store, *before)
    held = store.snapshot_state()
    answer = committed(store, operation)
    assert answer.commit_hash == operation.commit_hash
    assert answer.message == commits.with_trailers(
        operation.message, operation.step, operation.plan
    )
    assert answer.state_update_failed
    assert answer.state_failure_reason is reason
    assert answer.rejection == rejection
    assert not answer.all_steps_completed
    assert store.snapshot_state() == held


def test_nothing_at_all_happens_if_git_does_not_commit(store: Store) -> None:
    given(store, *FINISHED)
    held = store.snapshot_state()
    nothing_works = commit(
        git_succeeds=False, root_found=False, store_reachable=False, document_hash=None
    )
    assert store.apply(nothing_works) == NotCommitted("deck")
    assert store.apply(commit(git_succeeds=False)) == NotCommitted("deck")
    assert store.snapshot_state() == held


def test_a_failed_update_does_not_stand_in_the_way_of_the_next(store: Store) -> None:
    given(store, claim(), commit(), batch(remaining=True))
    given(store, *(complete(step, force=True) for step in ("piers", "rails")))
    assert not committed(store, commit()).state_update_failed


def test_what_a_completion_did_before_it_was_refused_is_undone(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse_half_way(connection: sqlite3.Connection, *_: object) -> None:
        connection.execute("DELETE FROM checklist_items")
        raise Refused(rejections.incomplete_checklist(1))

    given(store, *FINISHED)
    held = store.snapshot_state()
    monkeypatch.setattr(completion, "complete", refuse_half_way)
    assert committed(store, commit()).state_failure_reason is OPEN_ITEMS
    assert store.snapshot_state() == held
