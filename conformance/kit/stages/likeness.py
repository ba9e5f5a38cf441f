"""The stage of likeness: near misses of current values, where being taken for equal would show."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from functools import cache, partial
from itertools import pairwise, product

from conformance.differential.tally import decision_of
from conformance.generators import near_misses
from conformance.generators.places import with_value
from conformance.generators.ramps import lists_in
from conformance.kit.stages.walking import Looked, Walk
from conformance.kit.traces import KnownTrace, known_traces, newest_first
from model.apply import apply
from model.transition import Transition
from spec.vocabulary.claims import Claim
from spec.vocabulary.completion import Complete
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import PlanDefinition, Register, StepDefinition
from spec.vocabulary.state import State

TRIES = 4
"""Operations of which a near miss is tried in plans of like progress until one shows something."""
JOINED = 4
"""The traces in which names of two plans are alike when they are joined."""
SHORT = 10
"""The most operations of such a trace on one plan."""
DRESSINGS: tuple[Callable[[KnownTrace], tuple[Operation, ...]], ...] = (
    lambda trace: near_misses.identified(trace.operations, trace.states),
    lambda trace: near_misses.numeric(trace.operations),
    lambda trace: near_misses.enriched(trace.operations),
)
"""What is done to a trace so that there are near misses of what it says."""


class NearMisses(Walk):
    """Sends near misses of what the vectors say, those first that change more than the value."""

    name = "near misses"
    share = 0.4

    def prepare(self) -> None:
        """Choose the traces that are missed."""
        traces = known_traces(self.session)
        self.telling = list(most_telling(traces))
        newest = newest_first(traces)
        self.missable = [(each, True, dress) for each in newest for dress in DRESSINGS]
        self.missable += [(each, False, DRESSINGS[-1]) for each in newest]
        self.missed = 0
        self.tried: Counter[object] = Counter()

    def left(self) -> str:
        """Return of how many vectors the near misses are left."""
        left = len(self.missable) - self.missed
        return f"those of the last {left:,} of {len(self.missable):,} vectors" if left else ""

    def traces(self) -> Iterator[tuple[str, list[Looked]]]:
        """Yield traces: with names and lists that are alike, then with near misses of values."""
        for joint in near_misses.JOINTS:
            lists = [(each, True) for each in listed_alike(joint)]
            yield "lists that are alike when they are joined", lists
        for operations in self.telling:
            for joint, plan_first in product(near_misses.JOINTS, (True, False)):
                named = near_misses.joined_alike(operations, joint, plan_first)
                yield "names that are alike when they are joined", [(each, True) for each in named]
            for first in range(len(near_misses.WORDS)):
                named = near_misses.worded(operations, first)
                yield "names that are words for nothing", [(each, True) for each in named]
        for trace, decides, dress in self.missable:
            yield from self.misses(KnownTrace(dress(trace), self.session.edition), decides)
            self.missed += 1

    def misses(self, trace: KnownTrace, decides: bool) -> Iterator[tuple[str, list[Looked]]]:
        """Yield the near misses in a trace that were not sent in another.

        Those that change nothing come before the operation that they miss, others at the end.
        """
        asked: list[Looked] = []
        for at, operation in enumerate(trace.operations):
            # What is refused at its last element may have been done up to there.
            is_listed = any(len(each.value) > 1 for each in lists_in(operation))
            for miss, other, state in self.misses_at(trace, at, decides):
                if state is trace.states[at]:
                    asked.append((other, is_listed))
                else:
                    way = [(each, False) for each in trace.operations[:at]]
                    yield f"a near miss: {miss}", [*way, (other, True), *behind(trace, at)]
            asked.append((operation, False))
        if len(asked) > len(trace.operations):
            last: Operation = asked[-1][0]
            yield "near misses", [*asked[:-1], (last, True)]

    def is_open(self, progress: object, key: object) -> bool:
        """Return whether a miss is to be tried in plans of like progress."""
        return not self.tried[key] and self.tried[progress, key] < TRIES

    def misses_at(
        self, trace: KnownTrace, at: int, decides: bool
    ) -> Iterator[tuple[str, Operation, State]]:
        """Yield how an operation is missed, by which other one, and what is stored then."""
        before, operation, hit = trace.states[at], trace.operations[at], trace.transitions[at]
        progress = frozenset(each.status for plan in before.plans for each in plan.steps)
        meant = cache(partial(near_misses.current_values, before, operation))
        for place in near_misses.places_to_miss(operation):
            kind = (decides and flags_of(operation), *trace.answers[at], place.field)
            ways = near_misses.ways_to_miss(place)
            untried = [miss for miss in ways if self.is_open(progress, (*kind, miss))]
            compared = place.domain in near_misses.COMPARED
            if untried and compared and decides and place.value not in meant():
                continue
            for miss in untried:
                key, value = (*kind, miss), ways[miss](place.value)
                if value == place.value or not near_misses.fits(value, place.domain):
                    continue
                self.tried[progress, key] += 1
                other = with_value(operation, place.way, value)
                made = apply(before, other, self.session.edition)
                if (made.outcome, made.state) == (hit.outcome, hit.state):
                    continue
                is_alike = decides and decision_of(other, made) == trace.decisions[at]
                if is_alike and (not compared or is_renamed(hit, made, value, place.value)):
                    continue
                self.tried[key] = 1
                yield miss, other, made.state


def listed_alike(joint: str) -> Iterator[Operation]:
    """Yield a plan that changes while a step is held: it depends on two, on one named alike."""
    both = f"a{joint}b"
    others = [StepDefinition(name, name) for name in ("a", "b", both)]
    for number, dependencies in enumerate((("a", "b"), (both,), ("a", "b"))):
        steps = (*others, StepDefinition("c", "c", dependencies))
        found = f"{number:064}"
        yield Register("plan.md", PlanDefinition("Plan", found, steps), number)
        for step in ("a", "b", both, "") if number == 0 else ("",):
            yield Claim("plan.md", "one", found, number)
            if step:
                yield Complete("plan.md", step, "one", found, number)


def flags_of(operation: Operation) -> tuple[str, ...]:
    """Return which of its fields an operation says yes to."""
    names = (each.name for each in fields(operation))
    return ("", *(name for name in names if getattr(operation, name) is True))


def most_telling(known: Iterable[KnownTrace]) -> Iterator[tuple[Operation, ...]]:
    """Yield a few short traces on one plan that together do as many different things as can be."""
    short = [each for each in known if len(each.operations) <= SHORT]
    of_one_plan = [each for each in short if len({one.plan for one in each.operations}) == 1]
    done = {each.operations: things_done(each) for each in of_one_plan}
    told: set[type[Operation]] = set()
    for _ in range(JOINED):
        best = max(done, key=lambda each: len(done[each] - told), default=())
        if not best or done[best] <= told:
            return
        told |= done[best]
        yield best


def things_done(trace: KnownTrace) -> set[type[Operation]]:
    """Return the kinds of the operations of a trace that changed something."""
    changes = zip(trace.operations, pairwise(trace.states), strict=True)
    return {type(each) for each, (before, after) in changes if after is not before}


def is_renamed(hit: Transition, missed: Transition, value: object, current: object) -> bool:
    """Return whether nothing differs but a value that is merely stored."""
    renamed = str((missed.outcome, missed.state)).replace(repr(value), repr(current))
    return renamed == str((hit.outcome, hit.state))


def behind(trace: KnownTrace, at: int) -> Iterator[Looked]:
    """Yield the operation that was missed, and the next one: what was taken for equal shows."""
    for operation in trace.operations[at : at + 2]:
        yield operation, True
