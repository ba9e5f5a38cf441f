"""Task Master, TASK_MASTER_TOOLS=all: two agents finish tasks at one moment; some are lost."""

import json
import tempfile
from concurrent.futures import ThreadPoolExecutor
from subprocess import DEVNULL, PIPE, Popen


class Agent(Popen):
    def ask(self, verb, **args):
        body = {"jsonrpc": "2.0", "id": 1, "method": verb, "params": args}
        print(json.dumps(body), file=self.stdin)
        return next(each["result"] for each in map(json.loads, self.stdout) if "result" in each)

    def tool(self, name, **more):
        said = self.ask("tools/call", name=name, arguments={"projectRoot": folder, **more})
        return json.loads(said["content"][0]["text"])["data"]

    def finish(self, ids):
        return {self.tool("set_task_status", id=each, status="done")["message"] for each in ids}


folder, who = tempfile.mkdtemp(), {"capabilities": {}, "clientInfo": {"name": "a", "version": "1"}}
pipes = {"stdin": PIPE, "stdout": PIPE, "stderr": DEVNULL, "text": True, "bufsize": 1}
ann, bob = [Agent("task-master-mcp", **pipes) for _ in range(2)]
_ = [each.ask("initialize", protocolVersion="2025-06-18", **who) for each in (ann, bob)]
ann.tool("initialize_project", skipInstall=True, initGit=False, yes=True, rules=[])
ids = [str(ann.tool("add_task", title="a", description="a")["taskId"]) for _ in range(16)]
print(*ThreadPoolExecutor().map(Agent.finish, (ann, bob), (ids[::2], ids[1::2])), sep="\n")
print("pending:", [each["id"] for each in ann.tool("get_tasks", status="pending")["tasks"]])
