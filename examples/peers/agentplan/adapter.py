"""agentplan behind the core profile, through its command line.

README: "dependency tracking with automatic unblocking"; "atomic ticket claiming (safe for
concurrent agents)". `claim --timeout` is the claim's timeout in seconds, and a claim first takes
back expired ones. `ticket done` names project and ticket; `--agent` is only recorded. Nothing
gives a claim back.
"""

import json
import os
import re
import sys
from importlib.metadata import version
from pathlib import Path

from planspec_adapter import Adapter, run, serve

STATUS = {"pending": "waiting", "blocked": "waiting", "in-progress": "held", "done": "done"}


class Tracker(Adapter):
    """A database in a home folder, with one project."""

    name, version = "agentplan", version("agentplan")
    offers = {
        "store": ("files", "~/.agentplan"),
        "leases": ("per claim", "claim --timeout: 'claim timeout in seconds'"),
        "takeover": ("claim", "cmd_claim: _reap_expired_claims"),
        "dependencies": ("yes", "README: 'dependency tracking with automatic unblocking'"),
        "order": ("put", "claim: 'the next unblocked ticket'"),
        "names": ("yes", "claim --agent"),
        "fencing": ("none", "ticket done PROJECT TICKET"),
        "observe": ("all", "status --format json"),
    }

    def open(self, folder):
        self.folder = folder
        if not (folder / ".agentplan").exists():
            self.agentplan("create", "core")

    def agentplan(self, *words):
        command = [str(Path(sys.executable).with_name("agentplan")), *words]
        return run(command, self.folder, env={**os.environ, "HOME": str(self.folder)})

    def put(self, item, after):
        words = ["--depends", ",".join(after)] if after else []
        found = re.search(
            r"ticket #(\d+)", self.agentplan("ticket", "add", "core", item, *words).stdout
        )
        return found[1] if found else False

    def take(self, worker, lease):
        words = ("--agent", worker, "--timeout", str(round(lease)))
        found = re.search(r"Claimed ticket #(\d+)", self.agentplan("claim", "core", *words).stdout)
        return found[1] if found else None

    def finish(self, item, worker):
        return self.agentplan("ticket", "done", "core", item, "--agent", worker).returncode == 0

    def observe(self):
        project = json.loads(self.agentplan("status", "core", "--format", "json").stdout)
        return {
            str(each["num"]): (STATUS[each["status"]], self.holder(each))
            for each in project["tickets"]
        }

    def holder(self, ticket):
        return ticket.get("started_by") if ticket["status"] == "in-progress" else None


serve(Tracker())
