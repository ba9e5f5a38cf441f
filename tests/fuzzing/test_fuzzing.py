"""No input makes a program print a traceback, hang, or end with an undocumented exit code.

The profile `nightly` tries one in eight of the worst calls.
"""

from collections.abc import Callable, Iterator
from itertools import islice

import pytest

from tests.fuzzing.entries import ENTRY_POINTS, EntryPoint
from tests.fuzzing.found import FOUND
from tests.fuzzing.running import Runner
from tests.fuzzing.tries import Tries
from tests.fuzzing.worst import worst_calls
from tests.profiles import AT_NIGHT, requires_ci_profile

RECORDED = Callable[[str, str], None]

A_SAMPLE = 8 if AT_NIGHT else 60
"""Of how many of the worst calls one is made; each entry point begins with another."""


def entries(program: str) -> Iterator[tuple[int, EntryPoint]]:
    """Yield the entry points of a program with their numbers."""
    for number, entry in enumerate(ENTRY_POINTS):
        if entry.program == program:
            yield number, entry


@requires_ci_profile
@pytest.mark.parametrize("program", ["planstate", "planspec"])
def test_the_worst_input_in_every_place(
    program: str, runner: Runner, record_property: RECORDED
) -> None:
    found = []
    for number, entry in entries(program):
        tries = Tries(entry, runner.run)
        for call in islice(worst_calls(entry), -number % A_SAMPLE, None, A_SAMPLE):
            found += tries.problems(call)
        record_property(f"worst input, {entry.name}", str(tries))
    assert found == []


@requires_ci_profile
@pytest.mark.parametrize("program", ["planstate", "planspec"])
def test_what_was_found_is_mended(program: str, runner: Runner) -> None:
    found = []
    for name, call in FOUND.items():
        if call.program != program:
            continue
        [entry] = [each for each in ENTRY_POINTS if call.calls(each.program, each.words)]
        make = runner.start if AT_NIGHT else runner.run
        found += [f"{name}: {each}" for each in Tries(entry, make).problems(call)]
    assert found == []
