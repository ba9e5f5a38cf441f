"""Races: faults of the store that nobody can tell who uses it alone.

A race comes with a contest, in which one client is held in the middle of an operation while others
go on.
"""

from dataclasses import dataclass
from typing import NamedTuple

from conformance.mutants.faults.mutant import Component, MutantKind
from conformance.mutants.faults.source import ChangedStore
from spec.vocabulary.operations import Operation


class Turn(NamedTuple):
    """A client asks an operation."""

    client: str
    operation: Operation


@dataclass(frozen=True, slots=True)
class Contest:
    """What clients of one store ask, one after the other, and at the end all at the same time.

    The `held` client is held before one of the statements that its operation sends to the database.
    Then the `others` ask, in order. A client of theirs that has to wait for the held one is
    answered once that goes on.
    """

    setup: tuple[Turn, ...]
    held: Turn
    others: tuple[Turn, ...]

    @property
    def clients(self) -> tuple[str, ...]:
        """The names of all clients."""
        turns = (*self.setup, self.held, *self.others)
        return tuple(dict.fromkeys(turn.client for turn in turns))


class SourceEdit(NamedTuple):
    """A text that stands in the file once, and what takes its place."""

    original: str
    replacement: str


@dataclass(frozen=True, kw_only=True)
class Race(ChangedStore):
    """A store that is right for one process, and wrong for several.

    `also` are more pieces of the same file. `contest` shows the fault.
    """

    contest: Contest
    also: tuple[SourceEdit, ...] = ()
    kind: MutantKind = MutantKind.RACE
    subject: Component = Component.SHARED_STORE

    def source(self) -> str:
        """Return the changed source. Raises `StaleMutant`."""
        text = super().source()
        for edit in self.also:
            text = self.replaced(text, *edit)
        return text
