"""Ramps: traces in which something is large, made from those of the vectors, for all that grows."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice, zip_longest
from typing import Any

from conformance.generators import ramps
from conformance.generators.boundary_values import domain_of
from conformance.generators.places import FieldPlace, mapped, with_value
from conformance.kit.traces import KnownTrace
from model.apply import apply
from spec.editions import Edition
from spec.vocabulary.domains import Domain, Limit
from spec.vocabulary.operations import OPERATIONS, Operation
from spec.vocabulary.plans import PlanDefinition, Register, StepDefinition
from spec.vocabulary.state import State

Operations = tuple[Operation, ...]
Sized = Callable[[int], Operations]
Sizes = dict[ramps.Growing, int]
LONGEST = 2**10
"""The longest list, and the highest loop if it makes a list longer."""
HIGHEST = 2**16
"""The longest text, and the highest loop that makes numbers greater."""
GREATEST = 2**52
"""The greatest number."""
LOW = 12
"""How far a ramp is tried: more than a review cycle has reviews."""
SHORT = 8
"""The most operations of a trace that a ramp is made from."""
TRIALS = 4
"""Traces that are tried for a ramp."""
FRESH = ("", "plan", "worktree")
"""The fields that may have names of their own in each round of a loop."""


@dataclass(frozen=True)
class Loop:
    """Operations that go round: each time at a later time, with names of their own in `fresh`."""

    operations: Operations
    fresh: str
    period: int

    def round(self, number: int) -> Iterator[Operation]:
        """Yield the operations of a round, which count from 1."""
        for operation in self.operations:
            changed: dict[str, Any] = {"now": operation.now + number * self.period}
            if named := getattr(operation, self.fresh, None):
                changed[self.fresh] = f"{named}-{number}"
            yield replace(operation, **changed)


@dataclass(frozen=True)
class Ramp:
    """What grows, up to `highest`: operations by size, and a loop that goes round behind them.

    What costs little is taken to the end at `once`, with nothing asked behind it.
    """

    name: str
    highest: int
    operations: Sized
    loop: Loop | None = None
    once: bool = False


def ramps_from(
    traces: Sequence[KnownTrace], edition: Edition
) -> tuple[list[Ramp], list[list[Operation]]]:
    """Return a ramp for everything that grows, and operations of each kind."""
    making, shapes = Making(edition), dict[object, Operation]()
    for trace in traces:
        if len(trace.operations) > SHORT:
            break
        for at, operation in enumerate(trace.operations):
            if trace.decisions[at].is_rejection:
                continue
            making.take(trace, at)
            shapes.setdefault(ramps.shape_of(operation), operation)
    making.ramps += [Ramp(name, LONGEST, sized, once=True) for name, sized in CHAINS.items()]
    lists = [each for each in making.ramps if each.loop is None]
    loops = [each for each in making.ramps if each.loop is not None]
    mixed = (each for pair in zip_longest(loops, lists) for each in pair if each is not None)
    ordered = sorted(mixed, key=lambda each: each.highest)
    kinds = [[each for each in shapes.values() if type(each) is kind] for kind in OPERATIONS]
    return ordered, [each for each in kinds if each]


def chain(size: int, closed: bool) -> Operations:
    """Return a plan of so many steps, each of which depends on the next, the last on the first."""
    names = [f"step-{number}" for number in range(size)]
    following = [*names[1:], *names[:1]] if closed else names[1:]
    steps = (
        StepDefinition(name, name, (behind,) if behind else ())
        for name, behind in zip_longest(names, following)
    )
    return (Register("plan.md", PlanDefinition("A chain", "c" * 64, tuple(steps)), 0),)


CHAINS = {
    "steps in a chain of dependencies": partial(chain, closed=False),
    "steps in a cycle of dependencies": partial(chain, closed=True),
}
"""What grows with the way through a plan's dependencies, not with any list."""


