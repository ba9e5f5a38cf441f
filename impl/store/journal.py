"""The journal: each operation on a store and its answer, as a history (`spec.formats.histories`).

Any number of processes append to one journal. Every line is one write, so no line is inside
another. The first line is there before any other, because the file appears with it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from errno import EACCES, ENOENT
from pathlib import Path
from time import monotonic_ns, time_ns
from typing import TYPE_CHECKING, Any, TypeVar

from impl.files import append_line, create_durably
from impl.store.database.opening import StoreUnavailable
from impl.store.place import Place
from spec.editions import CURRENT
from spec.formats.messages import outcome_to_json, state_to_json, stated
from spec.vocabulary.rejections import Rejected

if TYPE_CHECKING:
    from spec.vocabulary.operations import Operation
    from spec.vocabulary.state import State

Answer = TypeVar("Answer")

BOOT = Path("/proc/sys/kernel/random/boot_id")
"""What tells one start of a machine from another, where the system says it."""

SERVER_VARIABLES = ("PGSERVICE", "PGHOST", "PGHOSTADDR", "PGPORT", "PGDATABASE")
"""The variables by which libpq finds a server that a URL does not name."""

NANOSECONDS = 1_000_000
"""Nanoseconds in a millisecond."""

TOLERANCE = 1_000
"""By how many milliseconds the clock of a server may come to differ from that of the lines."""

LONGEST_FIRST = 4096
"""How many bytes of another's first line are read, to say what is wrong with it."""


class JournalUnavailable(StoreUnavailable):
    """A journal that cannot be written to: what was found, what was expected, what to do."""


class Journal:
    """Records the operations of this process on one store.

    Times are nanoseconds of the clock that all processes of a machine share, which starts anew with
    the machine. An operation that cannot be recorded is not done; after one that was done but whose
    answer cannot be recorded, `warn` is called with a sentence.
    """

    def __init__(self, path: Path, store: Place, warn: Callable[[str], None]) -> None:
        """Open a journal, if it is there already. Raises `JournalUnavailable`."""
        self._path = Path(os.path.realpath(path))
        self._source = f"{_boot()} {_text(_place(store))}"
        self._process = f"{os.getpid()}.{monotonic_ns()}"
        self._warn = warn
        self.server_time: Callable[[], int] | None = None
        """Returns the milliseconds of the clock that leases follow, if it is the store's."""
        self._descriptor: int | None = None
        try:
            self._open()
        except OSError as error:
            raise self._unwritable(error) from error

    def record(
        self, operation: Operation, answered: Callable[[], Answer], stored: Callable[[], State]
    ) -> Answer:
        """Return what is answered to an operation, with a line before it and one after it.

        `stored` returns what the store holds, for the first line of a new journal. Raises
        `JournalUnavailable` if the operation cannot be recorded; it is not done then.
        """
        asked = stated(operation)
        try:
            if self._descriptor is None:
                self._create(stored())
            self._append("invoke", operation=asked)
        except OSError as error:
            raise self._unwritable(error) from error
        try:
            answer = answered()
        except BaseException as error:
            self._append_answer("info", reason=_text(f"{type(error).__name__}: {error}"))
            raise
        # A function may return more than the outcome, which is its `answer` then.
        outcome: Any = getattr(answer, "answer", answer)
        event = "fail" if isinstance(outcome, Rejected) else "ok"
        self._append_answer(event, outcome=outcome_to_json(outcome))
        return answer

    def close(self) -> None:
        """Close the file. Closing twice does no harm."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def _append_answer(self, event: str, **fields: object) -> None:
        try:
            self._append(event, **fields)
        except OSError as error:
            self._warn(
                f"{self._path}: the answer could not be recorded ({error.strerror or error}); for "
                "`planspec audit` its outcome is unknown"
            )

    def _append(self, event: str, **fields: object) -> None:
        if self._descriptor is None:
            raise FileNotFoundError(ENOENT, os.strerror(ENOENT), str(self._path))
        line = {"event": event, "process": self._process, "time": monotonic_ns(), **fields}
        append_line(self._descriptor, json.dumps(line, separators=(",", ":")))

    def _open(self) -> None:
        """Open the journal if it is there, or check that it can be created. Raises `OSError`."""
        try:
            # Without waiting, as a pipe could make it.
            flags = os.O_RDWR | os.O_APPEND | os.O_NONBLOCK | os.O_CLOEXEC
            descriptor = os.open(self._path, flags)
        except FileNotFoundError:
            folder = self._path.parent
            folder.stat()
            if not os.access(folder, os.W_OK | os.X_OK):
                raise PermissionError(EACCES, os.strerror(EACCES), str(folder)) from None
            return
        beginning = self._beginning().encode()
        try:
            found = os.pread(descriptor, max(len(beginning), LONGEST_FIRST), 0)
            if not found.startswith(beginning):
                raise self._other(found)
        except BaseException:
            os.close(descriptor)
            raise
        self._descriptor = descriptor

    def _create(self, state: State) -> None:
        """Create the journal with its first line, unless another process does so first."""
        from spec.formats.histories import FORMAT

        rest = {
            **self._clock(),
            "state": state_to_json(state),
            "format": FORMAT,
        }
        line = self._beginning() + json.dumps(rest, separators=(",", ":"))[1:] + "\n"
        create_durably(self._path, line.encode())
        self._open()

    def _clock(self) -> dict[str, object]:
        """Return whose clock decides about leases, and how it goes with that of the lines."""
        if self.server_time is None:
            # `now` is an argument: each process reads its own clock.
            return {"clock": "client", "started_at": (time_ns() - monotonic_ns()) // NANOSECONDS}
        started_at = self.server_time() - monotonic_ns() // NANOSECONDS
        return {"clock": "server", "started_at": started_at, "tolerance": TOLERANCE}

    def _beginning(self) -> str:
        """Return how the first line begins: a journal is of one edition and one store."""
        known = {"event": "history", "edition": CURRENT.name, "source": self._source}
        return json.dumps(known, separators=(",", ":"))[:-1] + ","

    def _other(self, found: bytes) -> JournalUnavailable:
        """Return the error for a file that begins otherwise."""
        if not found.startswith(b'{"event":"history",'):
            what = "is not a journal"
        elif f'"edition":{json.dumps(CURRENT.name)},'.encode() not in found:
            what = f"is the journal of another edition than {CURRENT.name}"
        else:
            what = "is the journal of another store, or from before the machine was started anew"
        return JournalUnavailable(
            f"{self._path} {what}, and nothing was done: name a file that does not exist yet"
        )

    def _unwritable(self, error: OSError) -> JournalUnavailable:
        return JournalUnavailable(
            f"{self._path}: the journal cannot be written ({error.strerror or error}), and nothing "
            "was done: correct it, name another file, or do without a journal"
        )


def _text(given: str) -> str:
    """Return a text, with what is not Unicode in it escaped."""
    return given.encode("utf-8", "backslashreplace").decode()


def _place(store: Place) -> str:
    """Return what tells a store from all others that this machine can reach."""
    if isinstance(store, Path):
        return os.path.realpath(store)
    named = (f"{name}={os.environ[name]}" for name in SERVER_VARIABLES if name in os.environ)
    return " ".join((store, *named))


def _boot() -> str:
    try:
        return BOOT.read_text().strip()
    except OSError:
        return ""
