"""A commit whose completion is refused leaves nothing of it in the store."""

import sqlite3

import pytest

from impl.store import completion
from impl.store.guards import Refused
from impl.store.store import Store
from spec.vocabulary import rejections
from spec.vocabulary.commits import Commit, Committed, FailureReason
from tests.impl.bridge import HASH, PLAN, claim, close_all, complete, given

COMMIT = Commit(PLAN, "deck", "ann", HASH, 60, "c" * 40, "Lay the deck")


def test_what_a_completion_did_before_it_was_refused_is_undone(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse_half_way(connection: sqlite3.Connection, *_: object) -> None:
        connection.execute("DELETE FROM checklist_items")
        raise Refused(rejections.incomplete_checklist(1))

    given(store, claim(), close_all("deck"))
    given(store, *(complete(step, force=True) for step in ("piers", "rails")))
    held = store.snapshot_state()
    monkeypatch.setattr(completion, "complete", refuse_half_way)
    answer = store.apply(COMMIT)
    assert isinstance(answer, Committed)
    assert answer.state_failure_reason is FailureReason.OPEN_ITEMS
    assert store.snapshot_state() == held
