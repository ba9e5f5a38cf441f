"""CLM-14.7, CLM-8.2: neither giving a task back nor claiming it anew clears the last heartbeat."""

import tempfile
import time
from pathlib import Path
from types import SimpleNamespace

from hermes_cli import kanban_db as kb

clock = SimpleNamespace(now=100)
kb.time = SimpleNamespace(time=lambda: clock.now, sleep=time.sleep, monotonic=time.monotonic)
board = kb.connect(Path(tempfile.mkdtemp()) / "kanban.db")
task = kb.create_task(board, title="Piers")

kb.claim_task(board, task, claimer="one")
kb.heartbeat_worker(board, task)
kb.reclaim_task(board, task)
print(f"given back, with a heartbeat at {kb.get_task(board, task).last_heartbeat_at}")
clock.now = 9000
claimed = kb.claim_task(board, task, claimer="two")
print(f"claimed at {clock.now}, with a heartbeat at {claimed.last_heartbeat_at}")