class Making:
    """Makes ramps of traces in an edition: one for each field, and for each loop."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.ramps: list[Ramp] = []
        self.tried: Counter[object] = Counter()
        self.grown: set[ramps.Growing] = set()
        self.made: set[str] = set()

    def take(self, trace: KnownTrace, at: int) -> None:
        """Make the ramps of an operation in a trace that were not made yet."""
        until, operation = trace.operations[: at + 1], trace.operations[at]
        if at and trace.states[at + 1] is not trace.states[at]:
            self.add_loops(until, until[at:], FRESH)
            if at > 1 and type(until[at - 1]) is not type(operation):
                self.add_loops(until, until[at - 1 :], FRESH[:1])
        self.tried[shape := ramps.shape_of(operation)] += 1
        if self.tried[shape] > TRIALS:
            return
        kind = type(operation).__name__
        for place in ramps.lists_in(operation):
            for where in ("in front of", "behind"):
                ways = wider(until, place, where == "in front of")
                name = f"{where} those in {kind}.{'.'.join(place.field)}"
                self.add(name, LONGEST, ways, is_likely=bool(place.value))
        for place in ramps.numbers_in(operation):
            limits: dict[str, Any] = place.domain.limits if place.domain else {}
            highest = min(GREATEST, limits.get("le", GREATEST + 1) - 1)
            self.add(f"in {kind}.{place.field[-1]}", highest, [partial(great, until, place)])
        for place in ramps.texts_in(operation):
            field = place.field[-1]
            self.add(f"characters in {field}", HIGHEST, [partial(ramps.long_text, until, place)])
            if "\n" in place.value:
                name = f"lines in front of {kind}.{field} {place.value!r}"
                self.add(name, LONGEST, [partial(after_lines, until, place)], once=True)

    def add(
        self,
        name: str,
        highest: int,
        ways: Iterable[Sized],
        *,
        is_likely: bool = True,
        once: bool = False,
    ) -> None:
        """Keep a ramp by its name if the model accepts it."""
        key = (name, is_likely)
        if name in self.made or self.tried[key] >= TRIALS:
            return
        self.tried[key] += 1
        for sized in ways:
            if not KnownTrace(sized(LOW), self.edition).decisions[-1].is_rejection:
                self.made.add(name)
                self.ramps.append(Ramp(name, highest, sized, once=once))
                return

    def add_loops(self, until: Operations, looped: Operations, names: Sequence[str]) -> None:
        """Keep a loop of the last operations if it increases something that no loop did."""
        period = max(looped[-1].now - until[-len(looped) - 1].now, 1)
        for fresh in names:
            key = (*map(type, looped), fresh)
            is_named = not fresh or any(getattr(each, fresh, None) for each in looped)
            if not is_named or self.tried[key] >= TRIALS:
                continue
            self.tried[key] += 1
            loop = Loop(looped, fresh, period)
            for sized in beginnings(until):
                if new := (grown := self.grown_by(sized(LOW), loop)) - self.grown:
                    self.grown |= new
                    what = ", ".join(f"{kind} of {'.'.join(way)}" for way, kind in sorted(new))
                    is_long = any(kind != "number" for _, kind in grown)
                    self.ramps.append(Ramp(what, LONGEST if is_long else HIGHEST, sized, loop))
                    break

    def grown_by(self, operations: Operations, loop: Loop) -> set[ramps.Growing]:
        """Return what each half of some rounds of a loop increases, if each changes something.

        A loop that has increased nothing new at the second round ends there.
        """
        middle = state = KnownTrace(operations, self.edition).states[-1]
        low = dict(ramps.sizes_of(State, [state]))
        for number in range(1, LOW + 1):
            before = state
            for operation in loop.round(number):
                state = apply(state, operation, self.edition).state
            if state is before:
                return set()
            if number == 2 and greater(low, dict(ramps.sizes_of(State, [state]))) <= self.grown:
                return set()
            middle = state if number == LOW // 2 else middle
        half, high = (dict(ramps.sizes_of(State, [each])) for each in (middle, state))
        return greater(low, half) & greater(half, high)


def greater(before: Sizes, after: Sizes) -> set[ramps.Growing]:
    """Return what has grown."""
    return {each for each, size in before.items() if size < after[each]}


def wider(until: Operations, place: FieldPlace, in_front: bool) -> Iterator[Sized]:
    """Yield ways to make a list of the last operation long, alone and with those of the first."""

    def variants(size: int) -> Iterator[Operations]:
        for longer in ramps.long_lists(until[-1], place, size, in_front):
            made = (*until[:-1], longer)
            yield made
            for other in ramps.lists_in(made[0]) if len(made) > 1 else ():
                yield (ramps.lengthened(made[0], other, size, in_front=False), *made[1:])

    for number, _ in enumerate(variants(LOW)):
        yield lambda size, number=number: next(islice(variants(size), number, None))  # type: ignore[misc]


def after_lines(trace: Operations, place: FieldPlace, size: int) -> Operations:
    """Return operations with so many lines in front of a text of several lines."""
    return (*trace[:-1], with_value(trace[-1], place.way, "x\n" * size + place.value))


def great(trace: Operations, place: FieldPlace, size: int) -> Operations:
    """Return operations with a number of the last one made so great."""
    return (*trace[:-1], with_value(trace[-1], place.way, size))


def beginnings(operations: Operations) -> Iterator[Sized]:
    """Yield what a loop begins with: without limits that it would reach, and with many steps."""
    first, *others = operations
    unlimited = tuple(mapped(each, None, without_limit) for each in operations)
    yield lambda _: unlimited
    steps = [each for each in ramps.lists_in(first) if each.field == ("definition", "steps")]
    if steps:
        yield lambda size: (ramps.lengthened(first, steps[0], size + 2, in_front=False), *others)


def without_limit(domain: Domain | None, found: Any) -> Any:
    """Return a number instead of a limit that nothing reaches."""
    return 2**40 if domain is domain_of(Limit) and found > 0 else found
