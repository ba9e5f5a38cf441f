"""The folder in which calls are made: a repository in the middle of its work, and input files."""

import contextlib
import io
import json
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from unittest.mock import patch

from conformance.adapters.command_line.dialects.dialect import template
from conformance.histories.format import line_of
from conformance.histories.logs.mapping import template as mapping_template
from conformance.vectors.reading import VECTORS
from impl.cli.main import main
from impl.git.repository import git
from spec.formats.histories import Dead, History
from tests.fuzzing.running import ENVIRONMENT
from tests.impl.cli.desk import BRIDGE, PLAN
from tests.impl.cli.stop_hook.hooks import STATE

WORKTREE = "ann"
"""The linked worktree, which holds the plan's first step."""

TRACE = {
    "format": "planspec trace 1",
    "edition": "2026.1",
    "shows": "nothing",
    "operations": [
        {
            "operation": "register",
            "plan": "plan.md",
            "definition": {
                "title": "A bridge",
                "document_hash": "0" * 64,
                "steps": [{"anchor": "deck", "title": "Lay the deck"}],
            },
            "now": 0,
        },
        {"operation": "ready", "plan": "plan.md", "now": 5},
    ],
}
REVIEW = {
    "verdict": "APPROVE",
    "checkpoints": [{"ordinal": 0, "judgement": "FAIL", "reason": "it swings"}],
}
COMMIT = {
    "schema_version": "1",
    "command": "commit",
    "status": "ok",
    "data": {
        "commit_hash": "0" * 40,
        "state_update_failed": True,
        "state_failure_reason": "open_items",
        "warnings": ["not completed"],
    },
    "issues": [],
}
DEVIATIONS = """\
[[deviation]]
rule = "CLM-5"
reason = "leases of a minute"
expires = 2999-06-30
witness = "trace.json"
link = "https://example.org"
"""
IDENTITY_REPLY = {
    "reply": "ok",
    "name": "mine",
    "version": "1",
    "language": "C",
    "areas": ["plans", "claims"],
    "window": 1,
    "editions": ["2026.2"],
}
LOG = '{"time": 1, "worker": "ann", "op": "take", "result": "taken", "step": "deck"}\n'
HISTORY = line_of(History("2026.2")) + line_of(Dead("ann", 1))
HOOK_LOG = {"time": "now", "happened": "answered", "approved": False, "session": "s"}

VECTOR = "claims/rule-CLM-5.json"

ANSWERING = r"""
exec 3<replies.jsonl
while read -r asked; do read -r reply <&3; printf '%s\n' "$reply"; done
"""
PROGRAM = ("--", "sh", "-c", ANSWERING)
"""A program under test, whose replies are the lines of a file."""

FILES: dict[str, str] = {
    PLAN: BRIDGE,
    "summary.md": "Laid the deck. " * 10,
    ".taskie/plans/bridge/plan.md": "# A bridge\n",
    ".taskie/plans/bridge/state.json": json.dumps(STATE),
    ".taskie/plans/bridge/logs/stop-hook.jsonl": json.dumps(HOOK_LOG) + "\n",
    ".taskie/plans/bridge/plan-review-1.md": "VERDICT: PASS\n",
    f"{WORKTREE}/.planstate/implementation-log.md": "# Implementation log\n",
    "review.json": json.dumps(REVIEW),
    "commit.json": json.dumps(COMMIT),
    "trace.json": json.dumps(TRACE),
    "deviations.toml": DEVIATIONS,
    "dialect.toml": template(),
    "mapping.toml": mapping_template(),
    "log.jsonl": LOG,
    "history.jsonl": HISTORY,
    "replies.jsonl": f'{json.dumps(IDENTITY_REPLY)}\n{{"reply": "ok"}}\n',
    f"vectors/{VECTOR}": (VECTORS / VECTOR).read_text(),
}
"""The files that are read, and what is in them."""


def make_template(folder: Path) -> Path:
    """Make the template of the folder, and return it; a worktree's path in it is relative."""
    inside = [name for name in FILES if name.startswith(WORKTREE)]
    write(folder, FILES.keys() - inside)
    with patch.dict(os.environ, ENVIRONMENT):
        git(folder, "init", "--quiet", "--template=", "--initial-branch=main")
        git(folder, "add", PLAN)
        git(folder, "commit", "--quiet", "--message=Plan a bridge")
        git(folder, "worktree", "add", "--quiet", WORKTREE)
        for words in (("state", "init", PLAN), ("state", "claim", PLAN, "--worktree", WORKTREE)):
            call(folder, words)
    own = folder / ".git" / "worktrees" / WORKTREE
    (own / "gitdir").write_text(f"../../../{WORKTREE}/.git\n")
    (folder / WORKTREE / ".git").write_text(f"gitdir: ../.git/worktrees/{WORKTREE}\n")
    write(folder, inside)
    return folder


def write(folder: Path, names: Iterable[str]) -> None:
    """Write some of the files."""
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(FILES[name])


def call(folder: Path, words: Sequence[str]) -> None:
    """Call `planstate`, which must succeed."""
    with contextlib.chdir(folder), contextlib.redirect_stdout(io.StringIO()):
        assert main(words) == 0
