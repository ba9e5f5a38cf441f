"""Values of the domains: mostly usual ones, now and then one that implementations get wrong."""

from collections.abc import Iterable
from functools import cache
from typing import Any, get_args

from hypothesis import strategies as st

from spec.vocabulary.domains import GREATEST, TEXTS, Domain, Time

LATEST = GREATEST - 1_000_000
"""The latest time that random operations wait for: there is time for some more after it."""


def domain_of(named: Any) -> Domain:
    """Return the domain that a type of a field names, such as `Time`."""
    [found] = (each for each in get_args(named) if isinstance(each, Domain))
    return found


def mostly_usual(named: Any, *usual: Any) -> tuple[Any, ...]:
    """Return the usual values of a domain, and more, eight times as often as boundary values."""
    domain = domain_of(named)
    common = (*domain.usual, *usual)
    return common * max(1, 8 * len(domain.boundary) // len(common)) + domain.boundary


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
    times = [min(each, LATEST) for each in domain_of(Time).boundary]
    return st.sampled_from([0] * 2 * len(times) + times)
