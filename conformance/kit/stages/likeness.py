"""The stage of likeness: near misses of current values, where being taken for equal would show."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

from conformance.adapters.remote import RemoteSystem
from conformance.differential.tally import decision_of
from conformance.generators.near_misses import (
    COMPARED,
    current_values,
    enriched,
    is_renamed,
    near_misses,
    numeric,
)
from conformance.generators.places import with_value
from conformance.kit.limits import RunLimits
from conformance.kit.session import Session
from conformance.kit.stages.stage import Event, Known
from conformance.kit.stages.traces import KnownTrace, known_traces
from conformance.kit.stages.walking import Looked, Walk
from model.apply import apply
from spec.vocabulary.operations import Operation

TRIES = 4
"""Operations of which a near miss is tried in plans of like progress until one shows something."""
SHARE = 0.3
"""The share of the time left that near misses get, and of the operations."""


def send_near_misses(session: Session, known: Known, budget: RunLimits) -> Iterator[Event]:
    """Yield what differs where a value is like the current one, and not equal to it."""
    if isinstance(session.system, RemoteSystem):
        walk = Walk(session, known, budget.part(SHARE, SHARE), "near misses")
        missing = Missing(session)
        yield from walk.events(missing.traces(), missing.left)


class Missing:
    """Makes traces with near misses of what the operations of the vectors say.

    Those come first where being taken for equal would show at once: more changes than the text.
    """

    def __init__(self, session: Session) -> None:
        self.edition = session.edition
        known = sorted((each.operations for each in known_traces(session)), key=size_of)
        deciding = product((True,), known, (numeric, enriched))
        self.known = [*deciding, *product((False,), known, (enriched,))]
        self.missed = 0

    def left(self) -> str:
        """Return of how many vectors the near misses are left."""
        left = len(self.known) - self.missed
        return f"those of the last {left:,} of {len(self.known):,} vectors" if left else ""

    def traces(self) -> Iterator[tuple[str, list[Looked]]]:
        """Yield traces.

        Misses that change nothing come before the operation that they miss, others at the end.
        """
        tried: Counter[object] = Counter()
        for decides, operations, dressed in self.known:
            trace = KnownTrace(dressed(operations), self.edition)
            yield from self.misses(trace, decides, tried)
            self.missed += 1

    def misses(
        self, trace: KnownTrace, decides: bool, tried: Counter[object]
    ) -> Iterator[tuple[str, list[Looked]]]:
        """Yield the near misses in a trace that were not sent in another."""
        asked: list[Looked] = []
        for at, operation in enumerate(trace.operations):
            before, hit = trace.states[at], trace.transitions[at]
            current = current_values(before, operation) if decides else set()
            progress = frozenset(each.status for plan in before.plans for each in plan.steps)
            for place, miss, value in near_misses(operation):
                if decides and place.domain in COMPARED and place.value not in current:
                    continue
                key = (decides, *trace.answers[at], place.field, miss)
                if tried[key] or tried[progress, key] >= TRIES:
                    continue
                tried[progress, key] += 1
                other = with_value(operation, place.way, value)
                missed = apply(before, other, self.edition)
                if missed.outcome == hit.outcome and missed.state == hit.state:
                    continue
                if decides and decision_of(other, missed) == trace.decisions[at]:
                    both = (hit.outcome, hit.state), (missed.outcome, missed.state)
                    if place.domain not in COMPARED or is_renamed(*both, value, place.value):
                        continue
                tried[key] = 1
                if missed.state is before:
                    asked.append((other, False))
                else:
                    way = [(each, False) for each in trace.operations[:at]]
                    yield f"a near miss: {miss}", [*way, (other, True), *behind(trace, at)]
            asked.append((operation, False))
        if len(asked) > len(trace.operations):
            last: Operation = asked[-1][0]
            yield "near misses", [*asked[:-1], (last, True)]


def size_of(operations: tuple[Operation, ...]) -> int:
    """Return how much there is in operations."""
    return len(str(operations))


def behind(trace: KnownTrace, at: int) -> Iterator[Looked]:
    """Yield the operation that was missed, and the next one: what was taken for equal shows."""
    for operation in trace.operations[at : at + 2]:
        yield operation, True
