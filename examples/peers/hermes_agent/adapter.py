"""The board of hermes-agent behind the planspec protocol, called as its own worker tools call it.

Its clock counts seconds: a millisecond of the protocol is a second here, as no rule depends on the
unit. What the board does not store is left out of what is shown.
"""

import json
import os
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace

home = tempfile.TemporaryDirectory()
os.environ["HERMES_HOME"] = home.name

from hermes_cli import kanban_db as kb  # noqa: E402 - it may look for its home when imported

HELLO = {
    "protocol": "planspec 1",
    "name": "hermes-agent",
    "version": version("hermes-agent"),
    "language": "Python",
    "areas": ["claims", "completion"],
    "observe": "partial",
    # To claim one's own task again (A01) and to complete a done one (A28) fails, as documented.
    "editions": ["2026.2-A01-A28"],
    "without": ["substeps", "items", "drift", "choice", "takeover", "fenced"],
}
OPERATIONS = {"claim", "heartbeat", "complete", "release", "ready"}
STATUS = {"todo": "pending", "ready": "pending", "running": "claimed", "done": "completed"}
clock = SimpleNamespace(now=0)
kb.time = SimpleNamespace(time=lambda: clock.now, sleep=time.sleep, monotonic=time.monotonic)


class Unsupported(Exception):
    """The board has nothing that corresponds to a request."""


class Board:
    """A board with the steps of one plan as its tasks, and the worker and step of every run."""

    def __init__(self, plan=None, definition=None, now=0):
        clock.now, self.plan, self.tasks, self.runs = now, plan, {}, {}
        self.board = kb.connect(Path(tempfile.mkdtemp(dir=home.name)) / "kanban.db")
        steps = definition["steps"] if definition else []
        for place, step in enumerate(steps):
            task = {"title": f"Step {place}", "priority": -place}
            self.tasks[step["anchor"]] = kb.create_task(self.board, **task)
        for step in steps:
            for parent in step["dependencies"]:
                kb.link_tasks(self.board, self.tasks[parent], self.tasks[step["anchor"]])

    def run_of(self, worktree, step, claim_id):
        """Return the run that a worker says it works under, or else the last that it was told."""
        mine = [run for run, holder in self.runs.items() if holder == (worktree, step)]
        others = self.runs.get(claim_id, (worktree,))[0] != worktree
        if others or (step in self.tasks and not mine):
            raise Unsupported("who has no run of a task is an operator, who may do anything")
        return mine[-1] if claim_id is None and mine else claim_id

    def claim(self, worktree, lease, force, claim_id=None, **_):
        """Do what a dispatcher does: sweep, promote, then try one task after the other."""
        if force or claim_id is not None:
            raise Unsupported("a claim has neither force nor a run")
        kb.release_stale_claims(self.board)
        kb.recompute_ready(self.board)
        for index, (anchor, task) in enumerate(self.tasks.items()):
            if found := kb.claim_task(self.board, task, ttl_seconds=lease, claimer=worktree):
                self.runs[found.current_run_id] = (worktree, anchor)
                claim = {"claim_id": found.current_run_id, "lease_expires_at": found.claim_expires}
                return {"answer": "claimed", "anchor": anchor, "index": index, **claim}
        return {"answer": "nothing_claimable"}

    def heartbeat(self, step, worktree, lease, claim_id=None, **_):
        """Do what the tool kanban_heartbeat does."""
        task, run = self.tasks.get(step, ""), self.run_of(worktree, step, claim_id)
        kb.heartbeat_claim(self.board, task, ttl_seconds=lease, claimer=worktree)
        if not kb.heartbeat_worker(self.board, task, expected_run_id=run):
            return None
        renewed = kb.get_task(self.board, task).claim_expires
        return {"answer": "lease_renewed", "lease_expires_at": renewed}

    def complete(self, step, worktree, force, claim_id=None, **_):
        """Do what the tool kanban_complete does."""
        if force:
            raise Unsupported("a completion has no force")
        task, run = self.tasks.get(step, ""), self.run_of(worktree, step, claim_id)
        done = kb.complete_task(self.board, task, expected_run_id=run)
        return {"answer": "step_completed"} if done else None

    def release(self, step, worktree, force, claim_id=None, **_):
        """Do what an operator does with `hermes kanban reclaim`."""
        if not force or worktree is not None or claim_id is not None:
            raise Unsupported("only an operator takes a claimed task back")
        done = kb.reclaim_task(self.board, self.tasks.get(step, ""))
        return {"answer": "released"} if done else None

    def ready(self, **_):
        """List the tasks by the status that the board keeps."""
        kb.recompute_ready(self.board)
        listed = {"completed": "done", "ready": "ready"}
        for name, status in listed.items():
            found = {each.id for each in kb.list_tasks(self.board, status=status)}
            listed[name] = [anchor for anchor, task in self.tasks.items() if task in found]
        return {"answer": "readiness", **listed}

    def observe(self):
        """Show what is stored of the plan."""
        steps = [self.shown(anchor, task) for anchor, task in self.tasks.items()]
        plan = {"path": self.plan, "steps": steps, "last_claim_id": max(self.runs, default=0)}
        return {"plans": [plan] if self.plan is not None else []}

    def shown(self, anchor, task):
        """Show a task: a done one keeps no claim, and a claim alone is no heartbeat."""
        task = kb.get_task(self.board, task)
        step = {"anchor": anchor, "status": STATUS[task.status], "completed_at": task.completed_at}
        if task.status != "done":
            step |= {"claimed_by": task.claim_lock, "lease_expires_at": task.claim_expires}
            step |= {"claim_id": task.current_run_id}
        if task.status == "running":
            step["claimed_at"] = kb.latest_run(self.board, task.id).started_at
        if task.last_heartbeat_at is not None:
            step["heartbeat_at"] = task.last_heartbeat_at
        return step

    def apply(self, request):
        """Return the reply to an operation."""
        clock.now = request["now"]
        if request["operation"] not in OPERATIONS or request["plan"] != self.plan:
            return {"reply": "unsupported", "why": "the board has nothing like it"}
        try:
            answer = getattr(self, request["operation"])(**request)
        except Unsupported as error:
            return {"reply": "unsupported", "why": str(error)}
        return {"reply": "ok", **answer} if answer else {"reply": "rejected"}


board = Board()
for line in sys.stdin:
    request = json.loads(line)
    if request["request"] == "reset":
        board.board.close()
        board = Board(request["plan"], request["definition"], request["now"])
    reply = HELLO if request["request"] == "hello" else {}
    if request["request"] in ("observe", "op"):
        reply = board.observe() if request["request"] == "observe" else board.apply(request)
    print(json.dumps({"reply": "ok", **reply}), flush=True)
