"""Work remaining: the names that a report of an iteration lists (ITR-1, ITR-2)."""

import json
import re
from dataclasses import dataclass

from spec.amendments.changes_2026_2 import WORK_AS_WRITTEN
from spec.amendments.corrections import CHECKED_WORK
from spec.editions import Edition

EMPTY = ("", "0", "[]")
"""The texts that list no names; as elements of a list, the last two are names."""

NOTHING = ("none", "null", "nil", "n/a", "nothing")
"""The words for an empty list, since A36."""

DASHES = "-–—"
"""The signs that stand for an empty list, since A36."""

AMBIGUOUS = (*NOTHING, *DASHES, "0", "true", "false", "nan", "~")
"""The words that may be no names in a list without quotes."""

DIVIDERS = frozenset(",;'\"")
"""Characters that a reader might take for something between names."""

_OUTSIDE = r"\x00-\x1f\x7f-\x9f\\\"'`\u2018-\u201f"
_ELEMENT = rf"\"([^{_OUTSIDE}]*+)\"|'([^{_OUTSIDE}]*+)'|([^,\[\]{{}}{_OUTSIDE}]++)"
_ELEMENTS = re.compile(_ELEMENT)
_BARE_LIST = re.compile(rf"\[\s*+(?:(?:{_ELEMENT})\s*+(?:,\s*+|(?=\])))++\]")


@dataclass(frozen=True, slots=True)
class ListedWork:
    """The names of the work that remains, `None` if malformed, and the clauses that decided it."""

    names: tuple[str, ...] | None
    clauses: tuple[str, ...]


def read_work(work: str | tuple[str, ...] | None, edition: Edition) -> ListedWork:
    """Read the names of the work that remains."""
    if work is None:
        return ListedWork((), ("ITR-1.4",))
    if not isinstance(work, str):
        return read_list(work, edition)
    if not edition.has(CHECKED_WORK):
        return read_unchecked(work, edition)
    text = work.strip()
    if text in EMPTY:
        return ListedWork((), ("ITR-1.5",))
    if edition.has(WORK_AS_WRITTEN) and stands_for_nothing(text):
        return ListedWork((), ("ITR-1.10",))
    if edition.has(WORK_AS_WRITTEN) and len(text) == 1 and text in DASHES:
        return ListedWork((), ("ITR-1.11",))
    return read_array(text, edition) if text.startswith("[") else read_names(text, edition)


def read_unchecked(text: str, edition: Edition) -> ListedWork:
    """Read a text as before A35, when every text was accepted."""
    if text in EMPTY or text.isspace():
        return ListedWork((), ("ITR-1.8",))
    listed = strings_of(text)
    if listed:
        return read_list(listed, edition, "ITR-2.2")
    names = read_names(text, edition)
    if names.names == ("0",):
        return ListedWork(names.names, ("ITR-1.8", *names.clauses))
    if listed is not None:
        return ListedWork(names.names, ("ITR-2.6", *names.clauses))
    unreadable = text.strip().startswith("[")
    return ListedWork(names.names, ("ITR-2.7", *names.clauses) if unreadable else names.clauses)


def read_names(text: str, edition: Edition) -> ListedWork:
    """Read names between white space, and since A36 with commas between them."""
    names = tuple(text.split())
    divided = any(DIVIDERS.intersection(name) for name in names)
    if not edition.has(WORK_AS_WRITTEN):
        return ListedWork(names, ("ITR-2.4", "ITR-2.5") if divided else ("ITR-2.4",))
    *others, last = names
    if others and all(name.endswith(",") for name in others):
        names = (*filter(None, (name[:-1] for name in others)), last)
        return ListedWork(names, ("ITR-2.4", "ITR-2.15"))
    return ListedWork(names, ("ITR-2.4", "ITR-2.16") if divided else ("ITR-2.4",))


def read_array(text: str, edition: Edition) -> ListedWork:
    """Read a text that must be a JSON array of strings, or since A36 a bare list."""
    listed = strings_of(text)
    if not edition.has(WORK_AS_WRITTEN):
        if listed is None:
            return ListedWork(None, ("ITR-2.1",))
        return read_list(listed, edition, "ITR-2.1", "ITR-2.2")
    if listed is not None:
        return read_list(listed, edition, "ITR-2.2")
    elements = bare_list(text)
    if elements is None:
        return ListedWork(None, ("ITR-2.14",))
    return read_list(elements, edition, "ITR-2.13")


def strings_of(text: str) -> tuple[str, ...] | None:
    """Return the elements of a JSON array of strings, or `None` if a text is something else."""
    try:
        listed = json.loads(text.strip())
    except (ValueError, RecursionError):
        return None
    if not isinstance(listed, list) or not all(isinstance(name, str) for name in listed):
        return None
    return tuple(listed)


def bare_list(text: str) -> tuple[str, ...] | None:
    """Return the elements of a bare list, or `None` if it is none or has an ambiguous word."""
    if not _BARE_LIST.fullmatch(text):
        return None
    found = _ELEMENTS.findall(text[1:-1])
    # Behind a comma at the end, white space alone looks like a word.
    elements = [(one or other, word.strip()) for one, other, word in found if not word.isspace()]
    only = len(elements) == 1
    if any(is_ambiguous(word, only) for _, word in elements if word):
        return None
    return tuple(quoted or word for quoted, word in elements)


def is_ambiguous(word: str, only: bool) -> bool:
    """Return whether a word of a list may be something else than a name."""
    return stands_for_nothing(word) or word.lower() in AMBIGUOUS or (only and len(word.split()) > 1)


def stands_for_nothing(text: str) -> bool:
    """Return whether a text says that nothing remains."""
    return text.isascii() and text.lower().removesuffix(".") in NOTHING


def read_list(listed: tuple[str, ...], edition: Edition, *clauses: str) -> ListedWork:
    """Read names that stand in a list."""
    names = listed
    if edition.has(CHECKED_WORK):
        names = tuple(name.strip() for name in listed if name.strip())
        if names != listed:
            clauses = (*clauses, "ITR-1.6")
    if any(name in EMPTY for name in names):
        clauses = (*clauses, "ITR-1.7")
    return ListedWork(names, clauses)
