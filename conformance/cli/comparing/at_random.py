"""Random operations on the models of two editions, where no scope has shown a difference."""

import time
from dataclasses import dataclass
from functools import partial

from conformance.adapters.model import ModelSystem
from conformance.differential.minimizing import Operations
from conformance.differential.search import Limits, first_failure
from conformance.differential.tally import Tally
from conformance.vectors.building.searching import FaultySystem, cut, machine_for, smallest
from spec.editions import Edition

EXAMPLES, STEPS = 200, 50
"""How many random sequences of so many operations are tried."""
SECONDS = 20.0
"""The time after which no further sequence is begun."""


@dataclass(frozen=True)
class RandomComparison:
    """How many operations two editions answered alike, and a reduced trace that they did not."""

    operations: int
    seconds: float
    found: Operations = ()


def compare_at_random(first: Edition, second: Edition, budget: float | None) -> RandomComparison:
    """Put random operations to the models of two editions, until they differ or the time is over.

    What only one of the editions knows is not asked.
    """
    begun = time.monotonic()
    fault = FaultySystem(partial(ModelSystem, first), second)
    # Answers only, and what is stored at the end: what a property says of it is no difference.
    machine, tally = machine_for(fault, observe=False), Tally()
    machine.tally = tally
    seconds = SECONDS if budget is None else min(SECONDS, budget)
    failure = first_failure(machine, Limits(EXAMPLES, STEPS, 0, seconds))
    found: Operations = ()
    if failure is not None and fault.is_shown(failure.operations):
        found = smallest(cut(fault, failure.operations), fault.is_shown)
    return RandomComparison(tally.operations, time.monotonic() - begun, found)
