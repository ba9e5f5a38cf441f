"""Programs in processes of their own, whose leases of two seconds are really waited for.

This file alone lets time pass, and belongs to the nightly profile: a busy machine may be too slow
for leases of two seconds. `test_real_leases.py` shows the same by a clock that waits for nothing.
All programs run at the same time, so it takes as long as one.
"""

import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from conformance.adapters.capabilities import capabilities_of
from conformance.adapters.connections import Transport
from conformance.adapters.processes import ProcessConnection
from conformance.adapters.remote import RemoteSystem, Timeouts
from conformance.cli.main import main
from conformance.kit.real_time.leases import RealLeases
from conformance.protocol.traces import Trace, write_trace
from conformance.reports.exit_codes import NOT_CONFORMING
from conformance.vectors.waiting import WAITED_FOR
from spec.catalog import decidable_clauses
from spec.editions import CURRENT
from tests.conformance.adapters.command_line import wrappers
from tests.conformance.kit.real_time import unsettable
from tests.profiles import requires_nightly_profile

RIGHT = ("right", "whole seconds")
FAULTY = {
    "leases never end": "CLM-4.4",
    "leases end at once": "CLM-4.5",
    "heartbeats extend nothing": "CLM-13.12",
    unsettable.LOCAL: "CLM-4.4",
}
IN_FORCE = {each.id for each in decidable_clauses(CURRENT)}
UNSETTABLE = wrappers.CLOCKLESS + wrappers.STORELESS
YEARS = """
arguments = ["99999999" if word == "2" else word for word in arguments]
"""
COMMAND = "a command line"
MOST_TRIES = 10
"""How often a program is waited for again of which a scenario was too slow to be judged."""

pytestmark = [requires_nightly_profile, pytest.mark.xdist_group("real time")]


@dataclass(frozen=True)
class Opening:
    """Opens programs by their names; the command line is written into a folder."""

    folder: Path

    def connection(self, name: str) -> Transport:
        """Return a connection to a program in a process of its own."""
        if name != COMMAND:
            return ProcessConnection([sys.executable, "-m", unsettable.__name__, name])
        path = wrappers.program(self.folder, UNSETTABLE + YEARS)
        words = ("-m", "conformance.cli", "serve", "--cli", path, "--timeout", "60")
        return ProcessConnection([sys.executable, *words])

    def waited_for(self, name: str) -> RealLeases:
        """Run a program, and wait for its leases; of the command line, for one of them."""
        connection = self.connection(name)
        try:
            system = RemoteSystem(connection, Timeouts(60.0, 60.0))
            longest = 0.0 if name == COMMAND else float("inf")
            leases = RealLeases(system, capabilities_of(system.identity), longest=longest)
            leases.run()
        finally:
            connection.close()
        return leases


@pytest.fixture(scope="module")
def waited(tmp_path_factory: pytest.TempPathFactory) -> dict[str, RealLeases]:
    """Wait for the leases of all programs at the same time; alone where the machine is too busy."""
    opening, names = Opening(tmp_path_factory.mktemp("commands")), (*RIGHT, *FAULTY, COMMAND)
    with ThreadPoolExecutor(len(names)) as pool:
        found = dict(zip(names, pool.map(opening.waited_for, names), strict=True))
    for name in (*RIGHT, *FAULTY):
        for _ in range(MOST_TRIES):
            if any(each.why for each in found[name].plays):
                found[name] = opening.waited_for(name)
    return found


@pytest.mark.parametrize("name", RIGHT)
def test_a_program_that_conforms_is_found_to_do_nothing_wrong(
    waited: dict[str, RealLeases], name: str
) -> None:
    leases = waited[name]
    assert [each.shown for each in leases.plays if each.shown] == []
    assert leases.tested >= WAITED_FOR & IN_FORCE


@pytest.mark.parametrize("name", FAULTY)
def test_a_fault_of_time_is_found(waited: dict[str, RealLeases], name: str) -> None:
    found = [clause for each in waited[name].plays for _, clause in each.found]
    assert found[0] == FAULTY[name]


def test_a_lease_of_a_command_line_is_waited_for(waited: dict[str, RealLeases]) -> None:
    # Given a command line that makes leases of years out of those of two seconds
    [first, *_] = waited[COMMAND].plays
    # Then it is found to be held for too long
    assert "CLM-4.4" in [clause for _, clause in first.found]


def test_a_saved_trace_is_replayed_with_the_same_waits(
    waited: dict[str, RealLeases], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Given the trace of a lease that never ends
    [first, *_] = filter(None, [each.shown for each in waited["leases never end"].plays])
    path = tmp_path / "trace.json"
    write_trace(path, Trace(first.operations, real_time=True))
    # When it is replayed
    command = ["--", sys.executable, "-m", unsettable.__name__, "leases never end"]
    code = main(["replay", str(path), *command])
    # Then it shows the same, with the lease that was waited for
    assert code == NOT_CONFORMING
    assert "ann claims lease-1.md for 2 s" in capsys.readouterr().out
