"""Shortening a saved trace as it was found."""

import math
import time
from pathlib import Path

from conformance.adapters.capabilities import Capabilities
from conformance.adapters.sut import InProcessSystem, SystemUnderTest
from conformance.differential.reducer import Counterexample, Reducer
from conformance.protocol.traces import Trace, saved
from conformance.reports.words.differences import summary_of
from spec.editions import Edition


def reduced(
    shown: Counterexample,
    system: SystemUnderTest | InProcessSystem,
    capabilities: Capabilities | None,
    edition: Edition,
    trace: Path,
    budget: float | None,
) -> tuple[Counterexample | None, str]:
    """Shorten what shows a divergence, and save it beside its trace.

    Returns it, or `None` if it was not reduced, and a sentence on that.
    """
    ends = time.monotonic() + (budget or math.inf)
    shorter = Reducer(system, capabilities, deadline=lambda: ends).reduce(shown)
    if shorter is shown:
        return None, "not reduced: the difference did not occur again"
    summary = summary_of(shorter.divergence)
    kept = Trace(shorter.operations, summary, edition.name, spelling=shown.spelling)
    path = saved(trace.with_name(f"{trace.stem}-reduced.json"), kept)
    if path is None:
        return None, "not reduced: it cannot be saved"
    how = "no operation can be left out" if shorter.reduced else "the time ran out"
    counts = f"from {len(shown.operations)} to {len(shorter.operations)} operations"
    return shorter, f"reduced {counts} ({how}): {path}"
