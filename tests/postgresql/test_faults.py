"""What a store on a server does when the connection, the server or another transaction fails."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from typing import Any

import psycopg
import pytest

from conformance.adapters.stores import own_schema
from impl.store import checklists
from impl.store.connection import Connection
from impl.store.database.opening import CommitFailed, ServerAway
from impl.store.store import Store, StoreUnavailable
from spec.vocabulary.checklists import ArtifactRecorded, RecordArtifact
from spec.vocabulary.claims import Claim, NothingClaimable
from spec.vocabulary.plans import PlanDefinition, Register, Registered, StepDefinition
from spec.vocabulary.state import State
from tests.postgresql.cutting import Cut, once, proxy
from tests.postgresql.small_disk import small_disk
from tests.profiles import requires_ci_profile

PLAN = "plan.md"
ONE = "worktrees/one"
HASH = "a" * 64
STEPS = PlanDefinition("Plan", HASH, (StepDefinition("a", "A"), StepDefinition("b", "B")))
LONG = tuple(StepDefinition(f"step-{number}", "A step " * 250) for number in range(300))
CLAIM = Claim(PLAN, ONE, HASH, now=5)
SECOND = Claim(PLAN, "worktrees/two", HASH, now=7)
THIRD = Claim(PLAN, "worktrees/three", HASH, now=8)
NOTE = RecordArtifact(PLAN, "a", ONE, "note", "done", now=6)
DEADLOCK = "40P01"
UNCHANGED = "and nothing was changed"


@pytest.fixture(autouse=True)
def _held_step(store: Store) -> None:
    store.apply(Register(PLAN, STEPS, now=0))
    store.apply(CLAIM)


@pytest.fixture
def psql(place: str) -> Iterator["psycopg.Connection[Any]"]:
    with psycopg.connect(place, autocommit=True) as connection:
        yield connection


def fail(psql: "psycopg.Connection[Any]", times: int, code: str) -> None:
    """Make the next so many notes fail with an error of the server."""
    psql.execute("CREATE SEQUENCE failures")  # which no transaction rolls back
    psql.execute(
        f"""
        CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF nextval('failures') <= {times} THEN
                RAISE EXCEPTION 'as the test wants it' USING ERRCODE = '{code}';
            END IF;
            RETURN NULL;  -- which means nothing for a statement
        END $$
        """.encode()
    )
    psql.execute(
        "CREATE TRIGGER fail BEFORE INSERT ON artifacts FOR EACH ROW EXECUTE FUNCTION fail()"
    )


def notes_in(store: Store) -> int:
    """Return how many notes the held step has."""
    found = store.snapshot(PLAN)
    assert found is not None
    return len(found.steps[0].artifacts)


def test_a_deadlock_changes_nothing(store: Store, psql: "psycopg.Connection[Any]") -> None:
    # Given a transaction that the server ends for a deadlock, as with one of another program,
    fail(psql, 1, DEADLOCK)
    # when a note is recorded, then nothing is changed, and the person is told to try again,
    with pytest.raises(StoreUnavailable, match=f"as the test wants it.* {UNCHANGED}: .* try again"):
        store.apply(NOTE)
    # which helps.
    assert store.apply(NOTE) == ArtifactRecorded(1)


@pytest.mark.parametrize("cut", Cut)
def test_a_connection_lost_while_it_commits_leaves_the_outcome_unknown(
    store: Store, place: str, cut: Cut
) -> None:
    # Given a connection that is cut when COMMIT is sent, or before its answer is received,
    with (
        proxy(place, once(cut)) as between,
        Store.open(between.url) as far,
        pytest.raises(CommitFailed, match="outcome unknown"),
    ):
        # when a note is recorded, then nobody knows whether it is,
        far.apply(NOTE)
    # and it was tried once.
    assert notes_in(store) == (0 if cut is Cut.BEFORE else 1)


@pytest.mark.parametrize("cut", Cut)
def test_what_wrote_nothing_has_no_unknown_outcome(store: Store, place: str, cut: Cut) -> None:
    # Given nothing to claim, and a connection that is cut around COMMIT,
    store.apply(SECOND)
    with proxy(place, once(cut)) as between, Store.open(between.url) as far:
        # when somebody claims, then nothing is changed, as the message says,
        with pytest.raises(ServerAway, match=f"was lost .* {UNCHANGED}"):
            far.apply(THIRD)
        # and the store connects again for the next claim.
        assert isinstance(far.apply(THIRD), NothingClaimable)


def test_a_connection_lost_before_changes_nothing(store: Store, place: str) -> None:
    # Given a connection that is lost while an operation runs,
    def record_and_lose(connection: Connection, operation: RecordArtifact) -> ArtifactRecorded:
        answer = checklists.record(connection, operation)
        [pid] = connection.execute("SELECT pg_backend_pid()").fetchone()
        with psycopg.connect(place, autocommit=True) as other:
            other.execute("SELECT pg_terminate_backend(%s)", (pid,))
        connection.execute("SELECT 1")
        return answer

    # when it is, then nothing is changed, as the message says,
    with pytest.raises(StoreUnavailable, match=f"was lost .* {UNCHANGED}") as caught:
        store.run(record_and_lose, NOTE)
    assert not isinstance(caught.value, CommitFailed)
    # and the store connects again for the next one.
    assert store.apply(NOTE) == ArtifactRecorded(1)


def test_a_transaction_that_failed_is_not_answered_as_committed(store: Store) -> None:
    # Given a function that goes on after an error of the database,
    def go_on(connection: Connection, _: RecordArtifact) -> ArtifactRecorded:
        with pytest.raises(StoreUnavailable):
            connection.execute("SELECT 1 / 0")
        return ArtifactRecorded(1)

    # when it ends, then its answer is not given, because PostgreSQL rolls back.
    with pytest.raises(StoreUnavailable, match="the server answered COMMIT with ROLLBACK"):
        store.run(go_on, NOTE)
    assert store.apply(NOTE) == ArtifactRecorded(1)


@requires_ci_profile
def test_a_full_disk_changes_nothing_and_work_goes_on_once_there_is_room() -> None:
    # Given a store in a small tablespace,
    with small_disk() as disk, own_schema(disk.url) as place, Store.open(place) as store:
        store.apply(Register(PLAN, STEPS, now=0))
        store.apply(CLAIM)
        long = Register("long.md", PlanDefinition("Long", HASH, LONG), now=0)
        stored = State()

        def fill() -> None:
            nonlocal stored
            for number in count():
                stored = store.snapshot_state()
                store.apply(replace(long, plan=f"long-{number}.md"))

        # when plans are registered until there is no room,
        with pytest.raises(StoreUnavailable, match=f"{UNCHANGED}: free space on the disk"):
            fill()
        # then nothing of the last one is there,
        assert store.snapshot_state() == stored
        assert store.integrity_problems() == []
        # and once there is room, it is registered.
        disk.make_room()
        assert isinstance(store.apply(replace(long, plan="another.md")), Registered)
