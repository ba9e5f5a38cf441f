"""The store: plans and the work on them, in one database.

`Store.run` runs one operation in one transaction: `store.run(claims.claim, Claim(…))`. The function
is passed in, so that a process imports the one area that it needs; most run one operation, and
importing all areas would take longer than running it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self, TypeVar, TypeVarTuple

from impl.store.database import opening, sqlite
from impl.store.database.opening import StoreUnavailable, require_repository
from impl.store.guards import Refused

if TYPE_CHECKING:
    from impl.store.connection import Connection
    from impl.store.database.postgresql import PostgresqlDatabase
    from impl.store.journal import Journal
    from spec.vocabulary.operations import Accepted, Operation, Outcome
    from spec.vocabulary.rejections import Rejected
    from spec.vocabulary.state import Plan, State

    Database = sqlite.SqliteDatabase | PostgresqlDatabase
    Asked = TypeVar("Asked", bound=Operation)
    Answer = TypeVar("Answer")
    Given = TypeVarTuple("Given")
    Function = Callable[[Connection, Asked], Answer]
    Attempt = Callable[[Function[Asked, Answer], Asked], Answer | Rejected]

__all__ = ["Store", "StoreUnavailable"]

Clock = Literal["given", "store"]
"""Whose time an operation happens at: its own `now`, or what the store reads under its lock."""

TOUCH = "UPDATE plans SET updated_at = ? WHERE path = ?"


class Store:
    """Plans and the work on them, in one database. Not thread-safe; open one per thread.

    Several stores may be open on one place at the same time, in any number of processes.
    """

    def __init__(
        self, database: Database, journal: Journal | None = None, clock: Clock = "given"
    ) -> None:
        self._database = database
        self._connection = database.connection
        self._journal = journal
        self._clock = clock
        self.own_repository: tuple[str, ...] = ()
        """The names of the repository whose plans alone are used; all plans are, if empty."""
        self.has_stored = False
        """Whether an operation has changed what is stored."""

    @classmethod
    def open(
        cls,
        place: str | Path,
        *,
        timeout_seconds: float = 5.0,
        synchronous: opening.Synchronous = "FULL",
        journal: Journal | None = None,
        clock: Clock = "given",
    ) -> Self:
        """Open the store in a file or at `postgresql://…`; it is created if missing.

        Wait at most `timeout_seconds` for other writers, here and in every operation.
        `synchronous` "FULL" keeps every answered operation through a power failure, "NORMAL" may
        lose the last ones, "OFF" may lose the file; a server may be set to less than "FULL". Each
        operation is recorded in the `journal`. With the `clock` of the store, operations happen
        when they have the lock of their plan, whatever `now` they come with.
        Raises `StoreUnavailable` for a place that is not a store of this version and cannot become
        one; it is left untouched.
        """
        store = cls(open_place(place, timeout_seconds, synchronous), journal, clock)
        if journal is not None and clock == "store":
            journal.server_time = store.server_time
        return store

    @classmethod
    def in_memory(cls) -> Self:
        """Create an empty store that lives until it is closed."""
        return cls(sqlite.open_memory())

    def close(self) -> None:
        """Close the database and the journal. Closing twice does no harm."""
        self._database.close()
        if self._journal is not None:
            self._journal.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def run(self, function: Function[Asked, Answer], operation: Asked) -> Answer | Rejected:
        """Run an operation by its function, such as `claims.claim`, in a transaction.

        A rejected operation changes nothing. Raises `StoreUnavailable` if other writers hold the
        lock for too long, and its subclass `CommitFailed` if nobody knows what was stored. Any
        other error propagates, and changes nothing either.
        """
        return self._recorded(self._run, function, operation)

    def _run(self, function: Function[Asked, Answer], operation: Asked) -> Answer | Rejected:
        try:
            with self._writing(operation.plan):
                operation = self._timed(operation)
                before = self._database.written_rows
                answer = function(self._connection, operation)
                changed = self._database.written_rows != before
                if changed:
                    self._connection.execute(TOUCH, (operation.now, operation.plan))
            self.has_stored = self.has_stored or changed
            return answer
        except Refused as refusal:
            return refusal.rejected

    def _timed(self, operation: Asked) -> Asked:
        """Return an operation at the time at which it happens, which its transaction has begun.

        Raises `StoreUnavailable` if its plan is of another repository.
        """
        if self.own_repository:
            require_repository(self._connection, operation.plan, self.own_repository)
        if self._clock == "given" or not hasattr(operation, "now"):
            return operation
        return replace(operation, now=self._database.now())

    def preview(self, function: Function[Asked, Answer], operation: Asked) -> Answer | Rejected:
        """Return what `run` would return now, and change nothing: what is done is undone."""
        self._database.begin_to_write(operation.plan)
        try:
            return function(self._connection, self._timed(operation))
        except Refused as refusal:
            return refusal.rejected
        finally:
            self._database.rollback()

    def query(self, function: Function[Asked, Answer], operation: Asked) -> Answer | Rejected:
        """Run an operation that only reads, such as `readiness.ready`, without the write lock."""
        return self._recorded(self.look, function, operation)

    def look(self, function: Function[Asked, Answer], operation: Asked) -> Answer | Rejected:
        """Run what reads for a command that is still to be made; no journal records it."""
        try:
            with self._reading():
                return function(self._connection, self._timed(operation))
        except Refused as refusal:
            return refusal.rejected

    def _recorded(
        self,
        attempt: Attempt[Asked, Answer],
        function: Function[Asked, Answer],
        operation: Asked,
    ) -> Answer | Rejected:
        """Return what is answered, and record it in the journal if there is one."""
        if self._journal is None:
            return attempt(function, operation)
        answered = partial(attempt, function, operation)
        return self._journal.record(operation, answered, self.snapshot_state)

    def apply(self, operation: Operation) -> Outcome:
        """Run any operation, for a caller to whom all are alike. Imports every area."""
        from spec.vocabulary.operations import QUERIES

        run = self.query if isinstance(operation, QUERIES) else self.run
        return run(all_functions()[type(operation).__name__], operation)

    def read(self, reader: Callable[[Connection, *Given], Answer], *given: *Given) -> Answer:
        """Return what a function such as `snapshots.read_paths` reads in one transaction."""
        with self._reading():
            return reader(self._connection, *given)

    def snapshot(self, plan_path: str, family: str | None = None) -> Plan | None:
        """Return one plan as it is stored, or `None` if it is not registered.

        With `family`, the anchor of a top-level step, only that step and its substeps.
        """
        from impl.store.database import snapshots

        return self.read(snapshots.read_plan, plan_path, family)

    def snapshot_state(self) -> State:
        """Return everything that is stored: all plans by path, and the last artifact id."""
        from impl.store.database import snapshots

        return self.read(snapshots.read_state)

    def load(self, state: State) -> None:
        """Replace everything that is stored by a state.

        A state that the tables forbid raises an error of the database and changes nothing.
        """
        from impl.store.database import loading

        with self._writing(None):
            loading.write_state(self._connection, state)

    def integrity_problems(self) -> list[str]:
        """Return what is wrong with the data: constraints, references, and the kept counts."""
        from impl.store import counts

        return [*self._database.integrity_problems(), *self.read(counts.problems)]

    def server_time(self) -> int:
        """Return the time in milliseconds, as all who share the store read it."""
        return self._database.now()

    def _reading(self) -> AbstractContextManager[None]:
        return self._transaction(self._database.begin_to_read)

    def _writing(self, plan: str | None) -> AbstractContextManager[None]:
        return self._transaction(partial(self._database.begin_to_write, plan))

    @contextmanager
    def _transaction(self, begin: Callable[[], None]) -> Iterator[None]:
        """Begin a transaction; commit at the end of the block, or roll back after an error."""
        begin()
        try:
            yield
            self._database.commit()
        except BaseException:
            self._database.rollback()
            raise


def open_place(
    place: str | Path, timeout_seconds: float, synchronous: opening.Synchronous
) -> Database:
    """Open or create the store in a file or on a server. Raises `StoreUnavailable`."""
    if opening.is_url(place):
        from impl.store.database import postgresql

        return postgresql.open_url(str(place), timeout_seconds, synchronous)
    return sqlite.open_file(Path(place), timeout_seconds, synchronous)


@cache
def all_functions() -> Mapping[str, Callable[[Connection, Any], Accepted]]:
    """Return the functions of all operations by the names of their classes; imports every area."""
    from impl.store import operations

    return operations.FUNCTIONS
