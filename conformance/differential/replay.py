"""Running given operations again on both sides, and reducing those that fail."""

from collections.abc import Sequence
from dataclasses import dataclass

from conformance.differential.agreement import Disagreement, Opener, SideBySide
from conformance.differential.minimize import minimize
from conformance.differential.orchestration import (
    Orchestration,
)
from conformance.generators.circumstances import OrchestratedRun, Recorded, simplest_run
from model.transition import Transition
from spec.vocabulary.operations import Operation


@dataclass(frozen=True)
class Finding:
    """A divergence with the reduced operations that lead to it."""

    operations: tuple[Operation, ...]
    transitions: tuple[Transition, ...]
    disagreement: Disagreement


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
    operations, run = failing, disagreement.run
    if run is not None:
        operations = failing[: disagreement.before_run]
    first = replay(opener, operations, run)
    if first is None:
        raise RuntimeError("a failing sequence of operations agrees when it is run again")
    signature = failure_signature(first.disagreement)
    if run is None:
        operations = first.operations

    def fails_alike(operations: Sequence[Operation], run: OrchestratedRun | None) -> bool:
        again = replay(opener, operations, run)
        return again is not None and failure_signature(again.disagreement) == signature

    if run is not None:
        run = simplest_run(run, lambda simpler: fails_alike(operations, simpler))
    operations = minimize(operations, lambda simpler: fails_alike(simpler, run))
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
