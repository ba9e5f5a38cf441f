"""A search in several processes tries and finds what a search in one does."""

import sqlite3
from pathlib import Path

import pytest

from conformance.adapters.stores import FileStore, StoreSystem
from conformance.cli.check import SAMPLE, check, read_plans
from conformance.differential.search import Limits, search
from conformance.differential.tally import Tally
from conformance.generators.documents import workspaces
from conformance.mutants.registry import mutant_named
from impl.store.store import Store
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.readiness import Ready
from tests.profiles import requires_ci_profile

LIMITS = Limits(examples=40, steps=20, seed=3)


@requires_ci_profile
@pytest.mark.usefixtures("drawn_only")
def test_two_processes_find_the_same_counterexample(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # Given a store with a fault, when it is checked in one process and in two,
    opener = mutant_named("lease-added-twice-by-a-heartbeat").opener()
    monkeypatch.setattr(FileStore, "open", lambda _: opener())
    plans, limits = read_plans([SAMPLE]), Limits(examples=40, steps=30, seed=0)
    one, two = (check(plans, limits, tmp_path, jobs=jobs) for jobs in (1, 2))
    # then both show the same operations, after the same examples.
    assert one.counterexample is not None
    assert two.counterexample is not None
    assert one.counterexample.operations == two.counterexample.operations
    assert one.tally == two.tally


class Lying(StoreSystem):
    """A store in which a query writes, by another connection: its own rows do not count it."""

    def apply(self, operation: Operation) -> Outcome:
        answer = super().apply(operation)
        if isinstance(operation, Ready):
            [(_, _, path)] = self.store._connection.execute("PRAGMA database_list").fetchall()
            with sqlite3.connect(path) as other:
                other.execute("UPDATE steps SET title = title || '!' WHERE parent IS NULL")
            other.close()
        return answer


def test_a_store_that_writes_without_saying_so_is_found_out() -> None:
    # Given a store that has written rows which it does not count, so that nothing is read again,
    with FileStore() as file:

        def opened() -> Lying:
            file.open()
            return Lying(Store.open(file.folder / "state.db", synchronous="OFF"))

        # when it is checked at random,
        shown = search(opened, workspaces(), LIMITS, Tally())
    # then a comparison shows it, or what it answers from rows that are not there.
    assert shown is not None
