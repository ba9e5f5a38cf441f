"""An entry point that is broken on purpose is found."""

import json
from collections.abc import Callable
from itertools import chain
from pathlib import Path

import pytest

from tests.fuzzing.entries import ENTRY_POINTS
from tests.fuzzing.running import Runner
from tests.fuzzing.tries import Tries
from tests.fuzzing.worst import worst_calls
from tests.profiles import requires_ci_profile


def accepting_any_number(given: str, _least: int, _most: int) -> int | None:
    """Convert a number of any length."""
    return int(given) if given.isdecimal() else None


class Hung(BaseException):
    """Nothing catches it as an error of its own."""


def blocking(path: Path) -> bytes:
    """Read a file; fail where a pipe would be waited for, without end."""
    if path.is_fifo():
        raise Hung
    return path.read_bytes()


def ending_with_9(*_: object) -> int:
    """Return an exit code that means nothing."""
    return 9


FAULTS: dict[str, tuple[str, Callable[..., object], str]] = {
    "planstate state show": ("impl.cli.session.parsed_number", accepting_any_number, "ValueError"),
    "planstate state init": ("impl.cli.location.read_regular", blocking, "raises Hung"),
    "planstate review stop-hook": (
        "impl.cli.commands.stop_hook.parse_json",
        json.loads,
        "internal error",
    ),
    "planstate store check": ("impl.cli.main.answer", ending_with_9, "9 is not documented"),
    "planspec replay": ("conformance.protocol.traces.parse_json", json.loads, "Traceback"),
}
"""For an entry point the place of a fault, the fault, and what is then found."""


@requires_ci_profile
def test_a_fault_in_an_entry_point_is_found(runner: Runner) -> None:
    wrong = []
    for name, (place, fault, expected) in FAULTS.items():
        [entry] = [each for each in ENTRY_POINTS if each.name == name]
        tries = Tries(entry, runner.run)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(place, fault)
            found = chain.from_iterable(map(tries.problems, worst_calls(entry)))
            if not any(expected in problem for problem in found):
                wrong.append(name)
    assert wrong == []
