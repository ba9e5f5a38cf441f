#!/usr/bin/env python3
"""`tug`: needs `tug setup`, takes absolute paths only, and has sentences instead of codes.

With `--lenient` before the subcommand, anybody may release what somebody else holds: a defect.
"""

import io
import json
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NoReturn

from impl.cli.main import main

USAGE = 2
COMMANDS = {
    name: f"state {name}"
    for name in (
        *("init", "claim", "start", "heartbeat", "update", "complete", "show"),
        *("ready", "reset", "release", "reconcile"),
    )
} | {"commit": "commit"}
SILENT = ("reset", "release")
SENTENCES = {
    "duplicate_anchor": "two steps have one anchor",
    "unknown_dependency": "a step depends on a step that is not there",
    "circular_dependency": "a step depends on itself",
    "plan_without_steps": "the plan has no steps",
    "plan_drift": "the plan file was edited",
    "ownership_violation": "somebody else holds the step",
    "stale_claim": "the claim is an old one",
    "not_claimed": "the step is in another state",
    "incomplete_checklist": "some items are open",
    "incomplete_substeps": "some substeps are not done",
}
"""What it says of a rejection, by its reason; of all others it says that it cannot do that."""


def fail(text: str, code: int = 1) -> NoReturn:
    """End with a text on standard error."""
    print(text, file=sys.stderr)
    sys.exit(code)


def require_set_up(name: str, arguments: list[str]) -> None:
    """End unless the repository is set up, and the subcommand is called as it has to be."""
    if not (root() / ".tug").is_dir():
        fail("error: this is no tug repository")
    if name not in COMMANDS or "--allow-drift" in arguments:
        fail(f"usage: tug [--lenient] {'|'.join(COMMANDS)} ...", USAGE)
    for each in arguments:
        if each.endswith(".md") and not Path(each).is_absolute():
            fail(f"error: the path {each} is not absolute")


def root() -> Path:
    """Return the root of the main worktree."""
    common = ("git", "rev-parse", "--path-format=absolute", "--git-common-dir")
    return Path(subprocess.check_output(common, text=True).strip()).parent


def asked(name: str, arguments: list[str]) -> tuple[int, dict[str, Any]]:
    """Return how a subcommand of `planstate` ends, and its envelope; end with its usage errors."""
    with redirect_stdout(io.StringIO()) as printed, redirect_stderr(io.StringIO()) as errors:
        try:
            code = main([*COMMANDS[name].split(), "--json", *arguments])
        except SystemExit as ending:
            code = int(ending.code or 0)
    if code == USAGE:
        fail(errors.getvalue(), USAGE)
    return code, json.loads(printed.getvalue())


def answered(name: str, arguments: list[str], lenient: bool) -> dict[str, Any]:
    """Return the envelope of an answer, or end with an error."""
    code, envelope = asked(name, arguments)
    reason = envelope["data"].get("reason", "")
    if code and lenient and (name, reason) == ("release", "ownership_violation"):
        code, envelope = asked(name, [*arguments[:2], "--force"])
    if code:
        fail(f"error: {SENTENCES.get(reason, 'I cannot do that')}")
    return envelope


def run(name: str, arguments: list[str], lenient: bool) -> None:
    """Run a subcommand."""
    if name == "--version":
        print("tug 1.4\nedition 2026.2")
        return
    if name == "setup":
        (root() / ".tug").mkdir()
        return
    require_set_up(name, arguments)
    envelope = answered(name, [each for each in arguments if each != "--json"], lenient)
    if envelope["issues"]:
        print("warning: the plan file was edited", file=sys.stderr)
    if name not in SILENT:
        print(json.dumps(envelope | {"command": name, "issues": []}))


if __name__ == "__main__":
    lenient = sys.argv[1:2] == ["--lenient"]
    name, *rest = sys.argv[1 + lenient :] or [""]
    run(name, rest, lenient)
