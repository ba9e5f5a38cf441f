"""Comparing editions in several processes: each of them looks at some of the scopes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import count
from multiprocessing import get_context
from typing import Any, TypeVar

from conformance.cli.comparing.comparisons import MOST_PAIRS
from conformance.cli.comparing.explorations import Explorations, Verdicts
from conformance.cli.explore import BY_NAME, Budget
from model.explorer.diff.products import Found, Product, product_of
from model.explorer.diff.shortest import EditionDifference, level_by_level, one_after_the_other
from model.explorer.graphs.state_graph import StateGraph
from model.explorer.scopes.scope import Scope
from model.explorer.search.exploring import Exploration, Explorer
from spec.editions import Edition

COSTS = {
    "reviews": 14.4,
    "family": 8.0,
    "single": 8.0,
    "recovery": 5.0,
    "claim-ids": 2.9,
    "history": 2.6,
    "drift": 2.4,
    "commits": 2.2,
    "two-plans": 1.1,
}
"""The CPU seconds that `diff seeds 2026.1` and `diff origin seeds` spend in a scope, together."""

Answer = TypeVar("Answer")
Pair = tuple[Edition, Edition]
Level = list[tuple[Found | None, int, bool]]
"""What the next level of each product shows, how many pairs it has then, and whether it ended."""


def silently(graph: StateGraph[Any], budget: float | None) -> Exploration:
    """Explore a graph without showing progress."""
    return Explorer(graph, budget).run()


class Worker:
    """What one of the processes knows: explorations, and the searches that have not ended."""

    def __init__(self) -> None:
        self.explorations = Explorations(silently)
        self.products: dict[int, dict[str, Product]] = {}

    def begin(self, search: int, names: list[str], pair: Pair, known: Edition) -> None:
        """Begin to search scopes for a difference."""
        self.products[search] = {
            name: product_of(BY_NAME[name], *pair, self.explorations.graph(BY_NAME[name], known))
            for name in names
        }

    def next_levels(self, search: int, names: list[str]) -> Level:
        """Search the next level of some scopes, as far as a difference is found."""
        products = [self.products[search][name] for name in names]
        levels = zip(products, one_after_the_other(products), strict=True)
        return [(found, product.pairs, product.ended) for product, found in levels]

    def end(self, search: int) -> None:
        """Forget a search."""
        self.products.pop(search, None)

    def explore(self, name: str, edition: Edition, budget: float | None) -> Verdicts:
        """Return the verdicts on all properties in a scope."""
        return self.explorations.explore(BY_NAME[name], edition, budget)


THIS = Worker()
"""The worker of this process: a process that is started has one of its own."""


def in_worker(method: Callable[..., Answer], *arguments: object) -> Answer:
    """Call a method of the worker of this process."""
    return method(THIS, *arguments)


@dataclass
class RemoteProduct:
    """What is known here of a product that another process searches."""

    scope: Scope
    worker: ProcessPoolExecutor
    pairs: int = 1
    ended: bool = False


class InProcesses:
    """Compares editions in several processes; several threads may ask at once."""

    def __init__(self, scopes: tuple[Scope, ...], budget: Budget, jobs: int) -> None:
        self.scopes = scopes
        self.budget = budget
        self.searches = count()
        self.pools = ExitStack()
        forked = get_context("fork")
        workers = [self.pools.enter_context(ProcessPoolExecutor(1, forked)) for _ in range(jobs)]
        self.of_scope = dict(self.shares(workers))
        # All processes are started before there are threads.
        for worker in workers:
            worker.submit(in_worker, Worker.end, -1).result()

    def __enter__(self) -> InProcesses:
        return self

    def __exit__(self, *_: object) -> None:
        self.pools.close()

    def shares(
        self, workers: list[ProcessPoolExecutor]
    ) -> Iterator[tuple[str, ProcessPoolExecutor]]:
        """Yield which worker looks at which scope, so that all have about as much to do."""
        load = dict.fromkeys(range(len(workers)), 0.0)
        for scope in sorted(self.scopes, key=lambda scope: -COSTS.get(scope.name, 0.5)):
            least = min(load, key=lambda number: load[number])
            load[least] += COSTS.get(scope.name, 0.5)
            yield scope.name, workers[least]

    def difference(
        self, first: Edition, second: Edition, known: Edition
    ) -> tuple[EditionDifference | None, list[str]]:
        """Return a shortest difference or, without one, how far each scope was searched."""
        search = next(self.searches)
        products = [RemoteProduct(scope, self.of_scope[scope.name]) for scope in self.scopes]
        for worker, names in by_worker(products).items():
            worker.submit(in_worker, Worker.begin, search, names, (first, second), known)

        def next_levels(active: list[RemoteProduct]) -> list[Found | None]:
            asked = {
                worker: worker.submit(in_worker, Worker.next_levels, search, names)
                for worker, names in by_worker(active).items()
            }
            return list(updated(active, asked))

        try:
            return level_by_level(products, next_levels, MOST_PAIRS, self.budget.end)
        finally:
            for worker in by_worker(products):
                worker.submit(in_worker, Worker.end, search)

    def explore(self, scope: Scope, edition: Edition) -> Verdicts:
        """Return the verdicts on all properties in a scope and an edition."""
        worker, left = self.of_scope[scope.name], self.budget.left()
        return worker.submit(in_worker, Worker.explore, scope.name, edition, left).result()


def by_worker(products: list[RemoteProduct]) -> dict[ProcessPoolExecutor, list[str]]:
    """Return the names of the scopes of each worker."""
    found: dict[ProcessPoolExecutor, list[str]] = {}
    for product in products:
        found.setdefault(product.worker, []).append(product.scope.name)
    return found


def updated(
    products: list[RemoteProduct], asked: dict[ProcessPoolExecutor, Future[Level]]
) -> Iterator[Found | None]:
    """Yield what a level of each product shows, when all workers have searched it."""
    levels = {worker: iter(future.result()) for worker, future in asked.items()}
    for product in products:
        found, product.pairs, product.ended = next(levels[product.worker])
        yield found
