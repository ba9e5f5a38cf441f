"""The stage of likeness: near misses of current values, where being taken for equal would show."""

from collections.abc import Iterator

from conformance.adapters.remote import RemoteSystem
from conformance.generators.near_misses import enriched, near_misses
from conformance.generators.places import with_value
from conformance.kit.limits import RunLimits
from conformance.kit.session import Session
from conformance.kit.stages.stage import Event, Known
from conformance.kit.stages.traces import KnownTrace, known_traces
from conformance.kit.stages.walking import Looked, Walk
from model.apply import apply
from spec.vocabulary.operations import Operation

SHARE = 0.3
"""The share of the time left that near misses get, and of the operations."""


def send_near_misses(session: Session, known: Known, budget: RunLimits) -> Iterator[Event]:
    """Yield what differs where a value is like the current one, and not equal to it."""
    if isinstance(session.system, RemoteSystem):
        walk = Walk(session, known, budget.part(SHARE, SHARE), "near misses")
        missing = Missing(session)
        yield from walk.events(missing.traces(), missing.left)


class Missing:
    """Makes traces with near misses of what the operations of the vectors say."""

    def __init__(self, session: Session) -> None:
        self.edition = session.edition
        self.known = known_traces(session)
        self.missed = 0

    def left(self) -> str:
        """Return of how many vectors the near misses are left."""
        left = len(self.known) - self.missed
        return f"those of the last {left:,} of {len(self.known):,} vectors" if left else ""

    def traces(self) -> Iterator[tuple[str, list[Looked]]]:
        """Yield traces.

        Misses that change nothing come before the operation that they miss, others at the end.
        """
        done: set[object] = set()
        for known in self.known:
            yield from self.misses(KnownTrace(enriched(known.operations), self.edition), done)
            self.missed += 1

    def misses(self, trace: KnownTrace, done: set[object]) -> Iterator[tuple[str, list[Looked]]]:
        """Yield the near misses in a trace that were not `done` in another."""
        asked: list[Looked] = []
        for at, operation in enumerate(trace.operations):
            before, hit = trace.states[at], trace.transitions[at]
            for place, miss, value in near_misses(operation):
                key = (*trace.answers[at], place.field, miss)
                if key in done:
                    continue
                other = with_value(operation, place.way, value)
                missed = apply(before, other, self.edition)
                if missed.outcome == hit.outcome and missed.state == hit.state:
                    continue
                done.add(key)
                if missed.state is before:
                    asked.append((other, False))
                else:
                    way = [(each, False) for each in trace.operations[:at]]
                    yield f"a near miss: {miss}", [*way, (other, True), *behind(trace, at)]
            asked.append((operation, False))
        if len(asked) > len(trace.operations):
            last: Operation = asked[-1][0]
            yield "near misses", [*asked[:-1], (last, True)]


def behind(trace: KnownTrace, at: int) -> Iterator[Looked]:
    """Yield the operation that was missed, and the next one: what was taken for equal shows."""
    for operation in trace.operations[at : at + 2]:
        yield operation, True
