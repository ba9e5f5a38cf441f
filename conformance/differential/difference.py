"""Differences: one place of an answer or of the stored state, with both values, as data."""

from dataclasses import dataclass
from enum import Enum


class Presence(Enum):
    """What takes the place of a value where only one side has a part, such as a step."""

    THERE = "there"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Order:
    """The keys of a list whose members are alike, and whose order is not."""

    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """One place in which a system differs from the model.

    `place` are the keys and the field that lead there: `("plan.md", "build", "status")`. It is
    empty if the whole answer is another one.
    """

    place: tuple[str, ...]
    expected: object
    observed: object

    @property
    def path(self) -> str:
        """The place as one text, such as `plan.md.build.status`."""
        return ".".join(self.place)

    @property
    def field(self) -> str:
        """The field that differs; of a part that one side lacks, only that it lacks."""
        if not self.place:
            return "the answer"
        if isinstance(self.observed, Presence):
            return f"is {self.observed.value}"
        return self.place[-1]
