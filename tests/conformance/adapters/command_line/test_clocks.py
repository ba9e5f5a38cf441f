"""Time passes for a program by its variable, by editing its store, or not at all."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from conformance.adapters.command_line.clocks import move_times
from conformance.adapters.command_line.dialects.dialect import Dialect
from conformance.protocol.messages import Clock, Faulty
from spec.vocabulary.checklists import Batch, RecordArtifact
from spec.vocabulary.claims import Claim
from spec.vocabulary.completion import Complete
from spec.vocabulary.holding import Heartbeat, Start
from spec.vocabulary.readiness import Ready
from tests.conformance.adapters.command_line import wrappers
from tests.conformance.adapters.command_line.bridge import CLAIM, HASH, HOUR, PLAN, REGISTER
from tests.conformance.adapters.command_line.conftest import Opened
from tests.conformance.adapters.command_line.driving import Driven
from tests.profiles import mostly_in_ci, requires_ci_profile

OVER = 2 * HOUR
A_DAY = 24 * HOUR


@requires_ci_profile
def test_without_the_variable_time_passes_by_editing_the_store(
    opened: Opened, tmp_path: Path
) -> None:
    # Given a program whose clock cannot be set, as far as is known
    counting = wrappers.program(tmp_path, wrappers.FROM_1)
    dialect = Dialect.model_validate({"clock": {"variable": "NOT_THAT"}})
    driven = Driven(opened(counting, dialect=dialect))
    assert driven.system.identity.clock is Clock.OFFSET
    # When a lease ends, another takes over, renews, works on and completes, over days
    # then the program decides as the model does, and its times are near enough
    driven.agrees(
        REGISTER,
        CLAIM,
        Ready(PLAN, HOUR // 2),
        Claim(PLAN, "bob", HASH, HOUR // 2, HOUR),
        Ready(PLAN, OVER),
        Claim(PLAN, "bob", HASH, OVER, HOUR),
        Start(PLAN, "piers", "bob", OVER),
        RecordArtifact(PLAN, "piers", "bob", "log", "dug", OVER),
        Heartbeat(PLAN, "piers", "bob", A_DAY, HOUR),
        Batch(PLAN, "piers", "bob", (), HASH, A_DAY, complete_remaining=True),
        Complete(PLAN, "piers", "bob", HASH, A_DAY),
        Claim(PLAN, "ann", HASH, 2 * A_DAY, HOUR),
        every=4,
    )
    assert driven.comparator.given >= {"steps.lease_expires_at", "steps.completed_at"}


HIDING = wrappers.CLOCKLESS + wrappers.STORELESS
MEANS: list[tuple[str, str | None, dict[str, object], Clock]] = [
    (HIDING, None, {}, Clock.NONE),
    (HIDING, "hidden", {}, Clock.OFFSET),
    ("", None, {"variable": False, "store": False}, Clock.NONE),
    ("", None, {"variable": "PLANSTATE_NOW"}, Clock.VIRTUAL),
]
"""Programs, where their store is said to be, what a dialect says of a clock, and the clock."""


@pytest.mark.parametrize(("difference", "store", "said", "clock"), mostly_in_ci(MEANS, ()))
def test_time_passes_by_what_is_found_or_named(
    opened: Opened,
    tmp_path: Path,
    difference: str,
    store: str | None,
    said: dict[str, object],
    clock: Clock,
) -> None:
    # Given a program that hides its clock and store, or one that is said to have them or not,
    dialect = Dialect.model_validate({"clock": said})
    # when it is probed, then time passes by what it has, and only a store that is there can fail.
    identity = opened(wrappers.program(tmp_path, difference), store, dialect=dialect).identity
    assert identity.clock is clock
    assert difference == "" or (Faulty.STORE in identity.faults) == (store is not None)


def test_only_times_are_moved_in_all_tables(tmp_path: Path) -> None:
    store = tmp_path / "state.db"
    with closing(sqlite3.connect(store)) as connection, connection:
        connection.execute("CREATE TABLE steps (lease_expires_at TEXT, step INTEGER)")
        connection.execute("CREATE TABLE notes (recorded_at INTEGER, text TEXT)")
        connection.execute("INSERT INTO steps VALUES ('2026-01-01T00:00:00Z', 7), (NULL, 8)")
        connection.execute("INSERT INTO notes VALUES (1700000000000, '1700000000000')")
    assert move_times(store, -1) == {"lease_expires_at", "recorded_at"}
    with closing(sqlite3.connect(store)) as connection:
        steps = connection.execute("SELECT * FROM steps").fetchall()
        notes = connection.execute("SELECT * FROM notes").fetchall()
    assert steps == [("2025-12-31T23:59:59Z", 7), (None, 8)]
    assert notes == [(1_699_999_999_000, "1700000000000")]
