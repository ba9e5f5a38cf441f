"""Measure the explorer: states and transitions per second, time and memory, scope by scope.

Each scope is explored in a process of its own, so that the memory is that scope's. Run with
`.venv/bin/python bench/explore.py`, or with the names of some scopes.
"""

import resource
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from conformance.reports.console import aligned
from model.explorer.graphs import graph_of
from model.explorer.scopes.catalog import SCOPES
from model.explorer.search import Explorer
from spec.editions import CURRENT


def measure(name: str) -> tuple[str, ...]:
    """Explore one scope; return a row of what was visited and what it took."""
    scope = next(scope for scope in SCOPES if scope.name == name)
    begun = time.perf_counter()
    found = Explorer(graph_of(scope, CURRENT)).run()
    seconds = time.perf_counter() - begun
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return (
        name,
        f"{found.states:,}",
        f"{found.transitions:,}",
        str(found.depth),
        f"{seconds:.1f}",
        f"{found.states / seconds:,.0f}",
        f"{found.transitions / seconds:,.0f}",
        f"{megabytes:,.0f}",
        "closed" if found.closed else "not closed",
    )


def main() -> None:
    """Measure the named scopes, or all, one after the other."""
    rows: list[tuple[str, ...]] = [
        ("scope", "states", "transitions", "depth", "s", "states/s", "transitions/s", "MiB", "")
    ]
    for name in sys.argv[1:] or [scope.name for scope in SCOPES]:
        with ProcessPoolExecutor(max_workers=1, mp_context=get_context("spawn")) as pool:
            rows.append(pool.submit(measure, name).result())
    for line in aligned(rows, right=tuple(range(1, 8))):
        print(line)


if __name__ == "__main__":
    main()
