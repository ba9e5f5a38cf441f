"""CLM-8.3, CLM-13.3: a claim and a heartbeat for 0 seconds last a second."""

import tempfile
import time
from pathlib import Path
from types import SimpleNamespace

from hermes_cli import kanban_db as kb

kb.time = SimpleNamespace(time=lambda: 100, sleep=time.sleep, monotonic=time.monotonic)
board = kb.connect(Path(tempfile.mkdtemp()) / "kanban.db")
task = kb.create_task(board, title="Piers")

claimed = kb.claim_task(board, task, claimer="one", ttl_seconds=0).claim_expires
kb.heartbeat_claim(board, task, claimer="one", ttl_seconds=0)
renewed = kb.get_task(board, task).claim_expires
print(f"a claim at 100 for 0 seconds ends at {claimed}, a heartbeat's at {renewed}")
