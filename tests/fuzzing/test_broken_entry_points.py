"""An entry point that is broken on purpose is found."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fuzzing.entries import ENTRY_POINTS
from tests.fuzzing.running import Runner
from tests.fuzzing.tries import Tries
from tests.fuzzing.worst import worst_calls
from tests.profiles import in_dev_the_first


def accepting_any_number(given: str, _least: int, _most: int) -> int | None:
    """Convert a number of any length."""
    return int(given) if given.isdecimal() else None


def blocking(path: Path) -> bytes:
    """Read a file, or wait for a pipe."""
    return path.read_bytes()


def ending_with_9(*_: object) -> int:
    """Return an exit code that means nothing."""
    return 9


FAULTS: dict[str, tuple[str, Callable[..., object], str]] = {
    "planstate state show": ("impl.cli.session.parsed_number", accepting_any_number, "ValueError"),
    "planstate state init": ("impl.cli.location.read_regular", blocking, "it hangs"),
    "planstate review stop-hook": (
        "impl.cli.commands.stop_hook.parse_json",
        json.loads,
        "internal error",
    ),
    "planstate completion": ("impl.cli.main.answer", ending_with_9, "9 is not documented"),
    "planspec replay": ("conformance.protocol.traces.parse_json", json.loads, "Traceback"),
}
"""For an entry point the place of a fault, the fault, and what is then found."""


@pytest.mark.parametrize("name", in_dev_the_first([*FAULTS]))
def test_a_fault_in_an_entry_point_is_found(
    name: str, runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    [entry] = [each for each in ENTRY_POINTS if each.name == name]
    place, fault, found = FAULTS[name]
    monkeypatch.setattr(place, fault)
    if fault is blocking:
        monkeypatch.setattr(runner, "patience", 1.0)
    with pytest.raises(AssertionError, match=found):
        list(map(Tries(entry, runner.run).check, worst_calls(entry)))
