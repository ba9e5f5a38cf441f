"""The model as implementations that confuse values: they fold, normalize, truncate or sort."""

import posixpath
import unicodedata
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import partial
from typing import Any

from conformance.adapters.model import ModelSystem
from spec.properties.conditions import row
from spec.vocabulary.checklists import Batch, Update
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.plans import Register, Registered
from spec.vocabulary.state import State
from tests.conformance.changed import Changed


def changed(value: Any, change: Callable[[Any], Any]) -> Any:
    """Return an object with each text, number and list in it changed."""
    if is_dataclass(value) and not isinstance(value, type):
        found = {each.name: changed(getattr(value, each.name), change) for each in fields(value)}
        return replace(value, **found)
    if isinstance(value, tuple):
        return change(tuple(changed(each, change) for each in value))
    return value if isinstance(value, Enum | bool) else change(value)


def storing(change: Callable[[Any], Any]) -> ModelSystem:
    """Return a store that keeps each value as something else."""
    return Changed(lambda _, operation: changed(operation, change))


class Comparing(ModelSystem):
    """A store that keeps texts as they are, but takes those for the same that it folds alike."""

    def __init__(self, change: Callable[[Any], Any]) -> None:
        super().__init__()
        self.change = change

    def reset(self) -> None:
        super().reset()
        self.first: dict[str, str] = {}

    def apply(self, operation: Operation) -> Outcome:
        return super().apply(changed(operation, self.first_alike))

    def first_alike(self, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        return self.first.setdefault(self.change(value), value)


def from_the_end(state: State, operation: Any) -> Any:
    """Count negative ordinals from the end, as Python's lists do."""

    def counted(named: Any) -> Any:
        step = row(state, operation.plan, operation.step)
        count = [item.kind for item in step.items].count(named.kind) if step else 0
        if named.ordinal is None or not -count <= named.ordinal < 0:
            return named
        return replace(named, ordinal=count + named.ordinal)

    if isinstance(operation, Update):
        return replace(operation, changes=tuple(map(counted, operation.changes)))
    if isinstance(operation, Batch):
        return replace(operation, entries=tuple(map(counted, operation.entries)))
    return operation


def known_before(asked: Operation, outcome: Outcome) -> Outcome:
    """Answer that plans are registered that are called as members of objects of JavaScript."""
    is_one = isinstance(asked, Register) and asked.plan in ("constructor", "toString")
    return Registered(already_initialized=True) if is_one else outcome


def text(change: Callable[[str], str]) -> Callable[[Any], Any]:
    return lambda value: change(value) if isinstance(value, str) else value


def number(change: Callable[[int], int]) -> Callable[[Any], Any]:
    return lambda value: change(value) if isinstance(value, int) else value


def values(change: Callable[[tuple[Any, ...]], Any]) -> Callable[[Any], Any]:
    return lambda value: tuple(change(value)) if isinstance(value, tuple) else value


def high_surrogates(value: str) -> str:
    return "".join(chr(ord(each) & ~0x3FF) if ord(each) > 0xFFFF else each for each in value)


FOLDS: dict[str, Callable[[str], str]] = {
    "case": str.casefold,
    "case of ASCII": lambda value: value.encode().lower().decode(),
    "composition": lambda value: unicodedata.normalize("NFC", value),
    "decomposition": lambda value: unicodedata.normalize("NFD", value),
    "compatibility": lambda value: unicodedata.normalize("NFKC", value),
    "white space": str.strip,
    "leading white space": str.lstrip,
    "trailing white space": str.rstrip,
    "paths": lambda value: posixpath.normpath(value) if value else value,
    "trailing slashes": lambda value: value.rstrip("/"),
    "numerals": lambda value: str(int(value)) if value.isascii() and value.isdigit() else value,
    "half of a character": high_surrogates,
    "the first 255 characters": lambda value: value[:255],
    "the first 1,000 characters": lambda value: value[:1_000],
}
FAULTS: dict[str, Callable[[], ModelSystem]] = {
    **{f"compares {name}": partial(Comparing, fold) for name, fold in FOLDS.items()},
    **{f"stores {name}": partial(storing, text(fold)) for name, fold in FOLDS.items()},
    "32 bits": lambda: storing(number(lambda value: (value + 2**31) % 2**32 - 2**31)),
    "unsigned 32 bits": lambda: storing(number(lambda value: value % 2**32)),
    "at most 31 bits": lambda: storing(number(lambda value: min(value, 2**31 - 1))),
    "floating-point numbers": lambda: storing(number(lambda value: int(float(value)))),
    "61 bits": lambda: storing(number(lambda value: value % 2**61)),
    # It has members of its own where it looks for a plan.
    "members of objects": lambda: Changed(answered=known_before),
    # It sets `__proto__` of an object where it means to add a plan to it.
    "prototypes": lambda: Changed(
        held=lambda _, asked, after: State() if asked.plan == "__proto__" else after
    ),
    "ordinals from the end": partial(Changed, from_the_end),
    "sorted lists": lambda: storing(values(lambda found: sorted(found, key=repr))),
    "lists without repetitions": lambda: storing(values(dict.fromkeys)),
    "lists of ten": lambda: storing(values(lambda found: found[:10])),
}
