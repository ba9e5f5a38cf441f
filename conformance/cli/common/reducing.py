"""Shortening a trace that was saved as it was found."""

import math
import time
from dataclasses import dataclass
from pathlib import Path

from conformance.adapters.capabilities import Capabilities
from conformance.adapters.sut import InProcessSystem, SystemUnderTest
from conformance.differential.reducer import Counterexample, Reducer
from conformance.protocol.traces import Trace, saved
from conformance.reports.differences import summary_of
from spec.editions import Edition


@dataclass(frozen=True)
class Reduction:
    """What is left of a trace of so many operations, or why it was not shortened.

    It is saved at `path`, unless it did not show the same again or cannot be written.
    """

    shown: Counterexample
    before: int
    path: Path | None = None
    why: str = ""

    def __str__(self) -> str:
        if self.path is None:
            return f"not shortened: {self.why}"
        how = "none can be left out" if self.shown.reduced else "there was no time for more"
        counts = f"from {self.before} to {len(self.shown.operations)} operations"
        return f"shortened {counts} ({how}): {self.path}"


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
        return Reduction(shown, before, why="it did not show again when it was asked again")
    divergence = shorter.divergence
    kept = Trace(shorter.operations, summary_of(divergence), edition.name)
    path = saved(trace.with_name(f"{trace.stem}-reduced.json"), kept)
    return Reduction(shorter, before, path, "it cannot be saved")
