"""Values of the domains: mostly usual ones, now and then boundary values."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from hypothesis import strategies as st

from conformance.generators.boundary_values import TEXTS, values_of
from spec.vocabulary.domains import GREATEST, Time

LATEST = GREATEST - 1_000_000
"""The latest time that random operations advance to, with room for more after it."""


def mostly_usual(named: Any, *usual: Any) -> tuple[Any, ...]:
    """Return the usual values of a domain, and more, eight times as often as boundary values."""
    row = values_of(named)
    common = (*row.usual, *usual)
    return common * max(1, 8 * len(row.boundary) // len(common)) + row.boundary


def values(named: Any, *usual: Any) -> st.SearchStrategy[Any]:
    """Return a strategy for the values of a domain, and for other usual ones."""
    return st.sampled_from(mostly_usual(named, *usual))


def pairs_or(usual: Iterable[str]) -> st.SearchStrategy[tuple[str, ...]]:
    """Return a strategy for names: the usual ones, or beginning with two that are easily confused.

    Shrinks to the usual ones.
    """
    names = tuple(usual)
    confusable = [(*pair, *names[2:]) for pair in TEXTS.values()]
    return st.sampled_from([names] * (7 * len(confusable)) + confusable)


@cache
def beginnings() -> st.SearchStrategy[int]:
    """Return a strategy for the time at which an example begins."""
    times = [min(each, LATEST) for each in values_of(Time).boundary]
    return st.sampled_from([0] * 2 * len(times) + times)
