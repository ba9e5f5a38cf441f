"""Cycles of queues of others, and of bare sqlite3: take a job, and mark it as done.

Run as `cycles.py NAME SYNCHRONOUS FOLDER JOBS`, in the environment beside it. It fills a queue,
then reads a number from each line of standard input, makes so many cycles, and answers with the
seconds and the CPU seconds that they took. Every cycle is two transactions.
"""

import sqlite3
import sys
import time
from collections.abc import Callable
from pathlib import Path

Cycle = Callable[[], None]

TABLE = """
CREATE TABLE steps (
    step_index INTEGER PRIMARY KEY, anchor TEXT NOT NULL UNIQUE,
    status TEXT NOT NULL DEFAULT 'pending', claimed_by TEXT, claimed_at INTEGER,
    heartbeat_at INTEGER, lease_expires_at INTEGER, completed_at INTEGER
) STRICT
"""
INDEX = "CREATE INDEX pending_steps ON steps (step_index) WHERE status = 'pending'"
TAKE = """
UPDATE steps SET status = 'claimed', claimed_by = 'ann', claimed_at = 0, heartbeat_at = 0,
    lease_expires_at = 7200000
WHERE step_index = (SELECT min(step_index) FROM steps WHERE status = 'pending')
RETURNING anchor
"""
DONE = """
UPDATE steps SET status = 'completed', completed_at = 0, lease_expires_at = NULL
WHERE anchor = ? AND claimed_by = 'ann'
"""


def sqlite_cycle(folder: Path, synchronous: str, jobs: int) -> Cycle:
    """Return the cycle of a store without rules: the same rows change in the same transactions."""
    connection = sqlite3.connect(folder / "raw.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute(f"PRAGMA synchronous = {synchronous}")
    connection.execute(TABLE)
    connection.execute(INDEX)
    steps = ((number, f"step-{number}") for number in range(jobs))
    connection.execute("BEGIN")
    connection.executemany("INSERT INTO steps (step_index, anchor) VALUES (?, ?)", steps)
    connection.execute("COMMIT")

    def cycle() -> None:
        connection.execute("BEGIN IMMEDIATE")
        anchor = connection.execute(TAKE).fetchone()
        connection.execute("COMMIT")
        connection.execute("BEGIN IMMEDIATE")
        assert connection.execute(DONE, anchor).rowcount == 1
        connection.execute("COMMIT")

    return cycle


def litequeue_cycle(folder: Path, synchronous: str, jobs: int) -> Cycle:
    """Return the cycle of litequeue."""
    from litequeue import LiteQueue

    queue = LiteQueue(folder / "litequeue.db")
    queue.conn.execute(f"PRAGMA synchronous = {synchronous}")
    with queue.transaction():
        for number in range(jobs):
            queue.put(f"step-{number}")

    def cycle() -> None:
        queue.done(queue.pop().message_id)

    return cycle


def huey_cycle(folder: Path, synchronous: str, jobs: int) -> Cycle:
    """Return the cycle of huey: a task is taken out and run, and its result stored."""
    from huey import SqliteHuey

    huey = SqliteHuey(filename=str(folder / "huey.db"), fsync=True)
    connection = huey.storage.conn
    connection.execute("PRAGMA synchronous = OFF")

    work = huey.task()(abs)
    for number in range(jobs):
        work(number)
    connection.execute(f"PRAGMA synchronous = {synchronous}")

    def cycle() -> None:
        huey.execute(huey.dequeue())

    return cycle


CYCLES = {
    "raw sqlite3": sqlite_cycle,
    "litequeue": litequeue_cycle,
    "huey": huey_cycle,
}


def main(name: str, synchronous: str, folder: str, jobs: str) -> None:
    """Make as many cycles as each line says."""
    cycle = CYCLES[name](Path(folder), synchronous, int(jobs))
    print("ready", flush=True)
    for line in sys.stdin:
        begun, cpu = time.perf_counter(), time.process_time()
        for _ in range(int(line)):
            cycle()
        print(time.perf_counter() - begun, time.process_time() - cpu, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
