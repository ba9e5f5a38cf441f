#!/usr/bin/env python3
"""`tug`: needs `tug setup`, takes absolute paths only, and has sentences instead of codes.

With `--lenient` before the subcommand, anybody may release what somebody else holds: a defect.
"""

import json
import sys
from pathlib import Path
from typing import Any, NoReturn

from planstate import Misused, Refused, ask, root  # type: ignore[import-not-found] # beside it

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
        fail(f"usage: tug [--lenient] {'|'.join(COMMANDS)} ...", 2)
    for each in arguments:
        if each.endswith(".md") and not Path(each).is_absolute():
            fail(f"error: the path {each} is not absolute")


def answered(name: str, arguments: list[str], lenient: bool) -> tuple[dict[str, Any], list[str]]:
    """Return data and warnings, or end with an error."""
    found: tuple[dict[str, Any], list[str]]
    try:
        found = ask(COMMANDS[name], arguments)
    except Refused as refused:
        if lenient and name == "release" and refused.reason == "ownership_violation":
            found = ask(COMMANDS[name], [*arguments[:2], "--force"])
        else:
            fail(f"error: {SENTENCES.get(refused.reason, 'I cannot do that')}")
    except Misused as misused:
        fail(str(misused), 2)
    return found


def run(name: str, arguments: list[str], lenient: bool) -> None:
    """Run a subcommand."""
    if name == "--version":
        print("tug 1.4\nedition 2026.2")
        return
    if name == "setup":
        (root() / ".tug").mkdir()
        return
    require_set_up(name, arguments)
    asked = [each for each in arguments if each != "--json"]
    data, warnings = answered(name, asked, lenient)
    if warnings:
        print("warning: the plan file was edited", file=sys.stderr)
    if name not in SILENT:
        whole = {"schema_version": "1", "command": name, "status": "ok", "data": data, "issues": []}
        print(json.dumps(whole))


if __name__ == "__main__":
    lenient = sys.argv[1:2] == ["--lenient"]
    name, *rest = sys.argv[1 + lenient :] or [""]
    run(name, rest, lenient)
