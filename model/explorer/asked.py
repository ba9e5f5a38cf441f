"""Which amendments decide: an edition that records what it is asked."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from spec.amendments.amendment import Amendment
from spec.editions import Edition

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
