"""The stage of long runs: without a reset, over a store that grows, and through days and years.

The traces of the vectors are asked one after the other, each on a plan of its own, and now and then
much time passes in them. Queries come before and behind each operation and where leases end, also
about earlier plans, and now and then an operation is asked twice.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count, product

from conformance.adapters.capabilities import lease_ends
from conformance.differential.tally import decision_of
from conformance.kit.stages.walking import Looked, Walk
from conformance.kit.traces import KnownTrace, early_traces, newest_first
from model.apply import apply
from spec.vocabulary.operations import QUERIES, Operation

DAY = 86_400_000
JUMPS = (0, 1, 1_000, 3_600_000, DAY, 30 * DAY, 365 * DAY, 10 * 365 * DAY, 2**31, 2**32)
"""How far time jumps between two traces, in milliseconds."""
LONGEST = 1_500
"""The most operations of a run without a reset."""
ODDS = 6
"""An operation is asked twice once in so many times."""
LATE = (1_790_000_000_000, 2**55)
"""Times of these days, and some that are exact in milliseconds only, not as seconds or days."""


class LongRuns(Walk):
    """Asks many traces in a run, each on a plan of its own, and later than the one before."""

    name = "long runs"
    share = 0.35

    def prepare(self) -> None:
        """Choose the traces that are asked, each of which is in no run yet."""
        self.joined = early_traces(self.session)
        self.unasked = len(self.joined)

    def traces(self) -> Iterator[tuple[str, Iterable[Looked]]]:
        """Yield what is late, then runs with what is new first, then with all in random orders."""
        for begins, operations in product(LATE, decided_by_a_millisecond(self.joined)):
            late = [(replace(each, now=each.now + begins), True) for each in operations]
            yield "late times", late
        order = newest_first(self.joined)[::-1]
        while self.joined:
            while order:
                self.unasked = min(self.unasked, len(order))
                yield "a long run", self.run(order)
            self.unasked = 0
            order = self.random.sample(self.joined, len(self.joined))

    def left(self) -> str:
        """Return how many vectors were in no run."""
        return f"{self.unasked:,} of {len(self.joined):,} vectors" if self.unasked else ""

    def run(self, order: list[KnownTrace]) -> Iterator[Looked]:
        """Yield the operations of one trace after the other, which are taken from the list."""
        for number in count():
            if not order or len(self.operations) >= LONGEST:
                return
            trace = order.pop()
            begins = self.now + self.random.choice(JUMPS)
            for operation in trace.operations:
                if not self.random.randrange(ODDS):
                    begins += self.random.choice(JUMPS)
                now = begins + operation.now - trace.operations[0].now
                plan = f"{number}/{operation.plan}"
                yield from self.among_queries(replace(operation, plan=plan, now=now))
            if plans := self.state.plans:
                earlier = replace(operation, plan=self.random.choice(plans).path)
                yield from self.queries(earlier)

    def among_queries(self, operation: Operation) -> Iterator[Looked]:
        """Yield an operation, now and then twice, with queries around it and where leases end."""
        plan = self.state.plan(operation.plan)
        ends = {each for each in lease_ends([plan] if plan else []) if each >= self.now}
        for end in sorted(each for each in ends if each < operation.now):
            for now in (end, end + 1):
                yield from self.queries(replace(operation, now=now))
        yield from self.queries(operation)
        yield operation, is_near_power(len(self.operations))
        if not self.random.randrange(ODDS):
            yield operation, False
        yield from self.queries(operation)


def decided_by_a_millisecond(known: Iterable[KnownTrace]) -> Iterator[tuple[Operation, ...]]:
    """Yield traces that end at the last millisecond of a lease, and at the one behind it."""
    seen = set[object]()
    for trace in known:
        for at, operation in enumerate(trace.operations):
            before = trace.states[at]
            ends = [each for each in lease_ends(before.plans) if each < operation.now]
            asked = [replace(operation, now=max(ends) + late) for late in (0, 1) if ends]
            made = [apply(before, each, trace.edition) for each in asked]
            is_query = isinstance(operation, QUERIES)
            decided: tuple[object, ...] = tuple(
                (type(each), done.outcome) if is_query else decision_of(each, done)
                for each, done in zip(asked, made, strict=True)
            )
            if len(set(decided)) > 1 and decided not in seen:
                seen.add(decided)
                yield from ((*trace.operations[:at], each) for each in asked)


def is_near_power(number: int) -> bool:
    """Return whether a number is a power of two, or just before or behind one."""
    return any(each & (each - 1) == 0 for each in (number - 1, number, number + 1))
