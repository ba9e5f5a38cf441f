"""Changes: one operation with the states before and after it, and predicates over them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import get_args

from spec.amendments.amendment import Amendment
from spec.vocabulary.items import Item
from spec.vocabulary.operations import Accepted, Operation, Outcome
from spec.vocabulary.plans import Register
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.state import Plan, State, Step


@dataclass(frozen=True)
class Change:
    """One operation with the state before it, its outcome and the state after it.

    Many properties look at the same parts of a change, so these are found once.
    """

    before: State
    operation: Operation
    outcome: Outcome
    after: State

    @cached_property
    def plan_before(self) -> Plan | None:
        """The operation's plan before the change, or `None`."""
        return self.before.plan(self.operation.plan)

    @cached_property
    def plan_after(self) -> Plan | None:
        """The operation's plan after the change, or `None`."""
        return self.after.plan(self.operation.plan)

    @cached_property
    def steps(self) -> list[tuple[Step, Step]]:
        """Each step of the operation's plan before and after the change, if the plan changed."""
        before, after = self.plan_before, self.plan_after
        if before is None or after is None or before is after:
            return []
        now = {step.anchor: step for step in after.steps}
        return [(old, now[old.anchor]) for old in before.steps if old.anchor in now]

    def items(self) -> Iterator[tuple[Step, Item, Item]]:
        """Yield each item before and after the change, with its step before it."""
        for old, new in self.steps:
            if old.items is not new.items:
                now = {(item.kind, item.ordinal): item for item in new.items}
                for item in old.items:
                    if (item.kind, item.ordinal) in now:
                        yield old, item, now[item.kind, item.ordinal]


ACCEPTED: tuple[type[Outcome], ...] = get_args(Accepted)
"""All answers but a rejection."""


@dataclass(frozen=True, slots=True)
class StepProperty:
    """A predicate over a change: `problems` yields a sentence for each place where it fails.

    `about` are the types of operations and of answers, one of which a change must have for the
    property to concern it; none if it concerns all. `applies` says whether a change that it
    concerns can violate it at all. `amendments` are those without which it
    does not hold, or, if they were withdrawn, with which it does not.
    """

    id: str
    sentence: str
    about: tuple[type[Operation] | type[Outcome], ...]
    applies: Callable[[Change], bool]
    problems: Callable[[Change], Iterator[str]]
    amendments: tuple[Amendment, ...] = ()

    @property
    def name(self) -> str:
        """Return the sentence as an identifier."""
        return self.problems.__name__


def accepted(*types: type[Operation]) -> Callable[[Change], bool]:
    """Return the condition that an operation, of these types if any, was accepted."""

    def applies(change: Change) -> bool:
        right_type = not types or isinstance(change.operation, types)
        return right_type and not isinstance(change.outcome, Rejected)

    return applies


def was_rejected(change: Change) -> bool:
    """Return whether the operation was rejected."""
    return isinstance(change.outcome, Rejected)


def was_no_registration(change: Change) -> bool:
    """Return whether an operation other than registering was accepted."""
    return not isinstance(change.operation, Register) and not was_rejected(change)
