"""What came of calling `planstate` as a program would, in this process."""

import io
import json
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import chdir
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from impl.cli.main import main
from tests.impl.cli.processes import PROGRAM

__all__ = ["PROGRAM", "Called", "call"]

HANDLED = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
"""The signals that a command handles until its process ends."""


class Called(NamedTuple):
    """What came of a call."""

    exit_code: int
    output: str
    errors: str

    @property
    def envelope(self) -> dict[str, Any]:
        """The one JSON document that was printed."""
        found = json.loads(self.output)
        assert isinstance(found, dict)
        return found


def call(
    arguments: Sequence[str], folder: Path, given: str = "", variables: Mapping[str, str] = {}
) -> Called:
    """Call `planstate` in a folder; everything that it changes in this process is restored."""
    content = io.BytesIO(given.encode("utf-8", "surrogateescape"))
    stdin = io.TextIOWrapper(content, encoding="utf-8")
    stdout, stderr = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    handlers = {number: signal.getsignal(number) for number in HANDLED}
    with (
        chdir(folder),
        patch.dict(os.environ, variables),
        patch.multiple(sys, stdin=stdin, stdout=stdout, stderr=stderr),
    ):
        try:
            code = main(arguments)
        except SystemExit as ended:
            code = int(ended.code or 0)
        finally:
            for number, handler in handlers.items():
                signal.signal(number, handler)
    return Called(code, text_of(stdout), text_of(stderr))


def text_of(stream: io.TextIOWrapper) -> str:
    """Return what was written to a stream."""
    stream.seek(0)
    return stream.read()
