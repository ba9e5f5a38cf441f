"""The search for disagreements: Hypothesis in chunks, under a seed and a budget."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hypothesis import HealthCheck, Phase, Verbosity, seed, settings
from hypothesis.stateful import run_state_machine_as_test
from hypothesis.strategies import SearchStrategy

from conformance.differential.agreement import Disagreement, Opener, SideBySide, Tally
from conformance.differential.minimize import reduced
from conformance.differential.simplify import simplified
from conformance.differential.state_machine import AgreementMachine, agreement_machine
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
        if machine.shortest_failure is not None:
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


def replay(opener: Opener, operations: Sequence[Operation]) -> Finding | None:
    """Run explicit operations on both sides; give the disagreement they show, or none."""
    finding, _ = run_again(opener, operations)
    return finding


def run_again(
    opener: Opener, operations: Sequence[Operation]
) -> tuple[Finding | None, tuple[Transition, ...]]:
    """Run explicit operations on both sides; give the model's transitions as well."""
    pair = SideBySide(opener(), everything_every=1)
    transitions: list[Transition] = []
    try:
        for operation in operations:
            transitions.append(pair.apply(operation))
        pair.finish()
    except Disagreement as disagreement:
        if disagreement.model is not None:
            transitions.append(disagreement.model)
        shown = tuple(operations[: len(pair.operations)])
        return Finding(shown, tuple(transitions), disagreement), tuple(transitions)
    finally:
        pair.implementation.close()
    return None, tuple(transitions)


def reduce_failure(
    opener: Opener, failing: Sequence[Operation], disagreement: Disagreement | None = None
) -> Finding:
    """Shorten a failing sequence as long as it fails in the same way.

    What a whole run of the orchestrator breaks, its operations alone do not show: it stays long.
    """
    found, transitions = run_again(opener, failing)
    if found is None and disagreement is not None and disagreement.kind == "run":
        return Finding(tuple(failing), transitions, disagreement)
    if found is None:
        raise RuntimeError("a failing sequence of operations agrees when it is run again")
    signature = failure_signature(found.disagreement)

    def fails_alike(operations: Sequence[Operation]) -> bool:
        again = replay(opener, operations)
        return again is not None and failure_signature(again.disagreement) == signature

    shortened = reduced(found.operations, fails_alike)
    simple = reduced(simplified(shortened, fails_alike), fails_alike)
    result = replay(opener, simple)
    assert result is not None
    return result


def failure_signature(disagreement: Disagreement) -> tuple[str, type[Operation] | None]:
    """Tell failures apart that have nothing to do with each other."""
    operation = disagreement.operation
    return disagreement.kind, type(operation) if operation is not None else None
