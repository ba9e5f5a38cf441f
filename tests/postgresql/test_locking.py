"""Transactions on a server exclude each other about one plan, and only about one."""

from dataclasses import replace

import psycopg
import pytest

from impl.store.connection import Connection
from impl.store.database import snapshots
from impl.store.store import Store, StoreUnavailable
from spec.vocabulary.claims import Claim, Claimed
from spec.vocabulary.plans import PlanDefinition, Register, Registered, StepDefinition
from spec.vocabulary.readiness import Ready
from spec.vocabulary.state import Plan, Show
from tests.postgresql.held import held, impatient, started, waits

PLAN, OTHER = "plan.md", "other.md"
ONE, TWO = "worktrees/one", "worktrees/two"
HASH = "a" * 64
STEPS = PlanDefinition("Plan", HASH, (StepDefinition("a", "A"), StepDefinition("b", "B")))
CHANGED = PlanDefinition("Plan", "b" * 64, (StepDefinition("a", "A"),))


def claim(worktree: str, plan: str = PLAN) -> Claim:
    return Claim(plan, worktree, HASH, now=5)


@pytest.fixture(autouse=True)
def _plans(store: Store) -> None:
    for plan in (PLAN, OTHER):
        store.apply(Register(plan, STEPS, now=0))


def test_a_claim_waits_for_one_that_is_not_committed(place: str) -> None:
    # Given a claim that is not committed,
    with held(place, claim(ONE)) as first:
        # when another worktree claims, then it waits,
        second = started(place, claim(TWO))
        assert second.has_to_wait()
    # and gets the next step, because it decides after it has waited.
    answers = first.answer(), second.answer()
    assert [each.anchor for each in answers if isinstance(each, Claimed)] == ["a", "b"]


def test_plans_do_not_wait_for_each_other(place: str) -> None:
    # Given a claim that is not committed, when another plan's step is claimed, then at once.
    with held(place, claim(ONE)), impatient(place) as hurried:
        assert isinstance(hurried.apply(claim(TWO, OTHER)), Claimed)


def test_two_register_one_plan(place: str, store: Store) -> None:
    # Given a registration that is not committed, of a plan that has no row to lock,
    new = "new.md"
    with held(place, Register(new, STEPS, now=0)):
        # when the plan is registered with another document, then that waits,
        second = started(place, Register(new, CHANGED, now=1))
        assert second.has_to_wait()
    # and finds the plan registered.
    assert second.answer() == Registered(False, 1, 0, 0, 0, resynced=True, kept=0, dropped=0)
    found = store.snapshot(new)
    assert found is not None
    assert [step.anchor for step in found.steps] == ["a"]


def test_who_waited_for_a_registration_has_the_lock_of_the_plan(place: str) -> None:
    new = "new.md"
    with (
        held(place, Register(new, STEPS, now=0)) as first,
        # Given one who waited for the registration of a plan, and is held before it decides,
        held(place, claim(ONE, new), begins=True, after=first) as second,
    ):
        assert waits(place, second.running)
        first.answer()
        second.wait_until_held()
        # when another claims, then that waits, and gets another step.
        third = started(place, claim(TWO, new))
        assert third.has_to_wait()
        answers = second.answer(), third.answer()
    assert [each.anchor for each in answers if isinstance(each, Claimed)] == ["a", "b"]


def test_a_reader_has_one_snapshot(place: str, store: Store) -> None:
    # Given a reader that reads twice, when a step is claimed in between,
    def read_twice(connection: Connection, operation: Show) -> tuple[Plan | None, Plan | None]:
        before = snapshots.read_plan(connection, operation.plan)
        with Store.open(place) as other:
            other.apply(claim(ONE))
        return before, snapshots.read_plan(connection, operation.plan)

    # then both times it reads the same.
    read = store.query(read_twice, Show(PLAN, HASH, now=6))
    assert isinstance(read, tuple)
    assert read[0] == read[1]


def test_a_reader_cannot_write(store: Store) -> None:
    def write(connection: Connection, operation: Show) -> None:
        connection.execute("DELETE FROM plans WHERE path = :plan", {"plan": operation.plan})

    # When a function that should only read writes, then nothing is changed.
    with pytest.raises(StoreUnavailable, match="read-only transaction"):
        store.query(write, Show(PLAN, HASH, now=6))
    assert store.read(snapshots.read_paths) == [OTHER, PLAN]


@pytest.mark.parametrize("operation", [claim(ONE), Ready(PLAN, now=5)])
def test_who_waits_for_a_migration_learns_of_it(place: str, operation: Claim | Ready) -> None:
    # Given a program that migrates the store,
    with psycopg.connect(place) as migrating:
        migrating.execute("LOCK TABLE plans IN ACCESS EXCLUSIVE MODE")
        migrating.execute("UPDATE planspec_store SET version = version + 1")
        # when something is asked meanwhile, then it waits,
        waiting = started(place, operation)
        assert waiting.has_to_wait()
    # and is not done.
    with pytest.raises(StoreUnavailable, match="which is newer"):
        waiting.answer()


def test_leases_run_by_the_time_of_the_server_after_the_wait(place: str) -> None:
    # Given a claim that is not committed, and one whose clock is a day off and that waits for it,
    day = 86_400_000
    with held(place, claim(ONE)), Store.open(place) as watch:
        late = replace(claim(TWO), now=watch.server_time() - day)

        second = started(place, late, clock="store")
        assert second.has_to_wait()
        begun = waited_until = watch.server_time()
        while waited_until == begun:  # it began to wait in an earlier millisecond
            waited_until = watch.server_time()
    # when it goes on, then its lease begins at the time of the server, and then only.
    answer = second.answer()
    assert isinstance(answer, Claimed)
    assert answer.lease_expires_at >= waited_until + late.lease
