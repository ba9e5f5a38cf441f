"""persist-queue: a former holder acknowledges an item, and an acknowledged one is given back."""

import tempfile

from persistqueue import SQLiteAckQueue

queue = SQLiteAckQueue(tempfile.mkdtemp(), auto_resume=False)
queue.put("a")
item = queue.get(block=False, raw=True)["pqid"]
queue.resume_unack_tasks()
print("another gets", queue.get(block=False))
queue.ack(id=item)  # by the former holder
print("acknowledged:", queue.acked_count())
queue.nack(id=item)
print("after it was given back, one gets", queue.get(block=False))
