"""Operations on a server, of which one is held in the middle of its transaction."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import psycopg

from impl.store.database.connection import Connection
from impl.store.store import Clock, Store, all_functions
from spec.vocabulary.operations import Operation, Outcome

WAITING = """
SELECT count(*) FROM pg_stat_activity
WHERE wait_event_type = 'Lock' AND application_name = current_schema()
"""
LONGEST = 60


def named(place: str) -> str:
    """Return the URL of a store with sessions that are known by the name of its schema."""
    schema = place.rpartition("%3D")[2]  # the URL ends with the option that names it
    return f"{place}%20-capplication_name%3D{schema}"


def opened(place: str, clock: Clock = "given") -> Store:
    """Open a store whose sessions are known by the name of its schema, and that waits for long."""
    return Store.open(named(place), timeout_seconds=LONGEST, clock=clock)


class Held:
    """An operation that is held in its transaction, after its work, or as it `begins`."""

    def __init__(self, place: str, operation: Operation, *, begins: bool = False) -> None:
        self._place, self._operation, self._begins = place, operation, begins
        self._is_there, self._may_go_on = threading.Event(), threading.Event()
        self._pool = ThreadPoolExecutor(1)
        self._running = self._pool.submit(self._run)
        if not self._is_there.wait(LONGEST):
            self._may_go_on.set()
            raise AssertionError(f"not begun: {self._running.result()}")

    def _run(self) -> Outcome:
        function = all_functions().commands[type(self._operation)]

        def work(connection: Connection, operation: Any) -> Any:
            answer = None if self._begins else function(connection, operation)
            self._is_there.set()
            self._may_go_on.wait(LONGEST)
            return function(connection, operation) if self._begins else answer

        with opened(self._place) as store:
            return store.run(work, self._operation)

    def answer(self) -> Outcome:
        """Allow it to commit, and return its answer."""
        self._may_go_on.set()
        with self._pool:
            return self._running.result(LONGEST)


@contextmanager
def held(place: str, operation: Operation) -> Iterator[Held]:
    """Hold an operation until its answer is asked for."""
    it = Held(place, operation)
    try:
        yield it
    finally:
        it.answer()


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
        self._pool = ThreadPoolExecutor(1)
        self._place, self._clock = place, clock
        self.running: Future[Any] = self._pool.submit(self._run, run)

    def _run(self, run: Callable[[Store], Any]) -> Any:
        with opened(self._place, self._clock) as store:
            return run(store)

    def has_to_wait(self) -> bool:
        """Return whether it waits for a lock, and does not have an answer at once."""
        return waits(self._place, self.running)

    def answer(self) -> Any:
        """Return its answer."""
        with self._pool:
            return self.running.result(LONGEST)


def started(place: str, operation: Operation, clock: Clock = "given") -> Started:
    """Start an operation."""
    return Started(place, lambda store: store.apply(operation), clock)
