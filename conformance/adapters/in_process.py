"""A system in Python, in the same process: `--python FILE:FACTORY`."""

import importlib.util
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import Any

from conformance.adapters.connections import Broken, describe_request
from conformance.adapters.serving import Answerer
from conformance.adapters.sut import SystemUnderTest
from conformance.protocol.codec import BadMessage, Message, parsed, written


class PythonConnection:
    """Requests as calls. A call that hangs cannot be interrupted."""

    last_words: Sequence[str] = ()

    def __init__(self, system: SystemUnderTest) -> None:
        self.answerer = Answerer(system)

    def exchange(self, request: Message, timeout: float) -> Message:  # noqa: ARG002
        """Return the reply as it would come over a line."""
        word = describe_request(request)
        with kept_apart(word):
            reply = self.answerer.answer(request)
        try:
            return parsed(written(reply))
        except (BadMessage, TypeError, ValueError, RecursionError) as error:
            raise Broken("garbage", f"the reply to {word} cannot be read: {error}") from error

    def close(self) -> None:
        """Release nothing."""


def loaded(place: str) -> SystemUnderTest:
    """Call the factory in `FILE:FACTORY`. Raises `Broken` that says what is wrong with it."""
    file, _, factory = place.rpartition(":")
    path = Path(file)
    if not file or not factory or not path.is_file():
        raise Broken(
            "not started", f"{place!r} names no factory; expected FILE:FACTORY, as in mine.py:make"
        )
    try:
        with kept_apart(f"{factory!r}"):
            system: SystemUnderTest = getattr(imported(path), factory)()
    except Broken:
        raise
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise Broken("not started", f"{place} cannot be made: {reason}") from error
    missing = [
        name for name in ("identity", "reset", "apply", "observe") if not hasattr(system, name)
    ]
    if missing:
        raise Broken("not started", f"{place} made {system!r}, which lacks {', '.join(missing)}")
    return system


@contextmanager
def kept_apart(word: str) -> Iterator[None]:
    """Keep what is called from printing among the results and from ending the whole run."""
    try:
        with redirect_stdout(sys.stderr):
            yield
    except SystemExit as error:
        raise Broken("crash", f"it ended with exit code {error.code} at {word}") from error


def imported(path: Path) -> Any:
    """Import a file by its path."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
