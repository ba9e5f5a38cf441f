"""The reducer: leaving out of a trace what a divergence does not need, tried on the system."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from conformance.adapters.capabilities import Capabilities
from conformance.adapters.sut import InProcessSystem, SystemUnderTest
from conformance.differential.divergence import Divergence, is_same_fault
from conformance.differential.minimize import minimize
from conformance.differential.orchestration import Orchestration
from conformance.differential.policies import RaiseWanted
from conformance.differential.runner import DifferentialRunner, Skipped
from conformance.generators.circumstances import OrchestratedRun, Recorded, simplest_run
from spec.vocabulary.operations import Operation


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
        operations: Sequence[Operation],
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

    def reduce(self, operations: Sequence[Operation], divergence: Divergence) -> Counterexample:
        """Shorten a trace, and the run that ends it, as long as it shows the same fault."""
        self.asked, self.ends = 0, self.deadline()
        run = divergence.run
        whole = operations[: divergence.before_run] if run else operations

        def found(
            candidate: Sequence[Operation], run: OrchestratedRun | None
        ) -> Counterexample | None:
            return self.replay(candidate, run, lambda other: is_same_fault(divergence, other))

        def fails(candidate: Sequence[Operation]) -> bool:
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
    runner: DifferentialRunner, operations: Sequence[Operation], run: OrchestratedRun | None = None
) -> None:
    """Apply operations from an empty store, then carry out a run. Raises `Divergence`."""
    for operation in runner.begin(operations):
        runner.apply(operation)
    if run is not None:
        Orchestration(runner, Recorded(run)).run()
    if runner.in_process is not None:
        runner.finish()
