"""The board of hermes-agent behind the core profile, called as its own worker tools call it.

Docstrings of hermes_cli/kanban_db.py: `claim_task` "returns None if the task was already claimed";
`complete_task` and `heartbeat_worker` take `expected_run_id`, the run of the claim; a dispatcher
runs `release_stale_claims` and `recompute_ready`; `reclaim_task` is what an operator does. The
board counts seconds, and takes its time from the requests here.
"""

import os
import tempfile
import time
from importlib.metadata import version
from types import SimpleNamespace

os.environ["HERMES_HOME"] = tempfile.mkdtemp()

from hermes_cli import kanban_db as kb
from planspec_adapter import Adapter, serve

STATUS = {"todo": "waiting", "ready": "waiting", "running": "held", "done": "done"}
clock = SimpleNamespace(now=0)
kb.time = SimpleNamespace(time=lambda: clock.now, sleep=time.sleep, monotonic=time.monotonic)


class Board(Adapter):
    """A board in a file; the receipt of a claim is its run."""

    name, version, clock = "hermes-agent", version("hermes-agent"), "virtual"
    offers = {
        "store": ("files", "kanban_db.connect(path)"),
        "leases": ("per claim", "claim_task(ttl_seconds=...)"),
        "takeover": ("sweep", "release_stale_claims, which each dispatcher runs"),
        "dependencies": ("yes", "link_tasks: a child waits for its parents"),
        "order": ("named", "claim_task(task_id)"),
        "heartbeat": ("yes", "heartbeat_claim and heartbeat_worker, as kanban_heartbeat"),
        "fencing": ("optional receipt", "expected_run_id=None: who has no run is not checked"),
        "observe": ("all", "get_task"),
    }

    def open(self, folder, now):
        clock.now = now // 1_000
        self.board = kb.connect(folder / "kanban.db")

    def put(self, item, after, now):
        clock.now = now // 1_000
        task = kb.create_task(self.board, title=item)
        for parent in after:
            kb.link_tasks(self.board, parent, task)
        return task

    def take(self, item, lease, now):
        clock.now = now // 1_000
        kb.recompute_ready(self.board)
        found = kb.claim_task(self.board, item, ttl_seconds=round(lease))
        return found and (item, found.current_run_id)

    def renew(self, item, receipt, lease, now):
        clock.now = now // 1_000
        kb.heartbeat_claim(self.board, item, ttl_seconds=round(lease))
        return kb.heartbeat_worker(self.board, item, expected_run_id=receipt)

    def finish(self, item, receipt, now):
        clock.now = now // 1_000
        return kb.complete_task(self.board, item, expected_run_id=receipt)

    def sweep(self, now):
        clock.now = now // 1_000
        kb.release_stale_claims(self.board)

    def observe(self):
        tasks = kb.list_tasks(self.board)
        return {each.id: STATUS.get(each.status, "waiting") for each in tasks}


serve(Board())
