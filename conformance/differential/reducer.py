"""The reducer: leaving out of a trace what a divergence does not need, tried on the system."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from conformance.adapters.capabilities import Capabilities
from conformance.adapters.sut import InProcessSystem, SystemUnderTest
from conformance.differential.divergence import Divergence, is_same_fault
from conformance.differential.minimize import reduced
from conformance.differential.policies import RaiseWanted
from conformance.differential.runner import DifferentialRunner, Skipped
from conformance.differential.simplify import simplified
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
        self, operations: Sequence[Operation], wanted: Wanted = lambda _: True
    ) -> Counterexample | None:
        """Return the first wanted divergence of a trace and the operations up to it, or `None`."""
        runner = DifferentialRunner(
            self.system,
            policy=RaiseWanted(wanted),
            capabilities=self.capabilities,
            everything_every=1,
        )
        try:
            for operation in runner.begin(operations):
                self.asked += 1
                runner.apply(operation)
            if runner.in_process is not None:
                runner.finish()
        except Divergence as divergence:
            shown = Counterexample(divergence, tuple(runner.operations))
            return shown if wanted(divergence) else None
        except Skipped:
            return None
        return None

    def reduce(self, operations: Sequence[Operation], divergence: Divergence) -> Counterexample:
        """Shorten a trace that shows a divergence, as long as it shows the same fault."""
        self.asked, self.ends = 0, self.deadline()

        def is_same(other: Divergence) -> bool:
            return is_same_fault(divergence, other)

        def fails(candidate: Sequence[Operation]) -> bool:
            return not self._is_over() and self.replay(candidate, is_same) is not None

        if not fails(operations):
            # What does not show again is reported as it was seen.
            return Counterexample(divergence, tuple(operations))
        shorter = reduced(operations, fails)
        shorter = reduced(simplified(shorter, fails), fails)
        finished = not self._is_over()
        found = self.replay(shorter, is_same)
        if found is None:
            return Counterexample(divergence, tuple(operations))
        return replace(found, reduced=finished)

    def _is_over(self) -> bool:
        return self.asked >= self.most or time.monotonic() >= self.ends
