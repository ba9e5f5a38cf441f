"""The stage of ramps: lists, texts, numbers and loops, taken past each power of two."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from enum import IntEnum
from operator import ne

from conformance.generators.context import StepTest, is_held
from conformance.generators.places import places_in
from conformance.generators.ramps import CLAIM_ID, addressed, lists_in, widened
from conformance.kit.stages.climbing import HIGHEST, LONGEST, LOW, Ramp, ramps_from
from conformance.kit.stages.walking import Looked, Walk
from conformance.kit.traces import known_traces
from model.apply import apply
from model.steps import is_completed
from spec.vocabulary.claims import Claim
from spec.vocabulary.items import Item
from spec.vocabulary.operations import QUERIES, Operation
from spec.vocabulary.state import Plan, State, Step

POWERS = (2**31, 2**32, 2**52, 128, 256, 1024, 8, 16, 32, 64, 512, 2**16)
"""What is passed, in this order: few are numbers, and every limit below 128 shows at 128."""
GREAT = 10
"""From here on, ids of claims have more digits than those that traces begin with."""
SHAPES = 2
"""Operations of each kind that are asked at a step of such a ramp."""
TARGETS = 2
"""The steps at which each kind of operation is asked on a ramp that makes something long."""


class Turn(IntEnum):
    """When an operation is asked on a ramp, by what it does."""

    CHANGES = 0
    LETS_GO = 1
    COMPLETES = 2
    NOTHING = 3


class Climbing(Walk):
    """Takes all ramps past one power of two after the other, then just before and at them."""

    name = "ramps"
    share = 0.3

    def prepare(self) -> None:
        """Make the ramps, and choose the operations that are asked behind them."""
        ramps, self.kinds = ramps_from(known_traces(self.session), self.session.edition)
        shapes = [each for kind in self.kinds for each in kind]
        self.naming = [
            each for each in shapes if any(at.domain is CLAIM_ID for at in places_in(each))
        ]
        of_steps = [each for each in shapes if hasattr(each, "step")]
        self.listing = [each for each in of_steps if any(at.value for at in lists_in(each))]
        long = [each for each in ramps if each.loop is None and each.highest <= HIGHEST]
        self.climbs = [(replace(each, once=True), each.highest + 1) for each in long]
        self.climbs += [
            (ramp, power + more)
            for beyond in ((1,), (0, -1))
            for power in POWERS
            for ramp in sorted(ramps, key=lambda each: each.loop is None)
            for more in beyond
            if power <= ramp.highest and not ramp.once and not (ramp.loop and more < 1)
        ]
        self.climbed = 0

    def left(self) -> str:
        """Return how many ramps are left."""
        left = self.climbs[self.climbed :]
        what = "in each of which something grows past a power of two"
        return f"{len(left):,} of {len(self.climbs):,}, {what}" if left else ""

    def traces(self) -> Iterator[tuple[str, Iterable[Looked]]]:
        """Yield a trace for each ramp."""
        for ramp, size in self.climbs:
            yield f"{size:,} {ramp.name}", self.climb(ramp, size)
            self.climbed += 1

    def climb(self, ramp: Ramp, size: int) -> Iterator[Looked]:
        """Yield the operations of a ramp, and each kind of operation behind them."""
        operations = ramp.operations(size)
        for operation in operations:
            yield operation, operation is operations[-1]
        for number in range(1, size + 1 if ramp.loop else 0):
            for operation in ramp.loop.round(number) if ramp.loop else ():
                yield operation, number == size - 1
            if number >= size - 2:
                yield from self.queries(operation)
        if ramp.once:
            return
        yield from self.earlier_ids()
        is_long = ramp.highest <= LONGEST
        for target in range(TARGETS if is_long else 1):
            yield from self.readers(target, SHAPES if is_long else 1)

    def earlier_ids(self) -> Iterator[Looked]:
        """Yield all shapes that name a claim, each with a small id where the current one is great.

        Only those are asked that change nothing, as the claim is not the current one.
        """
        # A plan has had more than a few claims, or its ids begin with great ones.
        if not any((plan.last_claim_id or 0) >= GREAT and plan.steps for plan in self.state.plans):
            return
        plan, step = self.target(0)
        earlier, before = replace(step, claim_id=GREAT - 1), self.state
        for template in self.naming:
            operation = addressed(template, plan, earlier, self.now + 1)
            if apply(before, operation, self.session.edition).state == before:
                yield operation, True

    def readers(self, target: int, shapes: int) -> Iterator[Looked]:
        """Yield operations of each kind at one of the steps, and look where one is let go.

        First come those that change something and those that change nothing yet, then those that
        let a step go and that complete one, each after a claim, and at the end those that still
        change nothing. Behind the first target, what names no step would be asked of the same plan
        again: of those only the claim.
        """
        kinds = (self.random.sample(each, min(shapes, len(each))) for each in self.kinds)
        waiting = [each for kind in kinds for each in kind]
        self.random.shuffle(waiting)
        waiting.sort(key=lambda each: not isinstance(each, Claim))
        claim, operation = waiting[0], None
        if target and len(self.state.plans) == 1:
            waiting = [each for each in waiting if each is claim or hasattr(each, "step")]
        for turn in Turn:
            waiting, asking = [], waiting
            for template in asking:
                before = self.at_target(claim, target)
                if before is not None and turn > self.turn_of(before) == Turn.CHANGES:
                    yield before, False
                if (operation := self.at_target(template, target)) is None:
                    return
                if (now := self.turn_of(operation)) <= turn:
                    if now in (Turn.LETS_GO, Turn.COMPLETES):
                        yield from self.widest_before(operation, target)
                    yield operation, now in (Turn.LETS_GO, Turn.COMPLETES)
                else:
                    if (turn, now) == (Turn.CHANGES, Turn.NOTHING):
                        yield operation, False
                    waiting.append(template)
        if operation is not None:
            yield operation, True

    def turn_of(self, operation: Operation) -> Turn:
        """Return when an operation comes, by what it does now."""
        before = self.state
        after = apply(before, operation, self.session.edition).state
        if after is before and not isinstance(operation, QUERIES):
            return Turn.NOTHING
        if count(after, is_completed) > count(before, is_completed):
            return Turn.COMPLETES
        return Turn.LETS_GO if count(after, is_held) < count(before, is_held) else Turn.CHANGES

    def widest_before(self, operation: Operation, target: int) -> Iterator[Looked]:
        """Yield the operation with a long list behind which another changes most items, if any."""
        before, edition = self.state, self.session.edition
        step = self.target(target)[1]
        if len(step.items) <= LOW:
            return
        best, most = None, items_changed(before, apply(before, operation, edition).state)
        for template in self.listing:
            there = self.at_target(template, target)
            for wide in widened(there, step):
                after = apply(before, wide, edition).state
                changed = items_changed(after, apply(after, operation, edition).state)
                if after is not before and changed > most:
                    best, most = wide, changed
        if best is not None:
            yield best, False

    def target(self, target: int) -> tuple[Plan, Step]:
        """Return the first or the last step that is held, or any."""
        plan = [each for each in self.state.plans if each.steps][-target]
        return plan, ([each for each in plan.steps if each.claimed_by] or plan.steps)[-target]

    def at_target(self, template: Operation, target: int) -> Operation | None:
        """Return an operation at the first or the last step that is held, or any."""
        if not any(each.steps for each in self.state.plans):
            return None
        operation: Operation = addressed(template, *self.target(target), self.now + 1)
        return operation


def count(state: State, test: StepTest) -> int:
    """Return how many steps pass a test."""
    return sum(test(each) for plan in state.plans for each in plan.steps)


def items_changed(before: State, after: State) -> int:
    """Return how many items differ between two states."""
    return sum(map(ne, items_of(before), items_of(after)))


def items_of(state: State) -> list[Item]:
    """Return the items of all steps."""
    return [item for plan in state.plans for step in plan.steps for item in step.items]
