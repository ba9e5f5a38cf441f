"""Programs in processes of their own, whose leases of two seconds are really waited for.

This file alone lets time pass, and belongs to the nightly profile: a busy machine may be too slow
for leases of two seconds. `test_real_leases.py` shows all faults by a clock that waits for nothing.
All programs run at the same time, so it takes as long as one.
"""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from conformance.adapters.capabilities import capabilities_of
from conformance.adapters.processes import ProcessConnection
from conformance.adapters.remote import RemoteSystem, Timeouts
from conformance.kit.real_time.leases import RealLeases
from conformance.protocol.traces import Trace, write_trace
from conformance.reports.exit_codes import NOT_CONFORMING
from conformance.vectors.waiting import WAITED_FOR
from spec.catalog import decidable_clauses
from spec.editions import CURRENT
from tests.conformance.adapters.command_line import wrappers
from tests.conformance.calling import Planspec
from tests.conformance.kit.real_time import unsettable
from tests.profiles import requires_nightly_profile

IN_FORCE = {each.id for each in decidable_clauses(CURRENT)}
YEARS = """
arguments = ["99999999" if word == "2" else word for word in arguments]
"""
COMMAND = "a command line"
SERVED = {name: ("-m", unsettable.__name__, name) for name in ("right", "leases never end")}
MOST_TRIES = 10
"""How often a program is waited for again of which a scenario was too slow to be judged."""

pytestmark = [requires_nightly_profile, pytest.mark.xdist_group("real time")]


def waited_for(words: tuple[str, ...]) -> RealLeases:
    """Run a program, and wait for its leases; of a command line, for one of them."""
    connection = ProcessConnection([sys.executable, *words])
    try:
        system = RemoteSystem(connection, Timeouts(60.0, 60.0))
        longest = 0.0 if "--cli" in words else float("inf")
        leases = RealLeases(system, capabilities_of(system.identity), longest=longest)
        leases.run()
    finally:
        connection.close()
    return leases


@pytest.fixture(scope="module")
def waited(tmp_path_factory: pytest.TempPathFactory) -> dict[str, RealLeases]:
    """Wait for the leases of all programs at the same time; alone where the machine is too busy."""
    difference = wrappers.CLOCKLESS + wrappers.STORELESS + YEARS
    path = wrappers.program(tmp_path_factory.mktemp("commands"), difference)
    command = ("-m", "conformance.cli", "serve", "--cli", path, "--timeout", "60")
    programs = {**SERVED, COMMAND: command}
    with ThreadPoolExecutor(len(programs)) as pool:
        found = dict(zip(programs, pool.map(waited_for, programs.values()), strict=True))
    for name in SERVED:
        for _ in range(MOST_TRIES):
            if any(each.why for each in found[name].plays):
                found[name] = waited_for(programs[name])
    return found


def test_a_program_that_conforms_is_found_to_do_nothing_wrong(
    waited: dict[str, RealLeases],
) -> None:
    leases = waited["right"]
    assert [each.shown for each in leases.plays if each.shown] == []
    assert leases.tested >= WAITED_FOR & IN_FORCE


@pytest.mark.parametrize("name", ["leases never end", COMMAND])
def test_a_lease_that_does_not_end_in_time_is_found(
    waited: dict[str, RealLeases], name: str
) -> None:
    # Given a program whose leases never end, or a command line that makes leases of years out of
    # those of two seconds, when the first is waited for, then it is found to be held for too long.
    [first, *_] = filter(None, [each.found for each in waited[name].plays])
    assert "CLM-4.4" in [clause for _, clause in first]


def test_a_saved_trace_is_replayed_with_the_same_waits(
    waited: dict[str, RealLeases], tmp_path: Path, planspec: Planspec
) -> None:
    # Given the trace of a lease that never ends
    [first, *_] = filter(None, [each.shown for each in waited["leases never end"].plays])
    path = tmp_path / "trace.json"
    write_trace(path, Trace(first.operations, real_time=True))
    # When it is replayed
    ended = planspec("replay", str(path), "--", sys.executable, *SERVED["leases never end"])
    # Then it shows the same, with the lease that was waited for
    assert ended.code == NOT_CONFORMING
    assert "ann claims lease-1.md for 2 s" in ended.out
