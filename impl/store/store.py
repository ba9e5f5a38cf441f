"""The store: plans and the work on them, in one SQLite database.

`Store.run` runs one operation in one transaction: `store.run(claims.claim, Claim(…))`. The function
is passed in, so that a process imports the one area that it needs; most run one operation, and
importing all areas would take longer than running it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Literal, Self, TypeVar

from impl.store.database import opening
from impl.store.database.opening import StoreUnavailable
from impl.store.guards import Refused

if TYPE_CHECKING:
    from impl.files import Time
    from impl.journal.journal import Journal
    from impl.store.database.copying import Contents
    from impl.store.database.snapshots import PlanTimes
    from impl.store.operations import Functions
    from spec.vocabulary.operations import Operation, Outcome
    from spec.vocabulary.rejections import Rejected
    from spec.vocabulary.state import Plan, State

    Asked = TypeVar("Asked", bound=Operation)
    Answer = TypeVar("Answer")

__all__ = ["Store", "StoreUnavailable"]

# A writer takes the write lock before it reads, or two could decide from the same snapshot. A
# reader needs no lock: its transaction sees one state of the store.
TO_WRITE: Literal["BEGIN IMMEDIATE"] = "BEGIN IMMEDIATE"
TO_READ: Literal["BEGIN"] = "BEGIN"

TOUCH = "UPDATE plans SET updated_at = ? WHERE path = ?"


class Store:
    """Plans and the work on them, in one SQLite database. Not thread-safe; open one per thread.

    Several stores may be open on one file at the same time, in any number of processes.
    """

    def __init__(self, connection: sqlite3.Connection, journal: Journal | None = None) -> None:
        self._connection = connection
        self._journal = journal
        self.has_stored = False
        """Whether an operation has changed what is stored."""

    @classmethod
    def open(
        cls,
        path: str | Path,
        *,
        timeout_seconds: float = 5.0,
        synchronous: opening.Synchronous = "FULL",
        journal: Journal | None = None,
    ) -> Self:
        """Open the store in a file, which is created if missing.

        Wait at most `timeout_seconds` for other writers, here and in every operation.
        `synchronous` "FULL" keeps every answered operation through a power failure, "NORMAL" may
        lose the last ones, "OFF" may lose the file. Each operation is recorded in the `journal`.
        Raises `StoreUnavailable` for a path that is not a store of this version and cannot become
        one; the file is left untouched.
        """
        return cls(opening.open_file(Path(path), timeout_seconds, synchronous), journal)

    @classmethod
    def in_memory(cls) -> Self:
        """Create an empty store that lives until it is closed."""
        return cls(opening.open_memory())

    def close(self) -> None:
        """Close the database. Closing twice does no harm."""
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

    def run(
        self, function: Callable[[sqlite3.Connection, Asked], Answer], operation: Asked
    ) -> Answer | Rejected:
        """Run an operation by its function, such as `claims.claim`, in a transaction.

        A rejected operation changes nothing. Raises `StoreUnavailable` if other writers hold the
        lock for too long, and its subclass `CommitFailed` if nobody knows what was stored. Any
        other error propagates, and changes nothing either.
        """
        return self._recorded(operation, lambda: self._run(function, operation))

    def _run(
        self, function: Callable[[sqlite3.Connection, Asked], Answer], operation: Asked
    ) -> Answer | Rejected:
        try:
            with self._transaction(TO_WRITE):
                before = self._connection.total_changes
                answer = function(self._connection, operation)
                changed = self._connection.total_changes != before
                if changed:
                    self._connection.execute(TOUCH, (operation.now, operation.plan))
            self.has_stored = self.has_stored or changed
            return answer
        except Refused as refusal:
            return refusal.rejected

    def preview(
        self, function: Callable[[sqlite3.Connection, Asked], Answer], operation: Asked
    ) -> Answer | Rejected:
        """Return what `run` would return now, and change nothing.

        It runs on a copy in memory, so that nobody waits for the write lock meanwhile.
        """
        with type(self)(opening.copy_to_memory(self._connection)) as copy:
            return copy.run(function, operation)

    def query(
        self, function: Callable[[sqlite3.Connection, Asked], Answer], operation: Asked
    ) -> Answer | Rejected:
        """Run an operation that only reads, such as `claims.ready`, without the write lock."""
        return self._recorded(operation, lambda: self._query(function, operation))

    def _query(
        self, function: Callable[[sqlite3.Connection, Asked], Answer], operation: Asked
    ) -> Answer | Rejected:
        try:
            with self._transaction(TO_READ):
                return function(self._connection, operation)
        except Refused as refusal:
            return refusal.rejected

    def _recorded(self, operation: Operation, answered: Callable[[], Answer]) -> Answer:
        """Return what is answered, and record it in the journal if there is one."""
        if self._journal is None:
            return answered()
        return self._journal.record(operation, answered, self.snapshot_state)

    def apply(self, operation: Operation) -> Outcome:
        """Run any operation, for a caller to whom all are alike. Imports every area."""
        functions = all_functions()
        kind = type(operation)
        if kind in functions.queries:
            return self.query(functions.queries[kind], operation)
        return self.run(functions.commands[kind], operation)

    @property
    def written_rows(self) -> int:
        """The number of rows that this store has written, also those of refused operations."""
        return self._connection.total_changes

    def snapshot(self, plan_path: str, family: str | None = None) -> Plan | None:
        """Return one plan as it is stored, or `None` if it is not registered.

        With `family`, the anchor of a top-level step, only that step and its substeps.
        """
        from impl.store.database import snapshots

        with self._transaction(TO_READ):
            return snapshots.read_plan(self._connection, plan_path, family)

    def snapshot_state(self) -> State:
        """Return everything that is stored: all plans by path, and the last artifact id."""
        from impl.store.database import snapshots

        with self._transaction(TO_READ):
            return snapshots.read_state(self._connection)

    def plan_paths(self) -> list[str]:
        """Return the paths of all registered plans, in order."""
        from impl.store.database import snapshots

        with self._transaction(TO_READ):
            return snapshots.read_paths(self._connection)

    def plan_times(self, plan_path: str) -> PlanTimes:
        """Return when a plan was registered and last changed, as far as that is known."""
        from impl.store.database import snapshots

        with self._transaction(TO_READ):
            return snapshots.read_times(self._connection, plan_path)

    def load(self, state: State) -> None:
        """Replace everything that is stored by a state.

        A state that the tables forbid raises `sqlite3.IntegrityError` and changes nothing.
        """
        from impl.store.database import loading

        with self._transaction(TO_WRITE):
            loading.write_state(self._connection, state)

    def contents(self) -> Contents:
        """Return everything that is stored, with the times of the plans."""
        from impl.store.database import copying

        with self._transaction(TO_READ):
            return copying.read_contents(self._connection)

    def fill(self, contents: Contents) -> None:
        """Store everything that another store holds. Raises `NotEmpty` if this one has plans."""
        from impl.store.database import copying

        with self._transaction(TO_WRITE):
            copying.write_contents(self._connection, contents)

    @contextmanager
    def watching(self, _plan: str, time: Time) -> Iterator[Callable[[float], None]]:
        """Yield what waits until others may have changed a plan, for at most some seconds.

        A change since the last time ends the waiting at once, or one since the block began.
        """
        from impl.store.database.watching import changes_of_file

        yield changes_of_file(self._connection, time)

    def integrity_problems(self) -> list[str]:
        """Return what SQLite finds wrong with the file, its constraints and its references."""
        found = self._connection.execute("PRAGMA integrity_check").fetchall()
        problems = [message for (message,) in found if message != "ok"]
        for row in self._connection.execute("PRAGMA foreign_key_check"):
            problems.append(f"a row of {row['table']} refers to a missing row of {row['parent']}")
        return problems

    def _begin(self, begin: Literal["BEGIN IMMEDIATE", "BEGIN"]) -> None:
        opening.begin(self._connection, begin)
        try:
            opening.require_current(self._connection)
        except StoreUnavailable:
            self._connection.rollback()
            raise

    @contextmanager
    def _transaction(self, begin: Literal["BEGIN IMMEDIATE", "BEGIN"]) -> Iterator[None]:
        connection = self._connection
        self._begin(begin)
        try:
            yield
            opening.commit(connection)
        except BaseException:
            connection.rollback()  # does nothing if SQLite itself has rolled back
            raise


@cache
def all_functions() -> Functions:
    """Return the functions of all operations, which imports every area when first called."""
    from impl.store.operations import FUNCTIONS

    return FUNCTIONS
