"""Backlog.md behind the core profile, through its command line.

`backlog instructions task-execution`: "Mark it in progress and assign yourself: backlog task edit
TASK-123 -s <active status> -a @your-name". It says to confirm that a task is eligible; dependencies
are shown, and not enforced, so they are not offered. A person takes a task over by another edit.
"""

import json
import re
from pathlib import Path

from planspec_adapter import Adapter, run, serve

PACKAGE = Path(__file__).parent / "node_modules"
STATUS = {"To Do": "waiting", "In Progress": "held", "Done": "done"}


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
    documented = {
        "acknowledged-is-stored": "task edit -s: sets any status of any task, a done one too"
    }

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

    def reset(self, item):
        return self.edit(item, "-s", "To Do", "-a", "")

    def observe(self):
        tasks = json.loads(self.backlog("task", "list", "--json").stdout)
        tasks = tasks["tasks"] if isinstance(tasks, dict) else tasks
        return {task["id"]: (STATUS[task["status"]], self.holder(task)) for task in tasks}

    def holder(self, task):
        names = task.get("assignee") or task.get("assignees") or []
        return names[0].lstrip("@") if names and task["status"] == "In Progress" else None


serve(Tracker())
