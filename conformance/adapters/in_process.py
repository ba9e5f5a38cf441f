"""A system in Python, in the same process: `--python FILE:FACTORY`."""

import importlib.util
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from inspect import signature
from pathlib import Path
from typing import NoReturn

from conformance.adapters.connections import Broken, describe_request
from conformance.adapters.serving import Answerer
from conformance.adapters.sut import SystemUnderTest
from conformance.protocol.lines import BadMessage, parsed, written
from spec.formats.messages import Message


class PythonConnection:
    """Requests as calls. One that hangs is interrupted, unless that is not in Python."""

    last_words: Sequence[str] = ()
    interrupts = True

    def __init__(self, system: SystemUnderTest) -> None:
        self.answerer = Answerer(system)

    def exchange(self, request: Message, timeout: float) -> Message:
        """Return the reply as it would come over a line."""
        word = describe_request(request)
        with kept_apart(word), time_limit(timeout if self.interrupts else 0, word):
            reply = self.answerer.answer(request)
        try:
            return parsed(written(reply), shows_halves=True)
        except (BadMessage, TypeError, ValueError, RecursionError) as error:
            raise Broken("garbage", f"the reply to {word} cannot be read: {error}") from error

    def close(self) -> None:
        """Release nothing."""


Factory = Callable[..., SystemUnderTest]


def loaded(place: str) -> SystemUnderTest:
    """Call the factory in `FILE:FACTORY`. Raises `Broken` that says what is wrong with it."""
    return made_by(factory_named(place), place)


def factory_named(place: str) -> Factory:
    """Import the factory in `FILE:FACTORY`. Raises `Broken` that says what is wrong with it."""
    file, _, factory = place.rpartition(":")
    path = Path(file)
    if not file or not factory or not path.is_file():
        raise Broken(
            "not started", f"{place!r} names no factory; expected FILE:FACTORY, as in mine.py:make"
        )
    with explained(place):
        spec = importlib.util.spec_from_file_location(path.stem, path)
        assert spec
        assert spec.loader
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        make: Factory = getattr(module, factory)
    return make


def made_by(make: Factory, place: str, store: str | None = None) -> SystemUnderTest:
    """Call a factory, with the path of a shared store if there is one and it takes an argument.

    Raises `Broken` that says what is wrong with what it makes.
    """
    with explained(place):
        takes_store = store is not None and bool(signature(make).parameters)
        system = make(store) if takes_store else make()
    missing = [
        name for name in ("identity", "reset", "apply", "observe") if not hasattr(system, name)
    ]
    if missing:
        raise Broken("not started", f"{place} made {system!r}, which lacks {', '.join(missing)}")
    return system


@contextmanager
def explained(place: str) -> Iterator[None]:
    """Raise `Broken` that says why a factory cannot make a system."""
    try:
        with kept_apart(f"{place.rpartition(':')[2]!r}"):
            yield
    except Broken:
        raise
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise Broken("not started", f"{place} cannot be made: {reason}") from error


@contextmanager
def kept_apart(word: str) -> Iterator[None]:
    """Keep what is called from printing among the results and from ending the whole run."""
    try:
        with redirect_stdout(sys.stderr):
            yield
    except SystemExit as error:
        raise Broken("crash", f"it ended with exit code {error.code} at {word}") from error


class _TimeIsUp(BaseException):
    """A call took too long. It is no `Exception`, so that nothing in between handles it."""


@contextmanager
def time_limit(seconds: float, word: str) -> Iterator[None]:
    """Raise `Broken` in what takes longer, where signals are handled; 0 is no limit."""
    if not seconds or threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(_signal: int, _frame: object) -> NoReturn:
        raise _TimeIsUp

    handler = signal.signal(signal.SIGALRM, end)
    others = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    except _TimeIsUp:
        raise Broken("hang", f"no reply to {word} within {seconds:g} s") from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, *others)
        signal.signal(signal.SIGALRM, handler)
