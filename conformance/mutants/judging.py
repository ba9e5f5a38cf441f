"""Judging: which layer kills a mutant, and how soon."""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial

from conformance.mutants import mutant_named
from conformance.mutants.layers import Attempt, Layer
from conformance.mutants.mutant import Mutant

PROCESSES = 2


@dataclass(frozen=True, slots=True)
class Search:
    """Which layers are tried, each with at most so many operations, and whether all of them are.

    Without `all_layers` the first that kills a mutant is the last that is tried.
    """

    layers: tuple[Layer, ...] = tuple(Layer)
    budget: int = 10_000
    all_layers: bool = False


@dataclass(frozen=True, slots=True)
class Judged:
    """What the layers found out about a mutant, which is named by its id."""

    id: str
    attempts: tuple[Attempt, ...]

    @property
    def killing(self) -> Attempt | None:
        """Give the first layer that killed the mutant, if any did."""
        return next((attempt for attempt in self.attempts if attempt.killed), None)


def judge(mutant: Mutant, search: Search) -> Judged:
    """Try the layers on a mutant."""
    attempts: list[Attempt] = []
    for layer in search.layers:
        begun = time.perf_counter()
        attempt = attempted(mutant, layer, search.budget)
        attempts.append(replace(attempt, seconds=time.perf_counter() - begun))
        if attempt.killed and not search.all_layers:
            break
    return Judged(mutant.id, tuple(attempts))


def attempted(mutant: Mutant, layer: Layer, budget: int) -> Attempt:
    """Try one layer; what it needs is imported by it."""
    match layer:
        case Layer.VECTORS:
            from conformance.mutants.by_vectors import by_vectors

            return by_vectors(mutant)
        case Layer.EXHAUSTIVE:
            from conformance.mutants.exhaustively import exhaustively

            return exhaustively(mutant, budget)
        case Layer.RANDOM:
            from conformance.mutants.at_random import at_random

            return at_random(mutant, budget)


def judge_all(
    mutants: Sequence[Mutant], search: Search, progress: Callable[[int, str], None]
) -> Iterator[Judged]:
    """Judge mutants in order, several of them in two processes."""
    if len(mutants) == 1:
        yield judge(mutants[0], search)
        return
    with ProcessPoolExecutor(PROCESSES) as pool:
        names = [mutant.id for mutant in mutants]
        judged = pool.map(partial(judge_named, search=search), names)
        for done, one in enumerate(judged, start=1):
            progress(done, one.id)
            yield one


def judge_named(identifier: str, search: Search) -> Judged:
    """Judge a mutant in a process of its own, which finds it by its id."""
    return judge(mutant_named(identifier), search)
