"""Work on a held step: its checklist, its notes, its completion."""

import pytest

from impl.store.store import Store
from spec.vocabulary.checklists import (
    ArtifactRecorded,
    BatchEntry,
    ItemsUpdated,
    RecordArtifact,
    StatusChange,
)
from spec.vocabulary.completion import (
    HashMismatch,
    HistoryEntry,
    Reconcile,
    Reconciled,
    StepCompleted,
)
from spec.vocabulary.state import PlanStatus, StepStatus
from tests.impl.bridge import (
    DEFER,
    FORCE_DECK,
    PLAN,
    TASK,
    batch,
    claim,
    close_all,
    complete,
    given,
    plan_of,
    statuses,
    step_of,
    update,
)


def test_an_update_changes_one_item_a_kind_or_all(store: Store) -> None:
    given(store, claim())
    assert store.apply(update(StatusChange("completed", TASK, 1))) == ItemsUpdated(1)
    assert store.apply(update(StatusChange("completed", TASK))) == ItemsUpdated(1)
    assert store.apply(update(StatusChange("completed"))) == ItemsUpdated(2)
    assert store.apply(update(StatusChange("completed"))) == ItemsUpdated(0)


def test_the_later_of_two_changes_wins_and_only_the_result_counts(store: Store) -> None:
    given(store, claim(), DEFER)
    back_and_forth = update(StatusChange("completed"), StatusChange("open", TASK), reopen=True)
    assert store.apply(back_and_forth) == ItemsUpdated(2)
    assert statuses(store, "deck") == ["open", "open", "completed", "completed"]
    assert step_of(store, "deck").items[3].reason is None


def test_a_batch_defers_and_completes_the_rest(store: Store) -> None:
    given(store, claim())
    entries = (
        BatchEntry("checkpoint", 0, "deferred", "on leave"),
        BatchEntry("task", 0, "completed", "not kept"),
    )
    assert store.apply(batch(*entries, remaining=True)) == ItemsUpdated(4)
    assert statuses(store, "deck") == ["completed", "completed", "completed", "deferred"]
    assert [item.reason for item in step_of(store, "deck").items] == [None] * 3 + ["on leave"]


def test_a_batch_skips_what_already_is_so_and_may_be_empty(store: Store) -> None:
    given(store, claim(), DEFER)
    again = BatchEntry("checkpoint", 0, "deferred", "another reason")
    assert store.apply(batch(again)) == ItemsUpdated(0)
    assert step_of(store, "deck").items[3].reason == "on leave"
    assert store.apply(batch(remaining=True)) == ItemsUpdated(3)
    assert store.apply(batch(remaining=True)) == ItemsUpdated(0)


@pytest.mark.parametrize("text", ["long " * 200, "é" * 501, "\x00" * 600, "short"])
def test_an_artifact_is_stored_cut_to_500_characters(store: Store, text: str) -> None:
    given(store, claim())
    first = store.apply(RecordArtifact(PLAN, "piers", "ann", "note", text, 20))
    second = store.apply(RecordArtifact(PLAN, "piers", "ann", "note", text, 20))
    assert (first, second) == (ArtifactRecorded(1), ArtifactRecorded(2))
    assert [note.summary for note in step_of(store, "piers").artifacts] == [text[:500]] * 2


def test_strict_completion_keeps_a_record_of_who_did_it(store: Store) -> None:
    given(store, claim(), DEFER)
    for anchor in ("piers", "rails", "deck"):
        given(store, close_all(anchor))
        assert store.apply(complete(anchor)) == StepCompleted(False, False)
    deck = step_of(store, "deck")
    assert (deck.claimed_by, deck.lease_expires_at, deck.completed_at) == ("ann", None, 50)
    assert (deck.complete_reason, deck.commit_hash) == ("", None)
    assert statuses(store, "deck") == ["completed", "completed", "completed", "deferred"]


def test_forced_completion_takes_substeps_and_items_with_it(store: Store) -> None:
    given(store, claim(), DEFER, close_all("piers"), complete("piers"))
    assert store.apply(FORCE_DECK) == StepCompleted(True, False)
    found = [(step.status, step.complete_reason) for step in plan_of(store).steps[:3]]
    completed = StepStatus.COMPLETED
    assert found == [
        (completed, "forced completion"),
        (completed, ""),
        (completed, "forced completion"),
    ]
    assert statuses(store, "deck") + statuses(store, "rails") == ["completed"] * 5


def test_the_last_step_makes_the_plan_done(store: Store) -> None:
    given(store, claim(), FORCE_DECK, claim(now=60), complete("paint"), claim(now=70))
    assert store.apply(complete("opening")) == StepCompleted(False, True)
    assert plan_of(store).status == PlanStatus.DONE


def test_reconciling_completes_by_the_newest_commit_of_each_step(store: Store) -> None:
    given(store, claim(), DEFER)
    history = (
        HistoryEntry(PLAN, "deck", "c3"),
        HistoryEntry("plans/other.md", "paint", "c2"),
        HistoryEntry(PLAN, "unheard-of", "c2"),
        HistoryEntry(PLAN, "deck", "c1"),
        HistoryEntry(PLAN, "rails", "c0"),
    )
    assert store.apply(Reconcile(PLAN, history, 60)) == Reconciled(2)
    deck, piers, rails, paint, _ = plan_of(store).steps
    assert (deck.commit_hash, piers.commit_hash, rails.commit_hash) == ("c3", None, "c0")
    assert (deck.completed_at, deck.complete_reason, deck.lease_expires_at) == (60, None, None)
    assert statuses(store, "deck") + statuses(store, "piers") == ["completed"] * 5
    assert paint.status == StepStatus.PENDING


def test_reconciling_reports_another_commit_and_overwrites_it_by_force(store: Store) -> None:
    given(store, Reconcile(PLAN, (HistoryEntry(PLAN, "deck", "c1"),), 60))
    same, other = HistoryEntry(PLAN, "deck", "c1"), HistoryEntry(PLAN, "deck", "c2")
    assert store.apply(Reconcile(PLAN, (same,), 61)) == Reconciled(0)
    mismatch = Reconciled(0, (HashMismatch("deck", "c1", "c2"),))
    assert store.apply(Reconcile(PLAN, (other,), 62)) == mismatch
    assert store.apply(Reconcile(PLAN, (other,), 63, force=True)) == Reconciled(1)
    assert step_of(store, "deck").commit_hash == "c2"
