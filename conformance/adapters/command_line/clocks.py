"""How time passes for a program: by a variable, by editing its store, or not at all."""

import sqlite3
import time
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from conformance.adapters.command_line.sandbox import SandboxRepository
from conformance.adapters.sut import BrokenProgram, UnsupportedRequest
from conformance.protocol.messages import Clock
from conformance.protocol.times import TIMES

COLUMNS = """
SELECT tables.name, columns.name
FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns
WHERE tables.type = 'table' ORDER BY tables.name
"""
SECONDS_OF_A_TIME = len("2026-01-31T12:00:00")
Stored = str | bytes | int | float | None
"""What SQLite holds."""
LEAST_MILLISECONDS = 100_000_000_000
"""A whole number from here on is a time in milliseconds; a smaller one is in seconds."""


def moved(value: Stored, seconds: int) -> Stored:
    """Move a time by whole seconds, in the form in which it was written."""
    if isinstance(value, int):
        return value + seconds * (1_000 if abs(value) >= LEAST_MILLISECONDS else 1)
    if isinstance(value, float):
        return value + seconds
    if isinstance(value, str):
        whole, rest = value[:SECONDS_OF_A_TIME], value[SECONDS_OF_A_TIME:]
        time = datetime.fromisoformat(whole) + timedelta(seconds=seconds)
        return time.isoformat(sep=whole[10]) + rest
    return value


def move_times(store: Path, seconds: int) -> frozenset[str]:
    """Move all times of claims, leases and completions; return the names of their columns.

    Raises `BrokenProgram` if the store cannot be edited.
    """
    try:
        with closing(sqlite3.connect(store, timeout=5)) as connection, connection:
            connection.create_function("planspec_moved", 2, moved)
            found = [each for each in connection.execute(COLUMNS) if each[1] in TIMES]
            for table, columns in groupby(found, key=itemgetter(0)):
                changes = (f'"{name}" = planspec_moved("{name}", :by)' for _, name in columns)
                connection.execute(f'UPDATE "{table}" SET {", ".join(changes)}', {"by": seconds})
    except sqlite3.Error as error:
        raise BrokenProgram(f"the times in the store {store} cannot be edited: {error}") from error
    return frozenset(name for _, name in found)


BEGINNING = 1_000_000_000_123
"""The time, in milliseconds since 1970, that 0 stands for where a variable says what time it is.

It is no whole second, so that a program that forgets milliseconds is found out.
"""
SLOWED = 1_000
"""How many milliseconds pass there for each of the operations.

A command line gives leases in seconds, and operations have shorter ones. No rule depends on how
long anything takes, only on what is earlier and on sums, so slower time changes nothing else.
"""
LATEST = 253_402_300_799_999
"""The last millisecond of the year 9999: later times have no usual form."""


def real_now() -> int:
    """Return the real time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@dataclass
class ProgramClock:
    """The clock of a program: a variable, its store, in which times are moved, or nobody sets it.

    `beginning` is when 0 was, in milliseconds since 1970; `unit` is how many milliseconds pass for
    each of the operations; `known` are the times that follow it.
    """

    kind: Clock
    variable: str
    known: frozenset[str] = TIMES

    def __post_init__(self) -> None:
        starts = {Clock.VIRTUAL: BEGINNING, Clock.OFFSET: real_now(), Clock.NONE: 0}
        self.beginning = starts[self.kind]
        self.unit = SLOWED if self.kind is Clock.VIRTUAL else 1

    def set(self, sandbox: SandboxRepository, now: int) -> Mapping[str, str]:
        """Make it `now` for the program, and return the variables that it needs for that."""
        if self.kind is Clock.OFFSET:
            self._move(sandbox, now)
        if self.kind is not Clock.VIRTUAL:
            return {}
        time = self.beginning + now * self.unit
        if time > LATEST:
            raise UnsupportedRequest(f"{now} ms from the beginning is too late to be a date")
        return {self.variable: str(time)}

    def _move(self, sandbox: SandboxRepository, now: int) -> None:
        """Move what is stored so that it lies as far from the real time as it shall from `now`.

        It is moved by whole seconds, so that every form of a time can say it.
        """
        seconds = round((real_now() - now - self.beginning) / 1_000)
        self.beginning += seconds * 1_000
        if sandbox.store is not None:
            self.known = move_times(sandbox.store, seconds)
