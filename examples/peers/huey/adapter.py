"""huey with SQLite behind the core profile, called as its consumer's worker calls it.

Docs, "Guide", "Task queue": a worker dequeues a task and executes it. A dequeued task is in no
store: "Consumer", "Shutdown": "tasks that are interrupted" are only notified, by a signal, and not
run again unless the program enqueues them (`huey.api.notify_interrupted_tasks`).
"""

from importlib.metadata import version

from huey import SqliteHuey
from planspec_adapter import Adapter, serve


class Queue(Adapter):
    """A queue in a file; a worker keeps the tasks that it has dequeued."""

    name, version = "huey", version("huey")
    offers = {
        "store": ("files", "SqliteHuey(filename)"),
        "order": ("put", "docs, 'Guide': first in, first out"),
        "fencing": ("none", "execute(task)"),
        "observe": ("all", "pending() and result()"),
    }

    def open(self, folder):
        self.huey = SqliteHuey(filename=str(folder / "huey.db"), store_none=True)
        self.task = self.huey.task()(work)
        self.held = {}

    def put(self, item):
        return self.task(item).id

    def take(self, worker):
        task = self.huey.dequeue()
        if task is None:
            return None
        self.held[worker, task.id] = task
        return task.id, None

    def finish(self, worker, item):
        if (worker, item) not in self.held:
            raise NotImplementedError("only a worker that has dequeued a task can execute it")
        self.huey.execute(self.held.pop((worker, item)))

    def observe(self):
        states = {each.id: "waiting" for each in self.huey.pending()}
        states |= {item: ("held", worker) for worker, item in self.held}
        return states | dict.fromkeys(self.huey.all_results(), "done")


def work(item):
    """Do what a task is for."""
    return item


serve(Queue())
