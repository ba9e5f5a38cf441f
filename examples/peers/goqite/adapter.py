"""goqite behind the core profile, through `main.go`, which makes the calls of its README.

README: messages "are guaranteed to not be redelivered before a timeout occurs"; "message timeouts
can be extended, to support e.g. long-running tasks". `Delete` and `Extend` take the id of a
message, the same for everybody who receives it, and return no error if nothing was changed.
"""

import json
import re
import sqlite3
import subprocess
from datetime import UTC, datetime
from pathlib import Path

from planspec_adapter import Adapter, serve

HERE = Path(__file__).parent
VERSION = re.search(r"goqite v(\S+)", (HERE / "go.mod").read_text()).group(1)


class Queue(Adapter):
    """A queue in a file; a worker is whoever has received a message."""

    name, version, language = "goqite", VERSION, "Go"
    offers = {
        "store": ("files", "README: 'persisted in a single database table'"),
        "leases": ("one for all", "NewOpts.Timeout"),
        "takeover": ("claim", "README: 'not redelivered before a timeout occurs'"),
        "order": ("put", "ReceiveTx: order by priority desc, created"),
        "give-back": ("yes", "Extend(ctx, id, 0): 'by the given delay from now'"),
        "heartbeat": ("yes", "Extend(ctx, id, delay)"),
        "fencing": ("none", "Delete(ctx, id)"),
        "attempts": ("limited", "NewOpts.MaxReceive: 3, if not given"),
        "observe": ("done is absent", "Delete removes the row"),
    }

    def open(self, folder, lease):
        self.program = subprocess.Popen(
            [HERE / "queue"], encoding="utf-8", stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.file, self.lease = folder / "queue.db", lease
        schema = "" if self.file.exists() else (HERE / "schema.sql").read_text()
        self.ask("open", file=str(self.file), schema=schema)

    def ask(self, verb, item="", **more):
        words = {"verb": verb, "item": item, "lease": self.lease, **more}
        print(json.dumps(words), file=self.program.stdin, flush=True)
        result = json.loads(self.program.stdout.readline())
        if isinstance(result, dict):
            raise RuntimeError(result["error"])
        return result

    def put(self, item):
        return self.ask("put", item)

    def take(self):
        return self.ask("take")

    def renew(self, item):
        return self.ask("renew", item)

    def give_back(self, item):
        return self.ask("give_back", item)

    def finish(self, item):
        return self.ask("finish", item)

    def observe(self):
        now = datetime.now(UTC).isoformat(timespec="milliseconds")[:23] + "Z"
        with sqlite3.connect(self.file) as connection:
            rows = connection.execute("SELECT id, received, timeout FROM goqite").fetchall()
        return {item: "held" if n and timeout > now else "waiting" for item, n, timeout in rows}


serve(Queue())
