"""litequeue 0.9: retry() frees whatever it names, and done() finishes it, held or not."""

import shutil
import tempfile

from litequeue import LiteQueue, MessageStatus


def held(folder):
    queue = LiteQueue(f"{folder}/queue.db")
    queue.put("a")
    shutil.copytree(folder, f"{folder}-copy")
    return queue, queue.pop().message_id


queue, item = held(tempfile.mkdtemp())
queue.retry(item)
queue.done(item)
print("given back, then done:", MessageStatus(queue.get(item).status).name)
queue.retry(item)
print("done, then given back: handed out again", queue.pop() is not None)
queue.retry(item)
print("held by another, then given back:", MessageStatus(queue.get(item).status).name)

folder = tempfile.mkdtemp()
queue, item = held(folder)
restored = LiteQueue(f"{folder}-copy/queue.db")
restored.pop()
restored.done(item)
print("by who held it before the copy came back:", MessageStatus(restored.get(item).status).name)
