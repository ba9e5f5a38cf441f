"""The traces of the vectors with what the model does, of which stages make other traces."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from conformance.adapters.model import transitions_of
from conformance.differential.tally import DecisionSignature, decision_of
from conformance.generators.ramps import shape_of
from conformance.kit.session import Session
from conformance.vectors.vector import operations_of
from model.transition import Transition
from spec.editions import Edition
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import State

LATEST = 2**40
"""Traces whose own times are later than this are put behind no other."""


@dataclass(frozen=True, eq=False)
class KnownTrace:
    """Operations from an empty store, and the edition in which the model answers them."""

    operations: tuple[Operation, ...]
    edition: Edition

    @cached_property
    def transitions(self) -> Sequence[Transition]:
        """What the model does."""
        return transitions_of(self.operations, self.edition)

    @cached_property
    def states(self) -> Sequence[State]:
        """What is stored before, between and behind the operations."""
        return [State(), *(each.state for each in self.transitions)]

    @cached_property
    def decisions(self) -> Sequence[DecisionSignature]:
        """The decision on each operation."""
        return [*map(decision_of, self.operations, self.transitions)]

    @cached_property
    def clauses(self) -> frozenset[str]:
        """The clauses that refused or acted."""
        return frozenset(each for made in self.transitions for each in made.clauses)

    @cached_property
    def answers(self) -> Sequence[tuple[type[Operation], str]]:
        """The kind of each operation, and what is answered to it."""
        return [(each.kind, each.answer) for each in self.decisions]


known_trace = cache(KnownTrace)
"""Returns a trace, which all stages share, and with it what the model does."""


def known_traces(session: Session) -> list[KnownTrace]:
    """Return the traces of the vectors, the short ones first."""
    made = [known_trace(operations_of(each), session.edition) for each in session.vectors]
    return sorted(made, key=lambda each: len(each.operations))


def early_traces(session: Session) -> list[KnownTrace]:
    """Return the traces of the vectors that leave room for other times behind them."""
    return [each for each in known_traces(session) if each.operations[-1].now < LATEST]


def newest_first(traces: Iterable[KnownTrace]) -> list[KnownTrace]:
    """Return traces by how often all their operations were seen in those before, and answered so.

    The first ones show together what there is, one operation of each shape with each answer.
    """
    seen: Counter[object] = Counter()
    rank: dict[KnownTrace, int] = {}
    for trace in traces:
        shown = {*zip(map(shape_of, trace.operations), trace.answers, strict=True)}
        rank[trace] = min((seen[each] for each in shown), default=0)
        seen.update(shown)
    return sorted(rank, key=rank.__getitem__)
