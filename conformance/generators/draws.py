"""Draws: choices that take one draw, as a draw takes longer than anything else, and values.

Values of the domains are mostly usual ones, now and then boundary values.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product
from typing import Any, TypeVar

from hypothesis import strategies as st

from conformance.generators.boundary_values import TEXTS, values_of
from spec.vocabulary.domains import GREATEST, Time

Option = TypeVar("Option")

LATEST = GREATEST - 1_000_000
"""The latest time that random operations advance to, with room for more after it."""


@cache
def positions(count: int) -> st.SearchStrategy[int]:
    """Return a strategy for the positions of a sequence. Making one takes longer than a draw."""
    return st.sampled_from(range(count))


@cache
def one_in(odds: int) -> st.SearchStrategy[bool]:
    """Return a strategy that is true once in `odds` draws, and shrinks to false."""
    return st.sampled_from((False,) * (odds - 1) + (True,))


@cache
def booleans_with_odds(**odds: int) -> st.SearchStrategy[tuple[bool, ...]]:
    """Return a strategy of independent booleans, in order, each true once in its odds.

    One draw for all of them: a draw takes longer than anything else that a strategy does.
    """
    return st.sampled_from(list(product(*((False,) * (n - 1) + (True,) for n in odds.values()))))


def choose(draw: st.DrawFn, options: Sequence[Option]) -> Option:
    """Return one of the options. Shrinks to the first."""
    return options[draw(positions(len(options)))]


def biased_choice(
    draw: st.DrawFn, likely: Sequence[Option], unlikely: Sequence[Option], odds: int = 8
) -> Option:
    """Return one of the likely options, if there are any; once in `odds` times an unlikely one.

    Takes a single draw. Shrinks to the first of the likely ones.
    """
    if not likely:
        return choose(draw, unlikely)
    position = draw(positions(odds * len(unlikely)))
    first_unlikely = (odds - 1) * len(unlikely)
    if position >= first_unlikely:
        return unlikely[position - first_unlikely]
    return likely[position % len(likely)]


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
