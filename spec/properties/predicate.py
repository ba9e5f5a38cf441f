"""Predicates: properties of one thing, such as a plan, a change or a whole run."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from spec.amendments.amendment import Amendment

Subject = TypeVar("Subject")


@dataclass(frozen=True)
class Predicate(Generic[Subject]):
    """A property of a thing: `problems` yields a sentence for each place where it fails.

    `applies` says whether a thing can violate it at all. `amendments` are those without which it
    does not hold, or, if they were withdrawn, with which it does not.
    """

    id: str
    sentence: str
    applies: Callable[[Subject], bool]
    problems: Callable[[Subject], Iterator[str]]
    amendments: tuple[Amendment, ...] = ()


class BrokenProperty(NamedTuple):
    """A property by its id, and a sentence that says where it fails."""

    property: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.property}: {self.sentence}"


def broken(properties: Iterable[Predicate[Subject]], subject: Subject) -> list[BrokenProperty]:
    """Return what a thing violates, one for each place, with the id of the property."""
    return [BrokenProperty(rule.id, each) for rule in properties for each in rule.problems(subject)]
