"""CLM-20.2: a worker whose run was reclaimed is refused, and renews the lease of the next run.

It does what the tool kanban_heartbeat does. Claims of one dispatcher share the lock `host:pid`.
"""

import tempfile
import time
from pathlib import Path
from types import SimpleNamespace

from hermes_cli import kanban_db as kb

clock = SimpleNamespace(now=100)
kb.time = SimpleNamespace(time=lambda: clock.now, sleep=time.sleep, monotonic=time.monotonic)
board = kb.connect(Path(tempfile.mkdtemp()) / "kanban.db")
task = kb.create_task(board, title="Piers")

first = kb.claim_task(board, task, ttl_seconds=10)
kb.reclaim_task(board, task)
second = kb.claim_task(board, task, ttl_seconds=10)
print(f"run {second.current_run_id} holds the task until {second.claim_expires}")
clock.now = 105
kb.heartbeat_claim(board, task, ttl_seconds=900)
accepted = kb.heartbeat_worker(board, task, expected_run_id=first.current_run_id)
expires = kb.get_task(board, task).claim_expires
print(f"heartbeat of run {first.current_run_id}: {accepted}; the task is now held until {expires}")
