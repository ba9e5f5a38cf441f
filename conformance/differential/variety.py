"""Variety: which fields of operations and answers a search varied, read from the types.

A field that always had one value was not put to the test, whatever the rules say about it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, is_dataclass
from functools import cache
from typing import Any, get_args, get_type_hints

from spec.additions import named_fields
from spec.vocabulary.operations import OPERATIONS, Accepted


@cache
def parts_of(kind: Any) -> frozenset[type]:
    """Return the classes of the vocabulary that a type is or has in its fields, at any depth."""
    found: set[type] = set()
    left = [kind]
    while left:
        each = left.pop()
        left += get_args(each)
        if isinstance(each, type) and is_dataclass(each) and each not in found:
            found.add(each)
            left += get_type_hints(each).values()
    return frozenset(found)


@cache
def all_fields() -> tuple[str, ...]:
    """Return the fields of all operations and accepted answers, and of the objects in them."""
    kinds = frozenset().union(*map(parts_of, (*OPERATIONS, *get_args(Accepted))))
    found = (name for kind in kinds for _, name in named_fields(kind))
    return tuple(sorted(found))


@dataclass
class Variety:
    """The fields that took two values, and the only value so far of the others."""

    varied: set[str] = field(default_factory=set)
    only: dict[str, object] = field(default_factory=dict)

    def note(self, value: object) -> None:
        """Note the fields of an operation or an answer, and of the objects in it."""
        if isinstance(value, tuple):
            for part in value:
                self.note(part)
        elif is_dataclass(value) and not isinstance(value, type):
            kind: type = type(value)
            if parts_names(kind) <= self.varied:
                return
            for each, name in named_fields(kind):
                part = getattr(value, each.name)
                self.take(name, part)
                self.note(part)

    def take(self, name: str, value: object) -> None:
        """Note the value of a field."""
        if name not in self.varied and self.only.setdefault(name, value) != value:
            self.varied.add(name)
            del self.only[name]

    def add(self, other: "Variety") -> None:
        """Add what another search has noted."""
        self.varied |= other.varied
        for name in self.varied & self.only.keys():
            del self.only[name]
        for name, value in other.only.items():
            self.take(name, value)

    def never_varied(self) -> Iterator[str]:
        """Yield the fields that had one value, or none."""
        return (name for name in all_fields() if name not in self.varied)


@cache
def parts_names(kind: type) -> frozenset[str]:
    """Return the fields of a class and of the objects in it."""
    return frozenset(name for part in parts_of(kind) for _, name in named_fields(part))
