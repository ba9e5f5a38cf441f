"""litequeue behind the core profile: 0.9, and 0.13 or newer, whose claims have ids.

0.9 (docstrings of litequeue.py): `list_locked` "return all the tasks that have been in the LOCKED
state for more than threshold_seconds"; `retry` "mark a locked message as free again"; `done` "mark
message as done". 0.14 (README): "integer claim IDs prevent stale workers from changing newer
message claims"; "update methods return False for missing messages and stale claims".
"""

from importlib.metadata import version

from litequeue import LiteQueue
from planspec_adapter import Adapter, serve

FENCED = hasattr(LiteQueue, "retry_expired")
STATUS = ("waiting", "held", "done", "done")


class Queue(Adapter):
    """A queue in a file; a worker is whoever has popped a message."""

    name, version = "litequeue", version("litequeue")
    offers = {
        "store": ("files", "README: 'implemented on top of SQLite'"),
        "leases": ("one for all", "list_locked(threshold_seconds)"),
        "takeover": ("sweep", "retry_expired()" if FENCED else "list_locked() and retry()"),
        "order": ("put", "pop(): ORDER BY message_id"),
        "give-back": ("yes", "retry(): 'mark a locked message as free again'"),
        "fencing": ("receipt", "README: claim IDs") if FENCED else ("none", "done(message_id)"),
        "observe": ("all", "prune() removes finished messages, nothing else does"),
    }

    def open(self, folder, lease):
        self.queue, self.lease = LiteQueue(str(folder / "queue.db")), lease

    def put(self, item):
        return self.queue.put(item).message_id

    def take(self):
        message = self.queue.pop()
        return message and (message.message_id, getattr(message, "claim_id", None))

    def finish(self, item, receipt):
        return self.say(self.queue.done, item, receipt)

    def give_back(self, item, receipt):
        return self.say(self.queue.retry, item, receipt)

    def say(self, method, item, receipt):
        if FENCED:
            return method(item, claim_id=receipt)
        method(item)  # returns the id of the last inserted row, whatever it did
        return None

    def sweep(self):
        if FENCED:
            self.queue.retry_expired(self.lease)
            return
        for message in list(self.queue.list_locked(self.lease)):
            self.queue.retry(message.message_id)

    def observe(self):
        rows = self.queue.conn.execute(f"SELECT message_id, status FROM {self.queue.table}")
        return {row["message_id"]: STATUS[row["status"]] for row in rows}


serve(Queue())
