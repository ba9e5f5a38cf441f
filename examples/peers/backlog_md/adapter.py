"""Backlog.md behind the core profile, through its command line.

`backlog instructions task-execution`: "Mark it in progress and assign yourself: backlog task edit
TASK-123 -s <active status> -a @your-name". It says to confirm that a task is eligible; dependencies
are only shown, so they are not offered. Another edit takes a task over, and may set any status.
"""

import json
import re
from pathlib import Path

from planspec_adapter import Adapter, run, serve

PACKAGE = Path(__file__).parent / "node_modules"
STATUS = {"To Do": "waiting", "In Progress": "held", "Done": "done"}
REOPENED = (
    "finished-then-restarted",
    "finished-is-final",
    "finished-before-the-lease-ends",
    "finished-after-the-lease",
    "finished-then-given-back",
)


class Tracker(Adapter):
    """A project in a folder, each of whose tasks is a file."""

    name, language = "Backlog.md", "TypeScript"
    version = json.loads((PACKAGE / "backlog.md" / "package.json").read_text())["version"]
    offers = {
        "store": ("files", "README: tasks are Markdown files"),
        "claims": ("yes", "instructions task-execution: 'mark it in progress and assign yourself'"),
        "takeover": ("person", "task edit -a: 'replace all task assignees'"),
        "order": ("named", "task edit [taskIds...]"),
        "names": ("yes", "task edit -a"),
        "give-back": ("yes", "task edit -s 'To Do' -a ''"),
        "reset": ("yes", "task edit -s 'To Do' -a ''"),
        "fencing": ("none", "task edit [taskIds...]"),
        "observe": ("all", "task list"),
    }
    documented = dict.fromkeys(REOPENED, "task edit --help: 'status: one of configured statuses'")

    def open(self, folder):
        self.folder = folder
        if not (folder / "backlog").exists():
            self.backlog("init", "core", "--defaults", "--no-git", "--integration-mode", "none")

    def backlog(self, *words):
        return run([str(PACKAGE / ".bin" / "backlog"), *words], self.folder)

    def put(self, item):
        done = self.backlog("task", "create", item, "--plain")
        found = re.search(r"Task (TASK-\d+)", done.stdout)
        return found[1] if done.returncode == 0 and found else False

    def edit(self, item, *words):
        return self.backlog("task", "edit", item, *words, "--plain").returncode == 0

    def take(self, item, worker):
        return item if self.edit(item, "-s", "In Progress", "-a", f"@{worker}") else None

    def finish(self, item):
        return self.edit(item, "-s", "Done")

    def give_back(self, item):
        return self.edit(item, "-s", "To Do", "-a", "")

    reset = give_back

    def observe(self):
        tasks = json.loads(self.backlog("task", "list", "--json").stdout)["tasks"]
        return {task["id"]: (STATUS[task["status"]], self.holder(task)) for task in tasks}

    def holder(self, task):
        is_held = task["assignees"] and task["status"] == "In Progress"
        return task["assignees"][0].lstrip("@") if is_held else None


serve(Tracker())
