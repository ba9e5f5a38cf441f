"""Findings: a reduced counterexample, and all that speaks for one rule or another."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from conformance.differential.divergence import Divergence
from conformance.differential.reducer import Counterexample
from conformance.kit.explaining import Neighbour
from spec.editions import Edition
from spec.vocabulary.operations import Operation

if TYPE_CHECKING:
    from conformance.kit.deviations import Deviation


@dataclass
class ConformanceFinding:
    """A counterexample, and what explains it.

    `editions` are those that answer and store what was seen, `neighbours` what the model would
    have been asked to answer so, `accused` the clauses of the vectors that showed it,
    with what they weigh.
    `met` counts how often it was met on other ways. `witnessed` is the deviation it was expected
    by, if its witness led to it. `also` are findings of the same fault, `seen` its divergences.
    """

    counterexample: Counterexample
    source: str
    editions: tuple[Edition, ...] = ()
    neighbours: tuple[Neighbour, ...] = ()
    accused: dict[str, float] = field(default_factory=dict)
    met: int = 0
    witnessed: "Deviation | None" = None
    also: list["ConformanceFinding"] = field(default_factory=list)
    seen: list[Divergence] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.seen.append(self.divergence)

    @property
    def divergence(self) -> Divergence:
        """The divergence that the counterexample shows."""
        return self.counterexample.divergence

    @property
    def operations(self) -> tuple[Operation, ...]:
        """The operations that lead to the divergence, the last of which shows it."""
        return self.counterexample.operations
