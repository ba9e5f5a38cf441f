"""The store: one operation in, one outcome out, one transaction around each.

What a call needs of the words and of other modules is imported by the call: most processes make
one, and importing all would take longer than that.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Literal, Self

from impl.store import dispatch, plan_times
from impl.store.database import opening
from impl.store.database.opening import StoreUnavailable
from impl.store.refusal import Refused

if TYPE_CHECKING:
    from spec.vocabulary.operations import Operation
    from spec.vocabulary.outcomes import Outcome
    from spec.vocabulary.state import Plan, State

__all__ = ["Store", "StoreUnavailable"]

# A writer takes the write lock before it looks, or two could decide on the same sight. Who only
# asks needs no lock: the transaction shows it one moment of the store.
TO_WRITE: Literal["BEGIN IMMEDIATE"] = "BEGIN IMMEDIATE"
TO_READ: Literal["BEGIN"] = "BEGIN"


class Store:
    """Plans and the work on them, in one SQLite database. For one thread; open one in each.

    Several stores may be open on one file at the same time, in any number of processes.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    @classmethod
    def open(
        cls,
        path: str | Path,
        *,
        timeout_seconds: float = 5.0,
        synchronous: opening.Synchronous = "FULL",
    ) -> Self:
        """Open the store in a file, which is made if it is not there and migrated if it is older.

        Wait at most `timeout_seconds` for other writers, then and in every operation.
        `synchronous` "FULL" keeps every answered operation through a loss of power, "NORMAL" may
        lose the last ones, "OFF" may lose the file. Raises `StoreUnavailable` for a path that is
        not a store and cannot become one; what is there stays untouched.
        """
        return cls(opening.open_file(Path(path), timeout_seconds, synchronous))

    @classmethod
    def in_memory(cls) -> Self:
        """Make an empty store that lives until it is closed."""
        return cls(opening.open_memory())

    def close(self) -> None:
        """Let go of the database. Closing twice does no harm."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def apply(self, operation: Operation) -> Outcome:
        """Do one operation and answer it. A rejected one has changed nothing.

        Raises `StoreUnavailable` if other writers do not make way in time. Any other error
        propagates, and nothing has changed then either.
        """
        name = type(operation).__name__
        function = dispatch.function_of(name)
        try:
            with self._transaction(TO_READ if name in dispatch.QUERIES else TO_WRITE):
                before = self._connection.total_changes
                answer = function(self._connection, operation)
                if self._connection.total_changes != before:
                    plan_times.touch(self._connection, operation.plan, operation.now)
                return answer
        except Refused as refusal:
            return refusal.rejected

    def snapshot(self, plan_path: str, family: str | None = None) -> Plan | None:
        """Give one plan as it is stored; none if it is not registered.

        With `family`, the anchor of a top-level step, of all steps only that and its substeps.
        """
        from impl.store import snapshots

        with self._transaction(TO_READ):
            return snapshots.read_plan(self._connection, plan_path, family)

    def snapshot_state(self) -> State:
        """Give everything that is stored: all plans ordered by path, and the last artifact id."""
        from impl.store import snapshots

        with self._transaction(TO_READ):
            return snapshots.read_state(self._connection)

    def plan_paths(self) -> list[str]:
        """Give the paths of all registered plans, in order."""
        from impl.store import snapshots

        with self._transaction(TO_READ):
            return snapshots.read_paths(self._connection)

    def plan_times(self, plan_path: str) -> plan_times.PlanTimes:
        """Tell when a plan was registered and last changed, as far as that is known."""
        with self._transaction(TO_READ):
            return plan_times.read(self._connection, plan_path)

    def load(self, state: State) -> None:
        """Put the store into exactly this state, whatever it held before.

        A state that the tables forbid raises `sqlite3.IntegrityError` and changes nothing.
        """
        from impl.store import loading

        with self._transaction(TO_WRITE):
            loading.write_state(self._connection, state)

    def integrity_problems(self) -> list[str]:
        """Let SQLite check the file, its constraints and its references; empty when all is fine."""
        found = self._connection.execute("PRAGMA integrity_check").fetchall()
        problems = [message for (message,) in found if message != "ok"]
        for table, _, parent, _ in self._connection.execute("PRAGMA foreign_key_check"):
            problems.append(f"a row of {table} refers to a row of {parent} that is not there")
        return problems

    @contextmanager
    def _transaction(self, begin: Literal["BEGIN IMMEDIATE", "BEGIN"]) -> Iterator[None]:
        connection = self._connection
        try:
            connection.execute(begin)
        except sqlite3.OperationalError as error:
            if opening.is_busy(error):
                raise opening.busy(error) from error
            raise
        try:
            yield
            connection.execute("COMMIT")
        except BaseException:
            connection.rollback()  # does nothing if SQLite itself has rolled back
            raise
