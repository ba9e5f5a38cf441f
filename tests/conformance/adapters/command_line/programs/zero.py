#!/usr/bin/env python3
"""`zero`: ends with 0 whatever happens, and calls worktrees by names that they joined under."""

import json
import sys
from pathlib import Path
from typing import Any

from planstate import Misused, Refused, ask, root  # type: ignore[import-not-found] # beside it

NAMES = Path(".zero") / "names.json"
CODES = {"E047": "WRONG", "E048": "EDITED", "E049": "LOCKED", "E050": "STATUS", "E051": "OPEN"}
ABSENT = ("state artifact", "commit")


def names() -> dict[str, str]:
    """Return the folders of the worktrees that have joined, by their names."""
    file = root() / NAMES
    found: dict[str, str] = json.loads(file.read_text()) if file.is_file() else {}
    return found


def join(folder: str) -> None:
    """Remember a worktree."""
    file = root() / NAMES
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(names() | {Path(folder).name: folder}))


def translated(arguments: list[str]) -> list[str]:
    """Return arguments of `zero` as those of `planstate`."""
    known = names()
    words = []
    for each in arguments:
        option, _, value = each.partition("=")
        if option == "--ttl":
            words += ["--lease-duration", value.removesuffix("s")]
        elif option == "--for":
            words += ["--worktree", known[value]]
        elif option != "--format":
            words.append(each)
    return words


def shown(value: Any) -> Any:
    """Return a value with the names of worktrees."""
    text = json.dumps(value)
    for name, folder in names().items():
        text = text.replace(json.dumps(folder), json.dumps(name))
    return json.loads(text)


def answer(arguments: list[str]) -> dict[str, Any]:
    """Run a subcommand and return what is printed."""
    name, rest = " ".join(arguments[:2]), arguments[2:]
    if arguments[:1] == ["join"]:
        join(arguments[1])
        return {"status": "joined"}
    if name in ABSENT or not name.startswith("state "):
        return problem("UNKNOWN", "there is no such command")
    try:
        data, warnings = ask(name, translated(rest))
    except Refused as refused:
        return problem(CODES.get(refused.code, refused.code), str(refused))
    except Misused as misused:
        return problem("USAGE", str(misused))
    edited = [{"kind": "EDITED", "text": each} for each in warnings]
    return {"status": "done", "result": shown(data), "problems": edited}


def problem(kind: str, text: str) -> dict[str, Any]:
    """Return what is printed of a failure."""
    return {"status": "failed", "problems": [{"kind": kind, "text": text}]}


if __name__ == "__main__":
    print(json.dumps(answer(sys.argv[1:])))
