"""The reducer: leaves out of a trace that diverges whatever the divergence does not need.

Delta debugging on the operations themselves: measured on broken stores, it is ten times faster
than shrinking the choices that they were drawn from. What comes out is reduced, not minimal: no
single part can be left out, but a shorter sequence of other parts may exist. Only a breadth-first
search confirms that a trace is minimal.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from conformance.adapters.capabilities import Capabilities
from conformance.adapters.sut import InProcessSystem, SystemUnderTest
from conformance.differential.divergence import Divergence, is_same_fault
from conformance.differential.orchestration import Orchestration
from conformance.differential.policies import RaiseWanted
from conformance.differential.runner import DifferentialRunner, Skipped
from conformance.generators.circumstances import OrchestratedRun, Recorded, simplest_run
from spec.vocabulary.checklists import Batch, Update
from spec.vocabulary.completion import Reconcile
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register, StepDefinition

Part = TypeVar("Part")
Operations = Sequence[Operation]


@dataclass(frozen=True)
class Counterexample:
    """Operations whose last one shows a divergence.

    `reduced` is whether none of them can be left out; there was no time for it otherwise.
    """

    divergence: Divergence
    operations: tuple[Operation, ...]
    reduced: bool = False


Wanted = Callable[[Divergence], bool]


class Reducer:
    """Runs traces again and again; each for so many operations at most, and until its deadline."""

    def __init__(
        self,
        system: SystemUnderTest | InProcessSystem,
        capabilities: Capabilities | None = None,
        most: float = float("inf"),
        deadline: Callable[[], float] = lambda: float("inf"),
    ) -> None:
        self.system = system
        self.capabilities = capabilities
        self.most = most
        self.deadline = deadline
        self.asked = 0
        self.ends = float("inf")

    def replay(
        self,
        operations: Operations,
        run: OrchestratedRun | None = None,
        wanted: Wanted = lambda _: True,
    ) -> Counterexample | None:
        """Return the first wanted divergence of a trace with what leads to it, or `None`."""
        runner = DifferentialRunner(
            self.system,
            policy=RaiseWanted(wanted),
            capabilities=self.capabilities,
            everything_every=1,
        )
        try:
            run_again(runner, operations, run)
        except Divergence as divergence:
            shown = Counterexample(divergence, tuple(runner.operations))
            return shown if wanted(divergence) else None
        except Skipped:
            return None
        finally:
            self.asked += len(runner.operations)
        return None

    def reduce(self, operations: Operations, divergence: Divergence) -> Counterexample:
        """Shorten a trace, and the run that ends it, as long as it shows the same fault."""
        self.asked, self.ends = 0, self.deadline()
        run = divergence.run
        whole = operations[: divergence.before_run] if run else operations

        def found(candidate: Operations, run: OrchestratedRun | None) -> Counterexample | None:
            return self.replay(candidate, run, lambda other: is_same_fault(divergence, other))

        def fails(candidate: Operations) -> bool:
            return not self._is_over() and found(candidate, run) is not None

        if not fails(whole):
            # What does not show again is reported as it was seen.
            return Counterexample(divergence, tuple(operations))
        if run is not None:
            run = simplest_run(run, lambda simpler: found(whole, simpler) is not None)
        shorter = minimize(whole, fails)
        if run is not None:
            # In a smaller plan, less has to happen.
            run = simplest_run(run, lambda simpler: found(shorter, simpler) is not None)
        finished = not self._is_over()
        shown = found(shorter, run)
        if shown is None:
            return Counterexample(divergence, tuple(operations))
        return replace(shown, reduced=finished)

    def _is_over(self) -> bool:
        return self.asked >= self.most or time.monotonic() >= self.ends


def run_again(
    runner: DifferentialRunner, operations: Operations, run: OrchestratedRun | None = None
) -> None:
    """Apply operations from an empty store, then carry out a run. Raises `Divergence`."""
    for operation in runner.begin(operations):
        runner.apply(operation)
    if run is not None:
        Orchestration(runner, Recorded(run)).run()
    if runner.in_process is not None:
        runner.finish()


def minimize(operations: Operations, still_fails: Callable[[Operations], bool]) -> Operations:
    """Return fewer and simpler operations that still fail, as the given ones must."""
    fewer = reduce_parts(operations, still_fails)
    return reduce_parts(simplify(fewer, still_fails), still_fails)


def reduce_parts(
    sequence: Sequence[Part], still_fails: Callable[[Sequence[Part]], bool]
) -> Sequence[Part]:
    """Return what is left of a failing sequence when no single part can be left out any more.

    Leaves out ever smaller slices, from the end. `still_fails` must hold for the sequence itself.
    """
    size = max(len(sequence) // 2, 1)
    while True:
        shorter = without_slices(sequence, size, still_fails)
        if size == 1 and len(shorter) == len(sequence):
            return shorter
        size = max(min(size // 2, len(shorter)), 1)
        sequence = shorter


def without_slices(
    sequence: Sequence[Part], size: int, still_fails: Callable[[Sequence[Part]], bool]
) -> Sequence[Part]:
    """Leave out every slice of a size that the failure does not need."""
    end = len(sequence)
    while end > 0:
        start = max(end - size, 0)
        shorter = [*sequence[:start], *sequence[end:]]
        if still_fails(shorter):
            sequence = shorter
        end = start
    return sequence


def simplify(operations: Operations, still_fails: Callable[[Operations], bool]) -> Operations:
    """Replace operations by simpler ones as long as the sequence still fails."""
    position = 0
    while position < len(operations):
        for simpler in simpler_operations(operations[position]):
            candidate = [*operations[:position], simpler, *operations[position + 1 :]]
            if still_fails(candidate):
                operations = candidate
                break
        else:
            position += 1
    return operations


def simpler_operations(operation: Operation) -> Iterator[Operation]:
    """Yield operations that ask for one thing less."""
    match operation:
        case Register():
            # The hash stays, as other operations refer to it.
            for steps in smaller_steps(operation.definition.steps):
                yield replace(operation, definition=replace(operation.definition, steps=steps))
        case Batch():
            for entries in each_left_out(operation.entries):
                yield replace(operation, entries=entries)
        case Update():
            for changes in each_left_out(operation.changes):
                yield replace(operation, changes=changes)
        case Reconcile():
            for history in each_left_out(operation.history):
                yield replace(operation, history=history)


def smaller_steps(steps: tuple[StepDefinition, ...]) -> Iterator[tuple[StepDefinition, ...]]:
    """Yield what remains of a plan's steps when one thing is left out: a step, or part of one."""
    yield from each_left_out(steps)
    for position, step in enumerate(steps):
        for smaller in smaller_step(step):
            yield (*steps[:position], smaller, *steps[position + 1 :])


def smaller_step(step: StepDefinition) -> Iterator[StepDefinition]:
    """Yield what remains of a step when one thing is left out, the largest first."""
    if len(step.items) > 1:
        yield replace(step, items=())
    for substeps in smaller_steps(step.substeps):
        yield replace(step, substeps=substeps)
    for items in each_left_out(step.items):
        yield replace(step, items=items)
    for dependencies in each_left_out(step.dependencies):
        yield replace(step, dependencies=dependencies)


def each_left_out(parts: tuple[Part, ...]) -> Iterator[tuple[Part, ...]]:
    """Yield what remains when one part is left out."""
    for position in range(len(parts)):
        yield (*parts[:position], *parts[position + 1 :])
