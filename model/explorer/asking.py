"""Asking the model, each operation once in a state, and an edition, which records what it is asked.

An event of the scope, the request advised after a refusal and what must be possible are often the
same operation.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from model.apply import apply
from model.transition import Transition
from spec.amendments.amendment import Amendment
from spec.editions import Edition
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import State

Found = TypeVar("Found")


@dataclass(frozen=True, eq=False)
class RecordingEdition(Edition):
    """An edition that keeps the ids of the amendments that it was asked about in `asked`.

    Whatever was found out by asking it is true of every edition that would have answered alike. It
    is equal to no other edition, so that no answer to another is taken for one of its own.
    """

    asked: set[str] = field(default_factory=set)

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def has(self, amendment: Amendment) -> bool:
        """Return whether the edition contains an amendment, and record that it was asked."""
        self.asked.add(amendment.id)
        return amendment.id in self.amendments

    def ask(self, find: Callable[[], Found]) -> tuple[Found, set[str]]:
        """Return what is found, and what was asked about meanwhile, even if before already."""
        before, meanwhile = self.asked, set[str]()
        object.__setattr__(self, "asked", meanwhile)
        found = find()
        before |= meanwhile
        object.__setattr__(self, "asked", before)
        return found, meanwhile


def ask(edition: Edition, find: Callable[[], Found]) -> tuple[Found, set[str]]:
    """Return what is found, and what was asked about for it if the edition records that."""
    return edition.ask(find) if isinstance(edition, RecordingEdition) else (find(), set())


def recording(edition: Edition) -> RecordingEdition:
    """Return an edition that answers alike and records what it is asked."""
    return RecordingEdition(edition.name, edition.amendments)


def answer_alike(first: Edition, second: Edition, asked: set[str]) -> bool:
    """Return whether two editions have the same of the amendments that were asked about."""
    return not asked & (first.amendments ^ second.amendments)


class ModelAnswers:
    """The transitions of an edition, remembered for the state that was looked at last.

    A recording edition is asked, as far as it can see, also for what is remembered.
    """

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.state: State | None = None
        self.known: dict[Operation, tuple[Transition, set[str]]] = {}

    def look_at(self, state: State) -> None:
        """Remember the transitions of a state from now on, and forget all others."""
        if state is not self.state:
            self.state, self.known = state, {}

    def apply(self, state: State, operation: Operation) -> Transition:
        """Return the transition of an operation in any state."""
        if state is not self.state:
            return apply(state, operation, self.edition)
        known = self.known.get(operation)
        if known is None:
            find = partial(apply, state, operation, self.edition)
            known = self.known[operation] = ask(self.edition, find)
        elif isinstance(self.edition, RecordingEdition):
            self.edition.asked.update(known[1])
        return known[0]
