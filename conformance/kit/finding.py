"""Findings: a reduced counterexample, and all that speaks for one rule or another."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from conformance.differential.divergence import Divergence, is_alike, is_known
from conformance.differential.reducer import Counterexample
from conformance.kit.explaining import Neighbour
from conformance.protocol.traces import ShownDivergence, Trace
from conformance.reports.differences import summary_of
from spec.editions import CURRENT, Edition
from spec.vocabulary.operations import Operation

if TYPE_CHECKING:
    from conformance.kit.deviations import Deviation


@dataclass
class ConformanceFinding:
    """A counterexample, and what explains it.

    `reference` is the edition that was expected: the one that the system is `judged` by, or one
    behind what explains other findings. `editions` are those that answer and store what
    was seen, `neighbours` what the model would have been asked to answer so, `accused` the clauses
    of the vectors that showed it, with what they weigh. `met` counts how often it was met on other
    ways. `witnessed` is the deviation it was expected by, if its witness led to it. `also` are
    findings of the same fault, `seen` its divergences. It is `general` if the same is wrong
    whatever is asked. It was found after `seconds`. A program that was started anew has
    `shown_anew` what it shows, or has not, or was not asked.
    """

    counterexample: Counterexample
    source: str
    reference: Edition = CURRENT
    editions: tuple[Edition, ...] = ()
    neighbours: tuple[Neighbour, ...] = ()
    judged: Edition = CURRENT
    accused: dict[str, float] = field(default_factory=dict)
    met: int = 0
    witnessed: "Deviation | None" = None
    also: list["ConformanceFinding"] = field(default_factory=list)
    seen: list[Divergence] = field(default_factory=list)
    general: bool = False
    seconds: float = 0.0
    shown_anew: bool | None = None

    def __post_init__(self) -> None:
        self.seen.append(self.divergence)

    @property
    def divergence(self) -> Divergence:
        """The divergence that the counterexample shows."""
        return self.counterexample.divergence

    @property
    def conforms(self) -> bool:
        """Whether the edition that the system is judged by does the same, other than expected."""
        return self.reference != self.judged and self.judged in self.editions

    @property
    def operations(self) -> tuple[Operation, ...]:
        """The operations that lead to the divergence, the last of which shows it."""
        return self.counterexample.operations

    @property
    def trace(self) -> Trace:
        """The operations as a trace that can be kept."""
        return Trace(
            self.operations,
            summary_of(self.divergence),
            self.reference.name,
            real_time=self.counterexample.real_time,
            expected=ShownDivergence(self.divergence.kind, tuple(sorted(self.divergence.places))),
        )

    def covers(self, divergence: Divergence) -> bool:
        """Return whether a divergence is of this finding, met on another way."""
        if self.general and is_alike(self.divergence, divergence):
            return True
        return any(is_known(known, divergence) for known in self.seen)
