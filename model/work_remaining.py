"""Work remaining: the names that a report of an iteration lists (ITR-1, ITR-2)."""

import json
from dataclasses import dataclass

NOTHING = ("", "0", "[]")
"""The texts that list no names; as elements of a list, the last two are names."""

DIVIDERS = frozenset(",;'\"")
"""Characters that a reader might take for something between names."""


@dataclass(frozen=True, slots=True)
class ListedWork:
    """The names of the work that remains, `None` if malformed, and the clauses that decided it."""

    names: tuple[str, ...] | None
    clauses: tuple[str, ...]


def read_work(work: str | tuple[str, ...] | None) -> ListedWork:
    """Read the names of the work that remains."""
    if work is None:
        return ListedWork((), ("ITR-1.4",))
    if not isinstance(work, str):
        return read_list(work)
    text = work.strip()
    if text in NOTHING:
        return ListedWork((), ("ITR-1.5",))
    if text.startswith("["):
        return read_array(text)
    names = tuple(text.split())
    divided = any(DIVIDERS.intersection(name) for name in names)
    return ListedWork(names, ("ITR-2.4", "ITR-2.5") if divided else ("ITR-2.4",))


def read_array(text: str) -> ListedWork:
    """Read a text that must be a JSON array of strings."""
    try:
        listed = json.loads(text)
    except (ValueError, RecursionError):
        return ListedWork(None, ("ITR-2.1",))
    if not isinstance(listed, list) or not all(isinstance(name, str) for name in listed):
        return ListedWork(None, ("ITR-2.1", "ITR-2.2"))
    return read_list(tuple(listed), "ITR-2.1", "ITR-2.2")


def read_list(listed: tuple[str, ...], *clauses: str) -> ListedWork:
    """Read names that stand in a list."""
    names = tuple(name.strip() for name in listed if name.strip())
    if names != listed:
        clauses = (*clauses, "ITR-1.6")
    if any(name in NOTHING for name in names):
        clauses = (*clauses, "ITR-1.7")
    return ListedWork(names, clauses)
