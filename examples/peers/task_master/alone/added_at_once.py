"""Task Master, TASK_MASTER_TOOLS=all: two agents add tasks at one moment; one done is reopened."""

import json
import tempfile
from multiprocessing.pool import ThreadPool
from subprocess import DEVNULL, PIPE, Popen


class Agent(Popen):
    def ask(self, verb, **args):
        words = {"jsonrpc": "2.0", "id": 1, "method": verb, "params": args}
        print(json.dumps(words), file=self.stdin)
        return next(each["result"] for each in map(json.loads, self.stdout) if "result" in each)

    def tool(self, name, **more):
        said = self.ask("tools/call", name=name, arguments={"projectRoot": folder, **more})
        return json.loads(said["content"][0]["text"])["data"]

    def add(self):
        return [self.tool("add_task", title="a", description="a")["taskId"] for _ in range(6)]


folder, who = tempfile.mkdtemp(), {"capabilities": {}, "clientInfo": {"name": "a", "version": "1"}}
pipes = {"stdin": PIPE, "stdout": PIPE, "stderr": DEVNULL, "text": True, "bufsize": 1}
agents = ann, _ = [Agent("task-master-mcp", **pipes) for _ in range(2)]
_ = [each.ask("initialize", protocolVersion="2025-06-18", **who) for each in agents]
ann.tool("initialize_project", skipInstall=True, initGit=False, yes=True, rules=[])
print("added:", *ThreadPool().map(Agent.add, agents), "now:", len(ann.tool("get_tasks")["tasks"]))
_ = [print(ann.tool("set_task_status", id="1", status=each)) for each in ("done", "pending")]
print("next:", ann.tool("next_task")["nextTask"]["id"])
