"""A small queue of somebody's own, and its adapter: `adapter.py [PROPERTY]` lacks one promise."""

import sqlite3
import sys
from pathlib import Path
from typing import ClassVar

sys.path.insert(0, f"{Path(__file__).parents[2]}/conformance/adapters/shell")

from planspec_adapter import Adapter, serve

FAULT = sys.argv[1] if len(sys.argv) > 1 else ""
HERE = "this file"
FREE = "(holder IS NULL OR until < :now) AND NOT done"
DONE = "SELECT name FROM items WHERE done"
UNBLOCKED = "NOT EXISTS (SELECT 1 FROM needs WHERE needs.name = items.name "
UNBLOCKED += f"AND other NOT IN ({DONE}))"
MINE = "name = :item AND claim = :receipt AND NOT done"
TABLES = """
CREATE TABLE IF NOT EXISTS items (name PRIMARY KEY, holder, until, claim, done NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS needs (name, other);
"""


class Queue(Adapter):
    """The queue, each of whose promises is a piece of SQL."""

    name, version, clock = "small queue", "1", "virtual"
    offers: ClassVar = {
        "store": ("files", HERE),
        "leases": ("per claim", HERE),
        "takeover": ("claim", HERE),
        "dependencies": ("yes", HERE),
        "order": ("put", HERE),
        "names": ("yes", HERE),
        "give-back": ("yes", HERE),
        "heartbeat": ("yes", HERE),
        "fencing": ("receipt", HERE),
        "observe": ("all", HERE),
    }

    def open(self, folder):
        path = ":memory:" if FAULT == "acknowledged-is-stored" else folder / "queue.db"
        self.db = sqlite3.connect(path, isolation_level=None, timeout=20)
        self.db.executescript(TABLES)

    def put(self, item, after):
        # An item is there only with all that it depends on.
        self.db.executemany("INSERT INTO needs VALUES (?, ?)", [(item, each) for each in after])
        self.db.execute("INSERT INTO items (name) VALUES (?)", (item,))
        return True

    def take(self, worker, lease, now):
        free = "NOT done" if FAULT == "one-holder" else FREE
        free = free.replace("until < :now", "0") if FAULT == "leases-end" else free
        unblocked = "1" if FAULT == "dependencies-kept" else UNBLOCKED
        return self.db.execute(
            "UPDATE items SET holder = :worker, until = :now + :lease, claim = hex(randomblob(8)) "
            f"WHERE rowid = (SELECT min(rowid) FROM items WHERE {free} AND {unblocked}) "
            "RETURNING name, claim",
            {"worker": worker, "now": now, "lease": lease * 1_000},
        ).fetchone()

    def change(self, to, item, receipt, **more):
        mine = "name = :item AND NOT done" if FAULT == "stale-refused" else MINE
        values = {"item": item, "receipt": receipt, **more}
        return self.db.execute(f"UPDATE items SET {to} WHERE {mine}", values).rowcount > 0

    def renew(self, item, receipt, lease, now):
        return self.change("until = :until", item, receipt, until=now + lease * 1_000)

    def give_back(self, item, receipt):
        return self.change("holder = NULL, claim = NULL", item, receipt)

    def finish(self, item, receipt):
        return self.change("done = 1", item, receipt)

    def observe(self):
        rows = self.db.execute("SELECT name, holder, done FROM items")
        return {
            name: "done" if done else ("held", holder) if holder else "waiting"
            for name, holder, done in rows
        }


if FAULT == "nothing-lost":
    Queue.offers = Queue.offers | {"takeover": ("none", HERE), "leases": ("none", HERE)}
    FREE = "holder IS NULL AND NOT done"
serve(Queue())
