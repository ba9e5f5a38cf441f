"""Changes: one operation with the states before and after it, and predicates over them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import get_args

from spec.properties.predicate import Predicate
from spec.vocabulary.items import Item
from spec.vocabulary.operations import Accepted, Operation, Outcome
from spec.vocabulary.plans import Register
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.state import Plan, State, Step


@dataclass(slots=True)
class Change:
    """One operation with the state before it, its outcome and the state after it.

    Many properties look at the same parts of a change, so these are found once: the operation's
    plan before and after it, or `None`.
    """

    before: State
    operation: Operation
    outcome: Outcome
    after: State
    plan_before: Plan | None = field(init=False)
    plan_after: Plan | None = field(init=False)
    paired: list[tuple[Step, Step]] | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        """Find the plan."""
        path = self.operation.plan
        self.plan_before = self.plan_after = self.before.plan(path)
        if self.after is not self.before:
            self.plan_after = self.after.plan(path)

    @property
    def steps(self) -> list[tuple[Step, Step]]:
        """Each step of the operation's plan before and after the change, if the plan changed."""
        if self.paired is None:
            before, after = self.plan_before, self.plan_after
            if before is None or after is None or before is after:
                self.paired = []
            else:
                now = {step.anchor: step for step in after.steps}
                self.paired = [(old, now[old.anchor]) for old in before.steps if old.anchor in now]
        return self.paired

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


@dataclass(frozen=True)
class StepProperty(Predicate[Change]):
    """A predicate over a change.

    `about` are the types of operations and of answers, one of which a change must have for the
    property to concern it; none if it concerns all.
    """

    about: tuple[type[Operation] | type[Outcome], ...] = ()


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
