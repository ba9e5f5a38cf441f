"""litequeue 0.9: a worker whose message was given to another finishes it."""

import tempfile

from litequeue import LiteQueue, MessageStatus

queue = LiteQueue(f"{tempfile.mkdtemp()}/queue.db")
queue.put("a")
ann = queue.pop()
queue.retry(ann.message_id)  # as whoever finds it in list_locked() does
bob = queue.pop()
queue.done(ann.message_id)
print("bob holds the message:", MessageStatus(queue.get(bob.message_id).status).name)
