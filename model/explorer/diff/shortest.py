"""Differences of two editions: a shortest sequence of events to which their answers differ."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from model.explorer.asking import recording
from model.explorer.diff.products import product_of
from model.explorer.graphs.choosing import graph_of
from model.explorer.scopes.scope import Scope
from model.explorer.situations import Event
from spec.editions import Edition

Graphs = Callable[[Scope], Any]
"""Returns the graph of a scope in one of two editions, which records what it is asked."""


@dataclass(frozen=True, slots=True)
class EditionDifference:
    """A shortest path in a scope to whose last event the answers of two editions differ.

    Shortest among all scopes except those in `given_up`, which were too large to be searched so
    far.
    """

    scope: Scope
    path: tuple[Event, ...]
    given_up: tuple[str, ...] = ()


def shortest_difference(
    scopes: Sequence[Scope],
    first: Edition,
    second: Edition,
    max_states: int,
    end: float | None = None,
    graphs: Graphs | None = None,
) -> tuple[EditionDifference | None, list[str]]:
    """Search all scopes level by level, so that the first difference found is a shortest one.

    Without a difference, return how far each scope was searched: to the end, up to `max_states`
    nodes, or until the monotonic clock reached `end`. What has been found out in `graphs` of one of
    the editions is used.
    """
    if graphs is None:
        graphs = partial(graph_of, edition=recording(second))
    products = [product_of(scope, first, second, graphs(scope)) for scope in scopes]
    active = list(products)
    while active and (end is None or time.monotonic() < end):
        for product in active:
            if (found := product.next_level()) is not None:
                given_up = (other for other in products if other not in active and not other.ended)
                names = tuple(other.scope.name for other in given_up)
                return EditionDifference(product.scope, found, names), []
        active = [each for each in active if not each.ended and each.pairs < max_states]
    parts = ("" if each.ended else f" (first {each.pairs:,} pairs)" for each in products)
    return None, [f"{scope.name}{part}" for scope, part in zip(scopes, parts, strict=True)]
