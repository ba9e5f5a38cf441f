"""The reducer: leaves out of a trace that diverges whatever the divergence does not need."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial

from conformance.adapters.capabilities import Capabilities
from conformance.adapters.remote import RemoteSystem
from conformance.adapters.sut import InProcessSystem, SystemUnderTest
from conformance.differential.divergence import Divergence, RaiseWanted, is_same_fault
from conformance.differential.minimizing import Operations, minimize
from conformance.differential.runner import CannotBeAsked, DifferentialRunner
from model.transition import Transition
from spec.vocabulary.operations import Operation

HURRY, LEAST_PATIENCE = 0.1, 0.3
"""The share of its time that a hanging system gets when it is asked again, and the least time."""


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
            runner.run(operations)
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
