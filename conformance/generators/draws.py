"""Draws: choices that take one draw, as a draw takes longer than anything else."""

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import TypeVar

from hypothesis import strategies as st

Option = TypeVar("Option")


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
