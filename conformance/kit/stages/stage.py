"""What a stage is given and what it yields.

A stage is a function `stage(session, known, budget)` that yields events, or a class of walks.
`known` are the findings so far, declared deviations among them. `Broken` ends the stage that raises
it: the system is started again for the next one. A `Divergence` is the stage's to catch, as a walk
or `GoOn` does; any other exception is an error of ours and ends the run.

Another way to write the same request is no stage: it is a spelling, in `protocol/spellings.py`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from conformance.adapters.connections import Broken
from conformance.differential.divergence import Divergence, Policy
from conformance.differential.reducer import Counterexample, shown_by
from conformance.differential.runner import CannotBeAsked, DifferentialRunner
from conformance.differential.tally import DecisionSignature, Tally, decision_of
from conformance.kit.deviations import Witnessed
from conformance.kit.finding import Finding
from conformance.kit.limits import RunLimits
from conformance.kit.real_time.leases import RealLeases
from conformance.kit.session import Session
from conformance.protocol.documents.validation import TourResult
from conformance.vectors.vector import Vector
from model.transition import Transition
from spec.vocabulary.operations import Operation

Known = tuple[Finding, ...]
Part = Vector | Witnessed | TourResult | RealLeases | str
"""A part of a stage; a text where nothing more is known of it than its name."""


@dataclass(frozen=True)
class Ran:
    """A part that was run to its end, and what was counted in it."""

    part: Part
    tally: Tally


@dataclass(frozen=True)
class Skipped:
    """A part that was not run to its end; `breaks` if the system would have broken."""

    part: Part
    breaks: bool = False


@dataclass(frozen=True)
class Broke:
    """The system broke, which ends the stage, and no operation is to blame."""

    broken: Broken


Event = Finding | Ran | Skipped | Broke
Stage = Callable[[Session, Known, RunLimits], Iterable[Event]]


class BreaksSystem(CannotBeAsked):
    """An operation is not asked again, because it breaks the system."""


class GoOn(Policy):
    """Keeps every divergence in `met`, and goes on from the state that the system reports.

    That ends where this is no legal state. What is known to break the system is not asked again.
    """

    def __init__(self, session: Session, known: Known, tally: Tally) -> None:
        ends = (each.divergence for each in known if not each.counterexample.spelling)
        self.breaking: set[DecisionSignature] = {each.decision for each in ends if each.bad_end}
        self.met: list[Counterexample] = []
        self.runner = DifferentialRunner(
            session.system,
            tally,
            policy=self,
            comparator=session.comparator,
            capabilities=session.capabilities,
        )

    def admit(self, operation: Operation, transition: Transition) -> None:
        """Raise `BreaksSystem` for what is known to break the system."""
        if self.breaking and decision_of(operation, transition) in self.breaking:
            raise BreaksSystem("it breaks the system")

    def unsupported(self, operation: Operation, transition: Transition, why: str) -> None:
        """Count an operation that the system does not support."""
        self.tally.unsupported[decision_of(operation, transition)] = why

    def diverged(self, divergence: Divergence) -> None:
        """Keep a divergence, and raise it if no run can go on from there."""
        self.tally.differed[divergence.decision] += 1
        if divergence.bad_end is not None:
            self.breaking.add(divergence.decision)
        self.met.append(shown_by(self.runner, divergence))
        if divergence.resume is None:
            raise divergence

    @property
    def tally(self) -> Tally:
        """What counts the decisions of the runner."""
        assert self.runner.tally is not None
        return self.runner.tally

    def taken(self) -> list[Counterexample]:
        """Return what was met since the last time."""
        met, self.met = self.met, []
        return met
