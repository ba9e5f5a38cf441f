"""No input makes a program print a traceback, hang, or end with an undocumented exit code.

The profile `nightly` tries all of the worst calls, and thousands of random ones.
"""

from collections.abc import Callable
from itertools import islice

import pytest
from hypothesis import HealthCheck, given, settings

from tests.fuzzing.entries import ENTRY_POINTS, EntryPoint, calls
from tests.fuzzing.found import FOUND
from tests.fuzzing.running import Runner
from tests.fuzzing.tries import Tries
from tests.fuzzing.worst import worst_calls
from tests.profiles import PROFILE, mostly_in_ci

RECORDED = Callable[[str, str], None]

A_SAMPLE = {"nightly": 1, "ci": 8}.get(PROFILE, 30)
"""Of how many of the worst calls one is made; each entry point begins with another."""
RANDOM_CALLS = {"nightly": 2_000, "ci": 15}.get(PROFILE, 5)

by_entry_point = pytest.mark.parametrize("entry", ENTRY_POINTS, ids=lambda entry: entry.name)


@by_entry_point
def test_the_worst_input_in_every_place(
    entry: EntryPoint, runner: Runner, record_property: RECORDED
) -> None:
    tries = Tries(entry, runner.run)
    first = ENTRY_POINTS.index(entry) % A_SAMPLE
    for call in islice(worst_calls(entry), first, None, A_SAMPLE):
        tries.check(call)
    record_property(f"worst input, {entry.name}", str(tries))


@by_entry_point
def test_random_input(entry: EntryPoint, runner: Runner, record_property: RECORDED) -> None:
    tries = Tries(entry, runner.run)
    chosen = settings(max_examples=RANDOM_CALLS, suppress_health_check=list(HealthCheck))
    chosen(given(calls(entry))(tries.check))()
    record_property(f"random input, {entry.name}", str(tries))


@pytest.mark.parametrize("name", mostly_in_ci(FOUND, [*FOUND][::5]))
def test_what_was_found_is_mended(name: str, runner: Runner) -> None:
    call = FOUND[name]
    [entry] = [each for each in ENTRY_POINTS if call.calls(each.program, each.words)]
    Tries(entry, runner.start).check(call)
