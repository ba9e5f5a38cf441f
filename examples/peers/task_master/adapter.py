"""Task Master behind the core profile, through the tools of its MCP server.

README: `next_task` finds the next task by dependencies; `set_task_status` sets any status of any
task, whoever asks. Nobody holds a task, so `claims` are not offered. The server keeps `tasks.json`.
"""

import json
import os
from pathlib import Path

from planspec_adapter import Adapter, McpClient, serve

PACKAGE = Path(__file__).parent / "node_modules" / "task-master-ai"
STATUS = {"pending": "waiting", "in-progress": "held", "done": "done"}
ENVIRONMENT = {**os.environ, "TASK_MASTER_TOOLS": "all"}


class Tracker(Adapter):
    """A project in a folder; one server for all of them."""

    name, language = "Task Master", "JavaScript"
    version = json.loads((PACKAGE / "package.json").read_text())["version"]
    offers = {
        "store": ("files", ".taskmaster/tasks/tasks.json"),
        "claims": ("none", "set_task_status: 'new status to set', for any task"),
        "dependencies": ("yes", "next_task: 'based on dependencies and status'"),
        "order": ("put", "next_task"),
        "give-back": ("yes", "set_task_status: pending"),
        "fencing": ("none", "set_task_status(id, status)"),
        "observe": ("all", "get_tasks"),
    }
    documented = {"finished-then-given-back": "set_task_status: 'New status to set'"}
    server = None

    def open(self, folder):
        self.folder = str(folder)
        if self.server is None:
            command = ["node", str(PACKAGE / "dist" / "mcp-server.js")]
            self.server = McpClient(command, PACKAGE, env=ENVIRONMENT)
        if not (folder / ".taskmaster").exists():
            flags = {"skipInstall": True, "addAliases": False, "initGit": False, "yes": True}
            self.tool("initialize_project", storeTasksInGit=False, rules=[], **flags)

    def tool(self, name, **arguments):
        result = self.server.tool(name, projectRoot=self.folder, **arguments)
        text = result["content"][0]["text"]
        if result.get("isError"):
            raise RuntimeError(text)
        return json.loads(text)["data"]

    def put(self, item, after):
        dependencies = {"dependencies": ",".join(after)} if after else {}
        added = self.tool("add_task", title=item, description=item, **dependencies)
        return str(added["taskId"])

    def set(self, item, status):
        return self.tool("set_task_status", id=item, status=status) is not None

    def take(self):
        found = self.tool("next_task").get("nextTask")
        return str(found["id"]) if found and self.set(str(found["id"]), "in-progress") else None

    def finish(self, item):
        return self.set(item, "done")

    def give_back(self, item):
        return self.set(item, "pending")

    def observe(self):
        tasks = self.tool("get_tasks")["tasks"]
        return {str(task["id"]): STATUS.get(task["status"], "absent") for task in tasks}


serve(Tracker())
