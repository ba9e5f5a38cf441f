"""huey: a task that a worker has dequeued is nowhere, so it is lost with the worker."""

import tempfile

from huey import SqliteHuey

place = f"{tempfile.mkdtemp()}/huey.db"
huey = SqliteHuey(filename=place)
work = huey.task()(lambda: None)
work()
print("waiting before:", len(huey))
huey.dequeue()  # the worker is killed here
again = SqliteHuey(filename=place)
print("waiting after:", len(again), "scheduled:", again.scheduled_count())
