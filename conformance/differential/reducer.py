"""The reducer: leaves out of a trace that diverges whatever the divergence does not need.

Delta debugging on the operations themselves: measured on broken stores, it is ten times faster
than shrinking the choices that they were drawn from. What comes out is reduced, not minimal: no
single part can be left out, but a shorter sequence of other parts may exist. Only a breadth-first
search confirms that a trace is minimal.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

from conformance.adapters.capabilities import Capabilities
from conformance.adapters.remote import RemoteSystem
from conformance.adapters.sut import InProcessSystem, SystemUnderTest
from conformance.differential.divergence import Divergence, is_same_fault
from conformance.differential.policies import RaiseWanted
from conformance.differential.runner import CannotBeAsked, DifferentialRunner
from model.transition import Transition
from spec.formats.messages import later_defaults
from spec.vocabulary.checklists import Batch, Update
from spec.vocabulary.completion import Reconcile
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register, StepDefinition

HURRY, LEAST_PATIENCE = 0.1, 0.3
"""The share of its time that a hanging system gets when it is asked again, and the least time."""

Part = TypeVar("Part")
Operations = Sequence[Operation]


@dataclass(frozen=True)
class Counterexample:
    """Operations whose last one shows a divergence.

    `reduced` is whether none of them can be left out; there was no time for it otherwise.
    `transitions` are what the model did, which follow `adopted` states of the system. It is in
    `real_time` if somebody has to wait between its operations, and its requests have a `spelling`.
    """

    divergence: Divergence
    operations: tuple[Operation, ...]
    reduced: bool = False
    transitions: tuple[Transition, ...] = ()
    adopted: int = 0
    real_time: bool = False
    spelling: str = ""


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
        wanted: Wanted = lambda _: True,
        adopts: bool = False,
    ) -> Counterexample | None:
        """Return the first wanted divergence of a trace with what leads to it, or `None`.

        With `adopts`, the model adopts what the system stores after others.
        """
        runner = DifferentialRunner(
            self.system,
            policy=RaiseWanted(wanted, adopts),
            capabilities=self.capabilities,
            everything_every=1,
        )
        try:
            run_again(runner, operations)
        except Divergence as divergence:
            return shown_by(runner, divergence) if wanted(divergence) else None
        except CannotBeAsked:
            return None
        finally:
            self.asked += len(runner.operations)
        return None

    def reduce(self, shown: Counterexample, wanted: Wanted | None = None) -> Counterexample:
        """Shorten a trace as long as it shows the same fault, or what is `wanted`.

        What does not show again is returned as it was seen. States are adopted only if the trace
        does not show the fault without.
        """
        self.asked, self.ends = 0, self.deadline()
        wanted = wanted or partial(is_same_fault, shown.divergence)
        shorter = self._reduced(shown, wanted, adopts=False)
        if shorter is None and shown.adopted:
            shorter = self._reduced(shown, wanted, adopts=True)
        return shorter or shown

    def _reduced(
        self, shown: Counterexample, wanted: Wanted, adopts: bool
    ) -> Counterexample | None:
        operations, divergence = shown.operations, shown.divergence

        def found(candidate: Operations) -> Counterexample | None:
            return self.replay(candidate, wanted, adopts)

        def fails(candidate: Operations) -> bool:
            return not self._is_over() and found(candidate) is not None

        with hurried(self.system, divergence):
            if not fails(operations):
                return None
            shorter = minimize(operations, fails)
        finished = not self._is_over()
        again = found(shorter)
        return replace(again, reduced=finished) if again else None

    def _is_over(self) -> bool:
        return self.asked >= self.most or time.monotonic() >= self.ends


@contextmanager
def hurried(system: SystemUnderTest, divergence: Divergence) -> Iterator[None]:
    """Wait less long for a system that is known to hang; what comes out is confirmed later."""
    hangs = divergence.bad_end is not None and divergence.bad_end.kind == "hang"
    if not hangs or not isinstance(system, RemoteSystem):
        yield
        return
    patient = system.timeouts
    shorter = max(patient.operation * HURRY, min(LEAST_PATIENCE, patient.operation))
    system.timeouts = replace(patient, operation=shorter)
    try:
        yield
    finally:
        system.timeouts = patient


def shown_by(runner: DifferentialRunner, divergence: Divergence) -> Counterexample:
    """Return a divergence with all that was asked before it."""
    transitions = list(runner.transitions)
    if divergence.model is not None and len(transitions) < len(runner.operations):
        transitions.append(divergence.model)
    return Counterexample(
        divergence,
        tuple(runner.operations),
        transitions=tuple(transitions),
        adopted=runner.adopted,
    )


def run_again(runner: DifferentialRunner, operations: Operations) -> None:
    """Apply operations from an empty store. Raises `Divergence`."""
    for operation in runner.begin(operations):
        runner.apply(operation)
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
    kind: Any = type(operation)
    for name, default in later_defaults(kind).items():
        if getattr(operation, name) != default:
            yield replace(operation, **{name: default})
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
            for commit_log in each_left_out(operation.history):
                yield replace(operation, history=commit_log)


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
