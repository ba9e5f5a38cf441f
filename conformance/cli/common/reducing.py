"""Shortening a saved trace as it was found."""

import math
import time
from dataclasses import dataclass
from pathlib import Path

from conformance.adapters.capabilities import Capabilities
from conformance.adapters.sut import InProcessSystem, SystemUnderTest
from conformance.differential.reducer import Counterexample, Reducer
from conformance.protocol.traces import Trace, saved
from conformance.reports.words.differences import summary_of
from spec.editions import Edition


@dataclass(frozen=True)
class Reduction:
    """The reduced trace of one of `before` operations, or why it was not reduced.

    It is saved at `path`, unless the difference did not recur or the file cannot be written.
    """

    shown: Counterexample
    before: int
    path: Path | None = None
    why: str = ""

    def __str__(self) -> str:
        if self.path is None:
            return f"not reduced: {self.why}"
        how = "no operation can be left out" if self.shown.reduced else "the time ran out"
        counts = f"from {self.before} to {len(self.shown.operations)} operations"
        return f"reduced {counts} ({how}): {self.path}"


def reduced(
    shown: Counterexample,
    system: SystemUnderTest | InProcessSystem,
    capabilities: Capabilities | None,
    edition: Edition,
    trace: Path,
    budget: float | None,
) -> Reduction:
    """Shorten what shows a divergence, and save it beside its trace."""
    ends = time.monotonic() + (budget or math.inf)
    shorter = Reducer(system, capabilities, deadline=lambda: ends).reduce(shown)
    before = len(shown.operations)
    if shorter is shown:
        return Reduction(shown, before, why="the difference did not occur again")
    divergence = shorter.divergence
    kept = Trace(shorter.operations, summary_of(divergence), edition.name, spelling=shown.spelling)
    path = saved(trace.with_name(f"{trace.stem}-reduced.json"), kept)
    return Reduction(shorter, before, path, "it cannot be saved")
