"""Searching in several processes: the same examples as in one, chunk by chunk under its seed."""

import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context

from hypothesis import strategies as st

from conformance.adapters.stores import ReopenedStore
from conformance.differential.search import Limits, chunks_of, first_failure, search_machine
from conformance.differential.tally import Tally
from conformance.generators.workspaces import Workspace

AHEAD = 2
"""Chunks that are handed out for each process before the first of them is back."""


Stores = Callable[[], ReopenedStore]
"""What opens stores to compare with the model; each process has its own."""


def tried(stores: Stores, workspace: Workspace, chunk: Limits) -> Tally | None:
    """Return what a chunk of examples put to the test, or `None` if it shows a divergence."""
    tally = Tally()
    with stores() as store:
        machine = search_machine(store.open, st.just(workspace), tally)
        return tally if first_failure(machine, chunk) is None else None


def failing_chunk(
    stores: Stores,
    workspace: Workspace,
    limits: Limits,
    jobs: int,
    tally: Tally,
    progress: Callable[[int], None] = lambda _: None,
) -> Limits | None:
    """Return the first chunk of examples that shows a divergence, or `None`.

    What the chunks before it put to the test is added to the tally, so that a search of that chunk
    ends as a search of everything in one process does.
    """
    end = None if limits.budget is None else time.monotonic() + limits.budget
    chunks, waiting = iter(chunks_of(limits)), deque[tuple[Limits, Future[Tally | None]]]()
    done = 0
    with ProcessPoolExecutor(jobs, get_context("fork")) as pool:
        while True:
            while len(waiting) < jobs * AHEAD and (end is None or time.monotonic() < end):
                if (chunk := next(chunks, None)) is None:
                    break
                waiting.append((chunk, pool.submit(tried, stores, workspace, chunk)))
            if not waiting:
                return None
            chunk, result = waiting.popleft()
            if (found := result.result()) is None:
                pool.shutdown(cancel_futures=True)
                return chunk
            tally.add(found)
            done += chunk.examples
            progress(done)
