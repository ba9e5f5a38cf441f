"""Operations on a server, of which one is held in the middle of its transaction."""

import re
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import Any, Self, TypeVar

import psycopg

from impl.store.connection import Connection
from impl.store.database.postgresql import limit_waiting
from impl.store.database.postgresql_connection import PostgresqlConnection
from impl.store.operations import FUNCTIONS
from impl.store.store import Clock, Store
from spec.vocabulary.operations import QUERIES, Operation, Outcome

Result = TypeVar("Result")

WAITING = """
SELECT count(*) FROM pg_stat_activity
WHERE wait_event_type = 'Lock' AND application_name = current_schema()
"""
DAY = 86_400
"""Seconds for which a session waits for a lock: longer than any test takes."""


def named(place: str) -> str:
    """Return the URL of a store with sessions that are known by the name of its schema."""
    return re.sub(r"(search_path%3D(\w+))", r"\1%20-capplication_name%3D\2", place)


def opened(place: str, clock: Clock = "given") -> Store:
    """Open a store whose sessions are known by the name of its schema, and that waits for long."""
    return Store.open(named(place), timeout_seconds=DAY, clock=clock)


@contextmanager
def impatient(place: str) -> Iterator[Store]:
    """Open a store that waits for no lock, however long it takes to connect."""
    with opened(place) as store:
        connection = store._connection
        assert isinstance(connection, PostgresqlConnection)
        limit_waiting(connection.driver, 0)
        yield store


class Held:
    """An operation that is held in its transaction, after its work, or as it `begins`.

    It may have to wait for `after`, which then goes on whenever this one does.
    """

    def __init__(
        self, place: str, operation: Operation, *, begins: bool = False, after: Self | None = None
    ) -> None:
        self._place, self._operation, self._begins, self._after = place, operation, begins, after
        self._is_there, self._may_go_on = threading.Event(), threading.Event()
        self.pid = 0
        self.running: Future[Outcome] = in_thread(self._run)
        self.running.add_done_callback(lambda _: self._is_there.set())

    def _run(self) -> Outcome:
        function = FUNCTIONS[type(self._operation).__name__]

        def work(connection: Connection, operation: Any) -> Any:
            # However long it is held.
            connection.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            [self.pid] = connection.execute("SELECT pg_backend_pid()").fetchone()
            if self._begins:
                self._hold()
            try:
                return function(connection, operation)
            finally:
                self._hold()

        with opened(self._place) as store:
            is_query = isinstance(self._operation, QUERIES)
            run: Callable[..., Outcome] = store.query if is_query else store.run
            return run(work, self._operation)

    def _hold(self) -> None:
        self._is_there.set()
        self._may_go_on.wait()

    def wait_until_held(self) -> None:
        """Return when the operation is held."""
        self._is_there.wait()
        if self.running.done():
            raise AssertionError(f"not held: {self.running.result()}")

    def go_on(self) -> None:
        """Allow it to commit."""
        if self._after is not None:
            self._after.go_on()
        self._may_go_on.set()

    def answer(self) -> Outcome:
        """Allow it to commit, and return its answer."""
        self.go_on()
        return self.running.result()


@contextmanager
def held(
    place: str, operation: Operation, *, begins: bool = False, after: Held | None = None
) -> Iterator[Held]:
    """Hold an operation until its answer is asked for; one that is `after` another, later."""
    it = Held(place, operation, begins=begins, after=after)
    try:
        if after is None:
            it.wait_until_held()
        yield it
    finally:
        it.go_on()
        wait([it.running])


def in_thread(run: Callable[[], Result]) -> "Future[Result]":
    """Run something in a thread of its own."""
    pool = ThreadPoolExecutor(1)
    running = pool.submit(run)
    pool.shutdown(wait=False)
    return running


def waits(place: str, running: "Future[Any]") -> bool:
    """Return whether some session on a store waits for a lock, or false once this is done."""
    with psycopg.connect(place, autocommit=True) as connection:
        while not running.done():
            for (count,) in connection.execute(WAITING):
                if count:
                    return True
    return False


class Started:
    """An operation in a thread of its own, which may have to wait for another one."""

    def __init__(self, place: str, run: Callable[[Store], Any], clock: Clock = "given") -> None:
        self._place, self._clock = place, clock
        self.running = in_thread(lambda: self._run(run))

    def _run(self, run: Callable[[Store], Any]) -> Any:
        with opened(self._place, self._clock) as store:
            return run(store)

    def has_to_wait(self) -> bool:
        """Return whether it waits for a lock, and does not have an answer at once."""
        return waits(self._place, self.running)

    def answer(self) -> Any:
        """Return its answer."""
        return self.running.result()


def started(place: str, operation: Operation, clock: Clock = "given") -> Started:
    """Start an operation."""
    return Started(place, lambda store: store.apply(operation), clock)
