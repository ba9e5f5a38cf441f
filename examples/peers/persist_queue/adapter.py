"""persist-queue's SQLiteAckQueue behind the core profile; with `no-resume`, auto_resume=False.

README: "thread-safe, disk-based queue implementations that survive process crashes"; "Recoverable:
items can be read after process restart". An acknowledgment queue's `get`, `ack` and `nack` are in
"Acknowledgment Queue"; `auto_resume` makes the items that were not acknowledged ready again when a
queue is opened, and `resume_unack_tasks` does so at any time. Of several processes nothing is
said.
"""

import sys
from importlib.metadata import version

from persistqueue import Empty, SQLiteAckQueue
from planspec_adapter import Adapter, serve

RESUMES = "no-resume" not in sys.argv
STATUS = {"0": "waiting", "1": "waiting", "2": "held", "5": "done", "9": "done"}


class Queue(Adapter):
    """A queue in a folder; a worker is whoever has got an item."""

    name = "persist-queue" if RESUMES else "persist-queue, auto_resume=False"
    version = version("persist-queue")
    offers = {
        "store": ("files", "README: SQLiteAckQueue('path')"),
        "takeover": ("restart", "auto_resume") if RESUMES else ("sweep", "resume_unack_tasks()"),
        "order": ("put", "README: FIFO"),
        "give-back": ("yes", "README, 'Acknowledgment Queue': nack"),
        "fencing": ("none", "ack(id=...)"),
        "observe": ("all", "queue()"),
    }
    refusals = (Empty,)

    def open(self, folder):
        self.queue = SQLiteAckQueue(str(folder), auto_resume=RESUMES)

    def put(self, item):
        return self.queue.put(item)

    def take(self):
        return str(self.queue.get(block=False, raw=True)["pqid"])

    def finish(self, item):
        return self.queue.ack(id=int(item)) is not None

    def give_back(self, item):
        return self.queue.nack(id=int(item)) is not None

    def sweep(self):
        return self.queue.resume_unack_tasks()

    def observe(self):
        return {str(row["id"]): STATUS[str(row["status"])] for row in self.queue.queue()}


serve(Queue())
