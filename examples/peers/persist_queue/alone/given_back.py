"""persist-queue: the number of an item is enough to acknowledge it, or to give it back."""

import shutil
import tempfile

from persistqueue import SQLiteAckQueue


def held(folder):
    queue = SQLiteAckQueue(folder, auto_resume=False)
    queue.put("a")
    shutil.copytree(folder, f"{folder}-copy")
    return queue, queue.get(block=False, raw=True)["pqid"]


queue, item = held(tempfile.mkdtemp())
print("given back:", queue.nack(id=item), "then acknowledged:", queue.ack(id=item))
for late in (SQLiteAckQueue.ack, SQLiteAckQueue.nack):
    queue, item = held(tempfile.mkdtemp())
    queue.nack(id=item)
    print(
        "bob gets", queue.get(block=False), f"ann's {late.__name__} returns", late(queue, id=item)
    )
    print("then", queue.acked_count(), "is acknowledged and", queue.ready_count(), "ready")

queue, item = held(folder := tempfile.mkdtemp())
restored = SQLiteAckQueue(f"{folder}-copy", auto_resume=False)
print("restored: bob gets", restored.get(block=False), "ann acknowledges", restored.ack(id=item))
other, number = held(tempfile.mkdtemp())
print(f"a new queue: bob holds {number}, ann acknowledges {item}:", other.ack(id=item))
