"""A client of a contest: a store in a thread of its own, which is held before each statement."""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from impl.store.store import Store
from spec.formats.messages import Message, outcome_to_json, state_to_json
from spec.vocabulary.operations import Operation

GO_ON, GIVE_UP = True, False
"""What a client that waits for a lock is told; the first also lets any other statement run."""

WAITS = ""
"""Stands for the statement of a client that has to wait for another one's lock."""

_of_thread = threading.local()


class HeldClient:
    """A client of the current store, which is held before each of its statements."""

    def __init__(self, name: str) -> None:
        self.held_before: str | None = None
        self.is_waiting = False
        """Whether the statement that it ran last has to wait for another client."""
        self._happened: SimpleQueue[str | Message] = SimpleQueue()
        self._told: SimpleQueue[bool] = SimpleQueue()
        self._is_closing = False
        self._store: Store | None = None
        self._thread = ThreadPoolExecutor(1, name, lambda: setattr(_of_thread, "client", self))

    def open(self, stores: type[Store], path: Path) -> None:
        """Go on to a store at a path, to the end."""
        self._begin(lambda: self._open(stores, path))
        self.answer()

    def ask(self, operation: Operation) -> None:
        """Begin an operation, and do not wait."""
        self._begin(lambda: outcome_to_json(self._opened.apply(operation)))

    def observe(self) -> Message:
        """Return what is stored, or the error."""
        self._begin(lambda: state_to_json(self._opened.snapshot_state()))
        return self.answer()

    def proceed(self, order: bool = GO_ON) -> Message | None:
        """Go on to the next statement, before which it is held, or to the reply.

        Returns the reply. Where the statement has to wait for another client, `is_waiting` is
        `True`, and to proceed is to try it again.
        """
        if self.held_before is not None or self.is_waiting:
            self._told.put(order)
        happened = self._happened.get()
        self.is_waiting, self.held_before = happened == WAITS, None
        if not isinstance(happened, str):
            return happened
        self.held_before = happened or None
        return None

    def finish(self) -> Message | None:
        """Go on to the reply, or until it has to wait for another client."""
        while True:
            reply = self.proceed()
            if reply is not None or self.is_waiting:
                return reply

    def answer(self) -> Message:
        """Return the reply to the last request; if it has to wait, it gives up as after a time."""
        reply = self.finish()
        while reply is None:
            reply = self.proceed(GIVE_UP if self.is_waiting else GO_ON)
        return reply

    def close(self) -> None:
        """Close the store, and end the thread, wherever it is held."""
        self._is_closing = True
        self._told.put(GIVE_UP)
        if self._store is not None:
            self._thread.submit(self._store.close)
        self._thread.shutdown()

    def stop(self, statement: str) -> bool:
        """Be held before a statement, in the thread; return what to do."""
        if self._is_closing:
            return GIVE_UP
        self._happened.put(" ".join(statement.split()))
        return self._told.get()

    @property
    def _opened(self) -> Store:
        assert self._store is not None
        return self._store

    def _open(self, stores: type[Store], path: Path) -> Message:
        if self._store is not None:
            self._store.close()
        # Only a loss of power could tell that the file is not synchronised.
        self._store = stores.open(path, synchronous="OFF")
        return {"reply": "ok"}

    def _begin(self, request: Callable[[], Message]) -> None:
        def run() -> None:
            try:
                reply = request()
            except Exception as error:
                reply = {"reply": "error", "message": str(error)}
            self._happened.put(reply)

        self._thread.submit(run)


class HeldConnection(sqlite3.Connection):
    """A connection that is told whether to wait where another one has the lock."""

    def execute(self, *statement: Any) -> sqlite3.Cursor:
        """Run a statement, again and again until nobody else has the lock, or it gives up."""
        while True:
            try:
                return super().execute(*statement)
            except sqlite3.OperationalError as error:
                is_busy = error.sqlite_errorcode == sqlite3.SQLITE_BUSY
                if not is_busy or _of_thread.client.stop(WAITS) is GIVE_UP:
                    raise


@contextmanager
def statements_held() -> Iterator[None]:
    """Hold clients before each statement of the connections that they make meanwhile.

    A statement that has to wait for a lock fails at once, and changes nothing.
    """
    connect: Callable[..., sqlite3.Connection] = sqlite3.connect

    def connect_held(*arguments: Any, **options: Any) -> sqlite3.Connection:
        client: HeldClient | None = getattr(_of_thread, "client", None)
        if client is None:
            return connect(*arguments, **options)
        made = connect(*arguments, **{**options, "timeout": 0, "factory": HeldConnection})
        made.set_trace_callback(client.stop)
        return made

    setattr(sqlite3, "connect", connect_held)  # noqa: B010
    try:
        yield
    finally:
        setattr(sqlite3, "connect", connect)  # noqa: B010
