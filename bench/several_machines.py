"""Measure the store on PostgreSQL with many clients, beside a bare loop.

A cycle claims the next step of a plan and completes it. The bare loop takes a row with `FOR UPDATE
SKIP LOCKED` and marks it as done, in two transactions; it has no dependencies, leases or
checklists, nor answers how much is left. Times are wall-clock milliseconds; other work on the
machine shows in them.

Run with `.venv/bin/python examples/peers/with_postgresql.py .venv/bin/python -m
bench.several_machines`, which starts a server, or without that on the one of PLANSPEC_POSTGRESQL;
`--json` prints one document.
"""

import json
import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count
from statistics import median, quantiles
from typing import Any

import psycopg

from bench.measuring import Document
from conformance.adapters.stores import own_schema
from impl.store import claims, counts
from impl.store.store import Store
from spec.vocabulary.claims import Claim, Claimed
from spec.vocabulary.completion import Complete

HASH = "a" * 64
CYCLES = 240
LEAST_CYCLES = 30
"""How many cycles at least each client makes, most of them with prepared statements."""
CLIENTS = (1, 4, 16)
SIZES = ((1, 1_000), (100, 1_000), (10_000, 10))
"""How many plans of how many steps."""

FILL = (
    f"""
    INSERT INTO plans (path, document_hash, title)
    SELECT 'plan-' || plan, '{HASH}', 'A plan' FROM generate_series(1, %(plans)s) AS plan
    """,
    """
    INSERT INTO steps (plan, anchor, step_index, title)
    SELECT 'plan-' || plan, 'step-' || step, step - 1, 'A step'
    FROM generate_series(1, %(plans)s) AS plan, generate_series(1, %(steps)s) AS step
    """,
    "CREATE TABLE jobs (id bigint PRIMARY KEY, state text NOT NULL DEFAULT 'todo')",
    "CREATE INDEX jobs_to_do ON jobs (id) WHERE state = 'todo'",
    "INSERT INTO jobs SELECT generate_series(1, %(plans)s::bigint * %(steps)s)",
    counts.COUNT_OF_PLANS,
    "ANALYZE",
)
TAKE = """
UPDATE jobs SET state = 'doing' WHERE id = (
    SELECT id FROM jobs WHERE state = 'todo' ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
) RETURNING id
"""
DONE = "UPDATE jobs SET state = 'done' WHERE id = %s"
Cycle = tuple[Callable[[], Any], Callable[[Any], object]]
"""What claims, and what completes the claimed."""


@contextmanager
def store_cycles(place: str, number: int, plans: int) -> Iterator[Cycle]:
    """Connect a client of the store, which goes through the plans in turn."""
    with Store.open(place, timeout_seconds=60, clock="store") as store:
        turns = count(number * plans // max(CLIENTS))  # few meet in one plan, where there are many

        def claim() -> Complete:
            turn = next(turns)
            plan, worktree = f"plan-{turn % plans + 1}", f"host:{number}-{turn}"
            claimed = store.run(claims.claim, Claim(plan, worktree, HASH, 0))
            assert isinstance(claimed, Claimed)
            return Complete(plan, claimed.anchor, worktree, HASH, 0)

        yield claim, store.apply


@contextmanager
def bare_cycles(place: str, _number: int, _plans: int) -> Iterator[Cycle]:
    """Connect a client of the bare loop."""
    with psycopg.connect(place, autocommit=True) as connection:
        yield lambda: connection.execute(TAKE).fetchone(), partial(connection.execute, DONE)


MEASURED = {"planspec": store_cycles, "FOR UPDATE SKIP LOCKED": bare_cycles}
Done = list[tuple[float, float, float]]
"""When each cycle began, and how many seconds its claim and all of it took."""


def work(what: str, place: str, number: int, plans: int, cycles: int, ready: Any) -> Done:
    """Make cycles once all clients are ready."""
    with MEASURED[what](place, number, plans) as (claim, complete):
        complete(claim())  # connects, and imports what it needs
        ready.wait()
        done: Done = []
        for _ in range(cycles):
            begun, start = time.time(), time.perf_counter()
            claimed = claim()
            taken = time.perf_counter() - start
            complete(claimed)
            done.append((begun, taken, time.perf_counter() - start))
        return done


def measure(what: str, place: str, plans: int, steps: int, clients: int) -> Document:
    """Run clients at the same time; return how fast they were."""
    context = multiprocessing.get_context("spawn")
    with context.Manager() as manager, context.Pool(clients) as pool:
        ready, each = manager.Barrier(clients), max(CYCLES // clients, LEAST_CYCLES)
        asked = [(what, place, number, plans, each, ready) for number in range(clients)]
        done = [one for found in pool.starmap(work, asked, chunksize=1) for one in found]
    taken, whole = ([each[place] * 1_000 for each in done] for place in (1, 2))
    ended = max(begun + seconds for begun, _, seconds in done)
    rate = round(len(done) / (ended - min(begun for begun, _, _ in done)), 1)
    found = {"what": what, "plans": plans, "steps": steps, "clients": clients}
    return {
        **found,
        "cycles_per_second": rate,
        "claim": in_short(taken),
        "cycle": in_short(whole),
    }


def in_short(times: list[float]) -> tuple[float, float]:
    """Return the median and the 99th percentile of some milliseconds."""
    return round(median(times), 2), round(quantiles(times, n=100)[-1], 2)


@contextmanager
def filled(url: str, plans: int, steps: int) -> Iterator[str]:
    """Create a store with so many plans, and the jobs of the others; yield its URL."""
    with own_schema(url) as place:
        Store.open(place).close()
        with psycopg.connect(place, autocommit=True) as connection:
            for statement in FILL:
                connection.execute(statement.encode(), {"plans": plans, "steps": steps})
        yield place


def measurements(url: str) -> Iterator[Document]:
    """Yield what was measured, each of them with new plans."""
    for plans, steps in SIZES:
        for clients in CLIENTS:
            with filled(url, plans, steps) as place:
                for what in MEASURED:
                    found = measure(what, place, plans, steps, clients)
                    print(found, file=sys.stderr)
                    yield found


def main() -> None:
    """Measure, and print a document if that is asked for."""
    found = list(measurements(os.environ["PLANSPEC_POSTGRESQL"]))
    if "--json" in sys.argv:
        print(json.dumps({"measured": found}, indent=1))


if __name__ == "__main__":
    main()
