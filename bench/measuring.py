"""What every part of the table needs: rows, processes that are measured, and medians in turns."""

import subprocess
import time
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from typing import Any, NamedTuple

PATIENT = ("--start-timeout", "120", "--timeout", "60")
"""Options of `planspec conform`: a busy machine is no fault of the store."""

Document = dict[str, Any]


class Unavailable(Exception):
    """A part cannot be measured here; the message says what is missing and how to get it."""


class Spent(NamedTuple):
    """The seconds that something took, and the seconds that were computed for it."""

    wall: float
    cpu: float


@dataclass(frozen=True)
class Measurement:
    """A line of the table: what was measured of ours, and the same of each peer.

    `ours` counts what `unit` says. `wall` is the same by the clock, where `ours` is by CPU time.
    """

    what: str
    unit: str
    ours: float
    peers: dict[str, float] = field(default_factory=dict)
    wall: float | None = None

    @property
    def ratios(self) -> dict[str, float]:
        """How many times as much ours is as each peer."""
        return {name: significant(self.ours / theirs) for name, theirs in self.peers.items()}


def significant(number: float) -> float:
    """Return a number with three significant digits."""
    return float(f"{number:.3g}")


def timed(work: Callable[[], object], times: int = 1) -> Spent:
    """Do something some times, and return what that took."""
    begun, cpu = time.perf_counter(), time.process_time()
    for _ in range(times):
        work()
    return Spent(time.perf_counter() - begun, time.process_time() - cpu)


def run_measured(
    command: Sequence[str],
    folder: Path | None = None,
    given: bytes = b"",
    codes: Container[int] = (0,),
) -> tuple[Spent, str]:
    """Run a process; return what it took, with the processes it waited for, and its output.

    Raises `CalledProcessError` for an exit code that is not expected.
    """
    before, begun = getrusage(RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(command, cwd=folder, input=given, stdout=subprocess.PIPE, check=False)
    wall, used = time.perf_counter() - begun, getrusage(RUSAGE_CHILDREN)
    output = done.stdout.decode()
    if done.returncode not in codes:
        raise subprocess.CalledProcessError(done.returncode, command, output)
    cpu = used.ru_utime - before.ru_utime + used.ru_stime - before.ru_stime
    return Spent(wall, cpu), output


def in_turns(measures: Mapping[str, Callable[[], Spent]], turns: int) -> dict[str, Spent]:
    """Measure everything once in each turn, and return the medians.

    So a machine that slows down slows all of them.
    """
    taken: dict[str, list[Spent]] = {name: [] for name in measures}
    for _ in range(turns):
        for name, measure in measures.items():
            taken[name].append(measure())
    return {
        name: Spent(median(each.wall for each in spent), median(each.cpu for each in spent))
        for name, spent in taken.items()
    }
