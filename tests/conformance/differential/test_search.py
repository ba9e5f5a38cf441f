"""The random search finds faults and shows each in a few operations."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from conformance.adapters.stores import StoreSystem
from conformance.differential.runner import first_divergence
from conformance.differential.search import Limits, search
from conformance.differential.tally import Tally
from conformance.generators.documents import workspaces
from conformance.mutants.registry import mutant_named
from impl.store.store import Store
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.readiness import Ready
from spec.vocabulary.state import State
from tests.profiles import mostly_nightly, requires_ci_profile

LONGEST = 8
LIMITS = Limits(examples=1200, steps=40, seed=0)
FEW = Limits(examples=40, steps=20, seed=3)
MUTANTS = (
    "lease-added-twice-by-a-heartbeat",
    "force-leaves-substep-items-open",
    "start-survives-a-reclaim",
    "changes-counted-instead-of-items",
    "limit-before-stuck",
    "stuck-agent-sent-round",
    "trailers-by-their-case",
    "operators-before-programs",
    "negative-limit-reviewed",
    "advance-leaves-counters",
)


@requires_ci_profile
@pytest.mark.parametrize("name", mostly_nightly(MUTANTS, MUTANTS[:3], MUTANTS[:3]))
def test_a_counterexample_is_reduced_to_a_few_operations(name: str) -> None:
    # Given a store with one deliberate fault, when random operations are tried on it,
    open_broken = mutant_named(name).opener()
    shown = search(open_broken, workspaces(), LIMITS, Tally())
    # then a divergence is found and reduced to a few operations,
    assert shown is not None
    assert shown.reduced
    assert len(shown.operations) <= LONGEST
    # which show it again on the broken store, and nothing on the real one.
    assert first_divergence(open_broken(), shown.operations) is not None
    assert first_divergence(StoreSystem(), shown.operations) is None


INTERRUPTED = """
from conformance.adapters.stores import StoreSystem
from conformance.differential.search import Limits, search
from conformance.differential.tally import Tally
from conformance.generators.documents import workspaces

class Interrupted(StoreSystem):
    def apply(self, operation):
        raise KeyboardInterrupt

try:
    search(Interrupted, workspaces(), Limits(40, 20, 3), Tally())
except KeyboardInterrupt:
    print("interrupted")
"""


def test_an_interrupted_search_gives_no_advice_about_tests() -> None:
    # Given a search, outside of any test, when somebody presses Control-C in it,
    command = (sys.executable, "-c", INTERRUPTED)
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    # then nothing is printed of how to reproduce a failure of a test.
    assert (done.stdout, done.stderr) == ("interrupted\n", "")


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


def test_a_store_that_writes_without_saying_so_is_found_out(tmp_path: Path) -> None:
    # Given a store that has written rows which it does not count, so that nothing is read again,
    place = tmp_path / "state.db"
    with Store.open(place, synchronous="OFF") as file:

        def opened() -> Lying:
            file.load(State())
            return Lying(Store.open(place, synchronous="OFF"))

        # when it is checked at random,
        shown = search(opened, workspaces(), FEW, Tally())
    # then a comparison shows it, or what it answers from rows that are not there.
    assert shown is not None
