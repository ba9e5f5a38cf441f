"""What follows from CLM-8.2: a sweep ends a live worker because of the heartbeat of another run.

Without that heartbeat, the sweep would extend the claim of a worker whose process is alive.
"""

import os
import tempfile
import time
from pathlib import Path
from types import SimpleNamespace

from hermes_cli import kanban_db as kb

clock, signals = SimpleNamespace(now=100), []
kb.time = SimpleNamespace(time=lambda: clock.now, sleep=lambda _: None, monotonic=time.monotonic)
board = kb.connect(Path(tempfile.mkdtemp()) / "kanban.db")
task = kb.create_task(board, title="Piers")

kb.claim_task(board, task)
kb.heartbeat_worker(board, task)
kb.reclaim_task(board, task)
clock.now = 9000
kb.claim_task(board, task, ttl_seconds=900)
kb._set_worker_pid(board, task, os.getpid())
clock.now = 9901
kb.release_stale_claims(board, signal_fn=lambda _, signal: signals.append(signal.name))
print(f"a worker that is alive since 9000 gets at {clock.now}: {', '.join(signals)}")
