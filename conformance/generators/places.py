"""Places: the values in an operation, found by the types of its fields, and how to change them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

from spec.vocabulary.domains import Domain

Way = tuple[str | int, ...]
"""The way to a value: names of fields, and positions in lists."""


@dataclass(frozen=True, slots=True)
class FieldPlace:
    """A value in an operation, the way to it, and the type that the vocabulary names for it."""

    way: Way
    named: Any
    value: Any

    @property
    def field(self) -> tuple[str, ...]:
        """The names of the fields on the way, without the positions in lists."""
        return tuple(each for each in self.way if isinstance(each, str))

    @property
    def domain(self) -> Domain | None:
        """The domain of a single value, or `None` for a list or an object."""
        return domain_in(self.named)


@cache
def hints_of(kind: Any) -> dict[str, Any]:
    """Return the type of each field of a class, with the domain that it names."""
    hints = get_type_hints(kind, include_extras=True)
    return {each.name: hints[each.name] for each in fields(kind)}


@cache
def alternatives(named: Any) -> tuple[Any, ...]:
    """Return the members of a union, or a type alone."""
    is_union = get_origin(named) is not None and type(None) in get_args(named)
    parts = get_args(named) if is_union else (named,)
    return tuple(each for each in parts if each is not type(None))


@cache
def domain_in(named: Any) -> Domain | None:
    """Return the domain of single values that a type names, or `None`."""
    for each in alternatives(named):
        base, *more = get_args(each) or (each,)
        if base in (str, int) and more and isinstance(more[0], Domain):
            return more[0]
    return None


@cache
def element_of(named: Any) -> Any:
    """Return the type of the elements of a list, or `None` if a type is no list."""
    for each in alternatives(named):
        base = get_args(each)[0] if hasattr(each, "__metadata__") else each
        if get_origin(base) is tuple:
            return get_args(base)[0]
    return None


def places_in(value: Any, named: Any = None, way: Way = ()) -> Iterator[FieldPlace]:
    """Yield the values in an object, and its lists before what is in them."""
    if is_dataclass(value):
        kind: Any = type(value)
        for name, hint in hints_of(kind).items():
            yield from places_in(getattr(value, name), hint, (*way, name))
    elif isinstance(value, tuple):
        yield FieldPlace(way, named, value)
        for position, each in enumerate(value):
            yield from places_in(each, element_of(named), (*way, position))
    elif isinstance(value, str | int) and not isinstance(value, bool | Enum):
        yield FieldPlace(way, named, value)


def with_value(value: Any, way: Way, new: Any) -> Any:
    """Return an object with another value in a place."""
    if not way:
        return new
    first, rest = way[0], way[1:]
    if isinstance(first, int):
        return (*value[:first], with_value(value[first], rest, new), *value[first + 1 :])
    return replace(value, **{first: with_value(getattr(value, first), rest, new)})


def mapped(value: Any, named: Any, change: Callable[[Domain | None, Any], Any]) -> Any:
    """Return a value with each text and number in it changed, by its domain."""
    if is_dataclass(value) and not isinstance(value, type):
        hints = hints_of(type(value)).items()
        changed: dict[str, Any] = {
            name: mapped(getattr(value, name), hint, change) for name, hint in hints
        }
        return replace(value, **changed)
    if isinstance(value, tuple):
        return tuple([mapped(each, element_of(named), change) for each in value])
    if isinstance(value, str | int) and not isinstance(value, bool | Enum):
        return change(domain_in(named), value)
    return value
