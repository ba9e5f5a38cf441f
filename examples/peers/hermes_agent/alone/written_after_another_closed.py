"""hermes-agent: what a process writes after another one has closed the board is lost.

The file of the log is deleted while the first process has it open.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

os.environ["HERMES_HOME"] = tempfile.mkdtemp()

from hermes_cli import kanban_db as kb

path = Path(tempfile.mkdtemp()) / "kanban.db"
query = "print(*sqlite3.connect(sys.argv[1]).execute('SELECT title FROM tasks'))"
another = [sys.executable, "-c", f"import sqlite3, sys; {query}", str(path)]

board = kb.connect(path)
kb.create_task(board, title="one")
subprocess.run(another)
kb.create_task(board, title="two")
print([task.title for task in kb.list_tasks(board)])
subprocess.run(another)
