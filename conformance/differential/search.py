"""The search for divergences: Hypothesis in chunks, under a seed and a budget."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hypothesis import HealthCheck, Phase, Verbosity, seed, settings
from hypothesis.stateful import run_state_machine_as_test
from hypothesis.strategies import SearchStrategy

from conformance.adapters.stores import OpenSystem
from conformance.differential.divergence import Divergence
from conformance.differential.reducer import Counterexample, Reducer
from conformance.differential.state_machine import AgreementMachine, agreement_machine
from conformance.differential.tally import Tally
from conformance.generators.worlds import World
from spec.vocabulary.operations import Operation

CHUNK = 20
"""Examples between two looks at the clock."""


@dataclass(frozen=True)
class Limits:
    """How much is tried: examples of so many operations, or until the budget in seconds ends.

    Without `shrink`, a failure is only reduced by delta debugging, which is much faster.
    """

    examples: int
    steps: int
    seed: int
    budget: float | None = None
    shrink: bool = True


def search(
    open_system: OpenSystem,
    worlds: SearchStrategy[World],
    limits: Limits,
    tally: Tally,
    progress: Callable[[int], None] = lambda _: None,
) -> Counterexample | None:
    """Try random operation sequences; return the first divergence, reduced, or `None`."""
    begun = time.monotonic()
    done = 0
    while done < limits.examples:
        count = min(CHUNK, limits.examples - done)
        machine = try_chunk(open_system, worlds, limits, limits.seed + done, count, tally)
        if machine.shortest_failure is not None and machine.divergence is not None:
            return reduce_failure(open_system, machine.shortest_failure, machine.divergence)
        done += count
        progress(done)
        if limits.budget is not None and time.monotonic() - begun >= limits.budget:
            break
    return None


def try_chunk(
    open_system: OpenSystem,
    worlds: SearchStrategy[World],
    limits: Limits,
    chunk_seed: int,
    count: int,
    tally: Tally,
) -> type[AgreementMachine]:
    """Try some examples; give the machine, which knows the shortest failing sequence, if any."""
    machine = agreement_machine(open_system, worlds, tally)
    try:
        run_state_machine_as_test(
            seed(chunk_seed)(machine),
            settings=settings(
                max_examples=count,
                stateful_step_count=limits.steps,
                database=None,
                deadline=None,
                derandomize=False,
                phases=(Phase.generate, Phase.shrink)[: 1 + limits.shrink],
                report_multiple_bugs=False,
                suppress_health_check=list(HealthCheck),
                verbosity=Verbosity.quiet,
            ),
        )
    except Exception:
        # A failure that is not one of agreement is a fault of this program.
        if machine.shortest_failure is None:
            raise
    return machine


def reduce_failure(
    open_system: OpenSystem, failing: Sequence[Operation], divergence: Divergence
) -> Counterexample:
    """Shorten a failing sequence, and the run that ends it, as long as it shows the same fault."""
    system = open_system()
    try:
        return Reducer(system).reduce(failing, divergence)
    finally:
        system.close()
