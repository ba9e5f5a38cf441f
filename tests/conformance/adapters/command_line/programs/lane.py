#!/usr/bin/env python3
"""`lane`: knows a worker by the folder that it is run in, and prints bare documents."""

import json
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

from planstate import Misused, Refused, ask  # type: ignore[import-not-found] # beside it

COMMANDS = {
    "add": "state init",
    "take": "state claim",
    "begin": "state start",
    "beat": "state heartbeat",
    "mark": "state update",
    "log": "state artifact",
    "finish": "state complete",
    "view": "state show",
    "queue": "state ready",
    "undo": "state reset",
    "drop": "state release",
    "learn": "state reconcile",
    "record": "commit",
}
PLANLESS = ("view",)
WORKERLESS = ("add", "view", "queue", "undo", "drop", "learn")
POSITIONAL = ("--plan", "--step")
OPTIONS = {"--ttl": "--lease-duration", "--as": "--worktree", "--steal": "--force"}
FIELDS = {"lease_expires": "until", "lease_expires_at": "until", "anchor": "step"}
USAGE, REJECTED = 64, 3


def translated(name: str, arguments: list[str]) -> list[str]:
    """Return arguments of `lane` as those of `planstate`."""
    words: list[str] = []
    for each in arguments:
        option, _, value = each.partition("=")
        if name != "record" and option in POSITIONAL:
            words.append(value)
        elif option in OPTIONS:
            words.append(each.replace(option, OPTIONS[option], 1))
        else:
            words.append(each)
    if name not in WORKERLESS:
        words += ["--worktree", str(Path.cwd())]
    return words


def shown(value: Any) -> Any:
    """Return a value with the names of `lane`, and times in milliseconds."""
    if isinstance(value, list):
        return [shown(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {FIELDS.get(name, name): time(name, shown(each)) for name, each in value.items()}


def time(name: str, value: Any) -> Any:
    """Return a time as a number."""
    if not isinstance(value, str) or not name.endswith(("_expires", "_at")):
        return value
    return round(datetime.fromisoformat(value).timestamp() * 1_000)


def run(arguments: list[str]) -> int:
    """Run a subcommand and return the exit code."""
    name, *rest = arguments or [""]
    if name == "--version":
        print("lane 0.9\nedition 2026.2")
        return 0
    if name not in COMMANDS or "--help" in rest or (name in PLANLESS and not rest):
        print(f"usage: lane {'|'.join(COMMANDS)} --plan=PLAN ...", file=sys.stderr)
        return 0 if "--help" in rest and name in COMMANDS else USAGE
    try:
        data, warnings = ask(COMMANDS[name], translated(name, rest))
    except Refused as refused:
        print(json.dumps({"error": {"kind": refused.reason or refused.code}}))
        return REJECTED
    except Misused as misused:
        print(misused, file=sys.stderr)
        return USAGE
    print(json.dumps(shown(data) | {"notes": ["changed on disk"] * len(warnings)}))
    return 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
