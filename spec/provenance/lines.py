"""Lines of a seed document, as sources and entries cite them: `seeds 000, lines 114-140, 222`."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

_SEED = re.compile(r"seeds (\d{3}), lines? (\d+(?:-\d+)?(?:, \d+(?:-\d+)?)*)")


@dataclass(frozen=True, slots=True)
class Lines:
    """Some lines of a document, from the first to the last of them."""

    first: int
    last: int

    def overlaps(self, others: Iterable["Lines"]) -> bool:
        """Return whether a line is among others."""
        return any(self.first <= other.last and other.first <= self.last for other in others)


def lines_of(text: str) -> tuple[Lines, ...]:
    """Return the lines that a text such as `114-140, 222` names."""
    ends = (part.partition("-") for part in text.split(", "))
    return tuple(Lines(int(first), int(last or first)) for first, _, last in ends)


def cited_lines(source: str) -> dict[str, tuple[Lines, ...]]:
    """Return the lines that a source cites, by the number of their document.

    What follows `decided here: ` is a reason, which may mention a document without citing it.
    """
    places = source.partition("decided here: ")[0]
    return {number: lines_of(lines) for number, lines in _SEED.findall(places)}


def is_citation(part: str) -> bool:
    """Return whether a part of a source cites lines of a seed, and nothing else."""
    return _SEED.fullmatch(part) is not None
