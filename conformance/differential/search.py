"""The search for disagreements: Hypothesis in chunks, under a seed and a budget."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hypothesis import HealthCheck, Phase, Verbosity, seed, settings
from hypothesis.stateful import run_state_machine_as_test
from hypothesis.strategies import SearchStrategy

from conformance.differential.agreement import Disagreement, Opener, SideBySide, Tally
from conformance.differential.minimize import reduced
from conformance.differential.orchestration import Orchestration
from conformance.differential.simplify import simplified
from conformance.differential.state_machine import AgreementMachine, agreement_machine
from conformance.generators.circumstances import OrchestratedRun, Recorded, simplest_run
from conformance.generators.worlds import World
from model.transition import Transition
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


@dataclass(frozen=True)
class Finding:
    """A disagreement with the reduced operations that lead to it."""

    operations: tuple[Operation, ...]
    transitions: tuple[Transition, ...]
    disagreement: Disagreement


def search(
    opener: Opener,
    worlds: SearchStrategy[World],
    limits: Limits,
    tally: Tally,
    progress: Callable[[int], None] = lambda _: None,
) -> Finding | None:
    """Try random operation sequences; give the first disagreement, reduced, or none."""
    begun = time.monotonic()
    done = 0
    while done < limits.examples:
        count = min(CHUNK, limits.examples - done)
        machine = try_chunk(opener, worlds, limits, limits.seed + done, count, tally)
        if machine.shortest_failure is not None and machine.disagreement is not None:
            return reduce_failure(opener, machine.shortest_failure, machine.disagreement)
        done += count
        progress(done)
        if limits.budget is not None and time.monotonic() - begun >= limits.budget:
            break
    return None


def try_chunk(
    opener: Opener,
    worlds: SearchStrategy[World],
    limits: Limits,
    chunk_seed: int,
    count: int,
    tally: Tally,
) -> type[AgreementMachine]:
    """Try some examples; give the machine, which knows the shortest failing sequence, if any."""
    machine = agreement_machine(opener, worlds, tally)
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


def replay(
    opener: Opener, operations: Sequence[Operation], run: OrchestratedRun | None = None
) -> Finding | None:
    """Run operations on both sides, then a run; return the disagreement they show, or `None`."""
    finding, _ = run_again(opener, operations, run)
    return finding


def run_again(
    opener: Opener, operations: Sequence[Operation], run: OrchestratedRun | None = None
) -> tuple[Finding | None, SideBySide]:
    """Do what `replay` does; return the two sides as well, which know what they were asked."""
    pair = SideBySide(opener(), everything_every=1)
    try:
        for operation in operations:
            pair.apply(operation)
        if run is not None:
            Orchestration(pair, Recorded(run)).run()
        pair.finish()
    except Disagreement as disagreement:
        return Finding(tuple(pair.operations), tuple(pair.transitions), disagreement), pair
    finally:
        pair.implementation.close()
    return None, pair


def reduce_failure(
    opener: Opener, failing: Sequence[Operation], disagreement: Disagreement
) -> Finding:
    """Shorten a failing sequence, and the run that ends it, as long as it fails in the same way."""
    signature = failure_signature(disagreement)
    operations, run = failing, disagreement.run
    if run is not None:
        operations = failing[: disagreement.before_run]

    def fails_alike(operations: Sequence[Operation], run: OrchestratedRun | None) -> bool:
        again = replay(opener, operations, run)
        return again is not None and failure_signature(again.disagreement) == signature

    if not fails_alike(operations, run):
        raise RuntimeError("a failing sequence of operations agrees when it is run again")
    if run is not None:
        run = simplest_run(run, lambda simpler: fails_alike(operations, simpler))
    operations = reduced(operations, lambda fewer: fails_alike(fewer, run))
    operations = simplified(operations, lambda simpler: fails_alike(simpler, run))
    operations = reduced(operations, lambda fewer: fails_alike(fewer, run))
    if run is not None:
        # In a smaller plan, less has to happen.
        run = simplest_run(run, lambda simpler: fails_alike(operations, simpler))
    result = replay(opener, operations, run)
    assert result is not None
    return result


def failure_signature(disagreement: Disagreement) -> tuple[str, type[Operation] | None]:
    """Return what failures that have to do with each other share."""
    operation = disagreement.operation
    if operation is None or disagreement.run is not None:
        return disagreement.kind, None
    return disagreement.kind, type(operation)
