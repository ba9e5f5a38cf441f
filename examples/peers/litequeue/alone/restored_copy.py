"""litequeue: a store that was restored from a copy gives the same claim ids again."""

import shutil
import tempfile
from pathlib import Path

from litequeue import LiteQueue

store, copy = (Path(tempfile.mkdtemp()) / name for name in ("store", "copy"))
store.mkdir()
queue = LiteQueue(f"{store}/queue.db")
queue.put("a")
queue.close()
shutil.copytree(store, copy)
ann = LiteQueue(f"{store}/queue.db").pop()

shutil.rmtree(store)
shutil.copytree(copy, store)
queue = LiteQueue(f"{store}/queue.db")
bob = queue.pop()
print(f"ann's claim was {ann.claim_id}, bob's is {bob.claim_id}")
print("ann finishes:", queue.done(ann.message_id, claim_id=ann.claim_id))
print("bob finishes:", queue.done(bob.message_id, claim_id=bob.claim_id))
