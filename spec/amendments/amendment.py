"""What an amendment is: a change that leads from one edition to the next."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReadingExample:
    """A text, and how it is read without an amendment and with it."""

    text: str
    without: str
    amended: str


@dataclass(frozen=True, slots=True)
class Amendment:
    """A change of rules: what went wrong before it, and what it changes.

    `withdrawn` says what went wrong with it, if a later edition has taken it back. `stored` says
    what becomes of what an implementation has stored before it, if that is not as it was.
    `readings` are examples of an amendment of how texts are read, which no operation shows.
    """

    id: str
    name: str
    title: str
    source: str
    failure: str
    withdrawn: str = ""
    stored: str = ""
    readings: tuple[ReadingExample, ...] = ()


def amendments_in(module: Mapping[str, object]) -> tuple[Amendment, ...]:
    """Return the amendments that a module defines, in their order."""
    return tuple(each for each in module.values() if isinstance(each, Amendment))
