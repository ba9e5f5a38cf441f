"""hermes-agent: a board that was restored from a copy counts runs from where the copy was."""

import os
import shutil
import tempfile
from pathlib import Path

os.environ["HERMES_HOME"] = tempfile.mkdtemp()

from hermes_cli import kanban_db as kb

folder = Path(tempfile.mkdtemp())
board = kb.connect(folder / "kanban.db")
task = kb.create_task(board, title="a")
board.close()
shutil.copytree(folder, restored := Path(tempfile.mkdtemp()) / "restored")
board = kb.connect(folder / "kanban.db")
ann = kb.claim_task(board, task).current_run_id

board = kb.connect(restored / "kanban.db")
bob = kb.claim_task(board, task).current_run_id
print(f"ann's run was {ann}, bob's is {bob}")
print("ann completes:", kb.complete_task(board, task, expected_run_id=ann))
print("the task is now", kb.get_task(board, task).status)
