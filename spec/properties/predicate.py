"""Predicates: properties of one thing, such as a plan, a change or a whole run."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Self, TypeVar

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

    @classmethod
    def stated(
        cls,
        id: str,
        applies: Callable[[Subject], bool],
        amendments: tuple[Amendment, ...] = (),
        **more: Any,
    ) -> Callable[[Callable[[Subject], Iterator[str]]], Self]:
        """Return what makes a property of the function that yields its problems.

        The docstring of the function is the sentence of the property.
        """
        return lambda problems: cls(
            id, sentence_of(problems), applies, problems, amendments, **more
        )


def sentence_of(problems: Callable[..., object]) -> str:
    """Return the docstring of a function in one line."""
    return " ".join((problems.__doc__ or "").split())


Kind = TypeVar("Kind")


def properties_in(module: Mapping[str, object], kind: type[Kind]) -> tuple[Kind, ...]:
    """Return the properties that a module defines, in their order."""
    return tuple(each for each in module.values() if isinstance(each, kind))


class BrokenProperty(NamedTuple):
    """A property by its id, and a sentence that says where it fails."""

    property: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.property}: {self.sentence}"


def broken(properties: Iterable[Predicate[Subject]], subject: Subject) -> list[BrokenProperty]:
    """Return what a thing violates, one for each place, with the id of the property."""
    return [BrokenProperty(rule.id, each) for rule in properties for each in rule.problems(subject)]
