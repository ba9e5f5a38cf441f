"""The random search agrees on most requests, and finds faults and shows each in a few operations.

A field that always has one value was not put to the test, and is named.
"""

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from conformance.adapters.stores import OpenSystem, StoreSystem
from conformance.differential.recovery_situations import play
from conformance.differential.runner import first_divergence
from conformance.differential.search import BACKEND, Limits, search
from conformance.differential.state_machine import PlanStateMachine
from conformance.differential.tally import Tally
from conformance.differential.variety import Variety, all_fields
from conformance.generators.documents import workspaces
from conformance.mutants.registry import mutant_named
from impl.store.store import Store
from spec.vocabulary.claims import Claim
from spec.vocabulary.holding import Heartbeat
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


BEAT = Heartbeat("plan.md", "build", "one", 0)


def of(kind: type, variety: Variety) -> list[str]:
    return [name for name in variety.never_varied() if name.startswith(f"{kind.__name__}.")]


def test_a_field_is_named_until_it_had_two_values() -> None:
    # Given nothing, then every field of an operation has yet to vary, by the types alone.
    variety = Variety()
    assert of(Heartbeat, variety) == [
        name for name in all_fields() if name.startswith("Heartbeat.")
    ]
    # When operations differ in a lease, then only the others have.
    variety.note(BEAT)
    variety.note(replace(BEAT, lease=1))
    assert "Heartbeat.lease" not in of(Heartbeat, variety)
    assert "Heartbeat.claim_id" in of(Heartbeat, variety)


def test_what_two_searches_noted_is_put_together() -> None:
    # Given two searches, each with one value of a field, and the same of another,
    one, two = Variety(), Variety()
    one.note(Claim("plan.md", "one", "", 0))
    two.note(Claim("plan.md", "two", "", 0))
    # when they are added, then that has varied, and the other has not.
    one.add(two)
    assert "Claim.worktree" not in of(Claim, one)
    assert "Claim.plan" in of(Claim, one)


LEAST_ACCEPTED = 0.7


def agree(open_system: OpenSystem) -> Tally:
    """Run the state machine with the settings of the profile. Raises a divergence."""

    class Counted(PlanStateMachine):
        tally = Tally()

    Counted.open_system = staticmethod(open_system)
    # Independent examples reach more than variations of each other.
    run_state_machine_as_test(Counted, settings=settings(backend=BACKEND))
    # The rules of recovery bind no store: the table of situations puts them to the test.
    assert play(Counted.tally) is None
    return Counted.tally


def test_model_and_implementation_agree_and_most_requests_are_meaningful(
    profile: str, record_property: Callable[[str, object], None]
) -> None:
    # Given two random plans in one store, when model and implementation answer random requests,
    tally = agree(StoreSystem)
    # then they agree, which `agree` has checked, and most requests are meaningful. That every rule
    # fires is for `planspec check` to say, which CI runs first.
    share = tally.accepted / tally.operations
    record_property(
        "random plans in memory",
        f"{tally.operations:,} operations agreed, {share:.0%} accepted, profile {profile}",
    )
    assert LEAST_ACCEPTED <= share < 0.95
