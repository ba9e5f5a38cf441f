"""persist-queue: opening the queue hands out an item that another process holds."""

import tempfile

from persistqueue import SQLiteAckQueue

folder = tempfile.mkdtemp()
ann = SQLiteAckQueue(folder)
ann.put("a")
print("ann holds", ann.get(block=False))
print("bob gets", SQLiteAckQueue(folder).get(block=False))
