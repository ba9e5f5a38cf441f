"""A project with a plan whose work is reviewed, and the stop hook in it."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.impl.cli.calling import HOUR, PROGRAM, call
from tests.rules.reviews.review_folders import DUE

APPROVED = {"suppressOutput": True}

STATE = DUE | {"mine": "stays"}
ATTEMPTED = {"phase_iteration": 1, "review_model": "sonnet"}
"""What is stored of the first review once it has begun."""

WRITE = 'printf "%b" "{}" > "$PLANSTATE_REVIEW_FILE"'.format
PASS = WRITE(r"all well\nVERDICT: PASS\n")
FAIL = WRITE(r"not well\nVERDICT: FAIL\n")


@dataclass(frozen=True)
class Ended:
    """How the hook ended."""

    exit_code: int
    output: str
    told: str

    @property
    def approval(self) -> Any:
        """What Claude Code is told of an approved stop; nothing was said on standard error."""
        assert not self.blocked
        return self.answer

    @property
    def reason(self) -> str:
        """What the agent is told of a blocked stop."""
        assert self.blocked
        reason: str = self.answer["reason"]
        return reason

    @property
    def answer(self) -> Any:
        """The hook's answer to Claude Code; nothing was said on standard error."""
        assert (self.exit_code, self.told) == (0, "")
        return json.loads(self.output)

    @property
    def blocked(self) -> bool:
        """Whether the agent has to go on."""
        return "decision" in self.answer


class Project:
    """A folder with one plan."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.plan = root / ".taskie" / "plans" / "bridge"
        self.plan.mkdir(parents=True)

    @property
    def state(self) -> Any:
        return json.loads((self.plan / "state.json").read_text())

    def put(self, **fields: Any) -> dict[str, Any]:
        """Write the state that most tests begin with, with some fields changed."""
        state = STATE | fields
        (self.plan / "state.json").write_text(json.dumps(state))
        return state

    def log(self) -> list[dict[str, Any]]:
        lines = (self.plan / "logs" / "stop-hook.jsonl").read_text().splitlines()
        return [json.loads(line) for line in lines]

    def reviewer(self, *lines: str) -> str:
        """Create a reviewer, a shell script, and return its path."""
        return reviewer_script(self.root, *lines)

    def pipe(self, name: str) -> Path:
        """Create a named pipe in the project."""
        path = self.root / name
        os.mkfifo(path)
        return path

    def begin(self, *arguments: str) -> subprocess.Popen[str]:
        """Start the hook, as a process, for an agent in this project that tries to stop."""
        process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, "review", "stop-hook", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stdin is not None
        process.stdin.write(json.dumps({"cwd": str(self.root)}))
        process.stdin.close()
        process.stdin = None
        return process

    def end(self, process: subprocess.Popen[str]) -> Ended:
        """Wait for a hook to end."""
        output, told = process.communicate()
        return Ended(process.returncode, output, told)

    def hook(self, *arguments: str, event: object = None, **variables: str) -> Ended:
        """Run the hook in this process, as for an agent in this project that tries to stop."""
        event = {"cwd": str(self.root)} if event is None else event
        text = event if isinstance(event, str) else json.dumps(event)
        return Ended(*call(("review", "stop-hook", *arguments), Path.cwd(), text, variables))

    def stop(self, *lines: str, limit: str = HOUR) -> Ended:
        """Run the hook with a reviewer that is made of these lines."""
        return self.hook("--reviewer", self.reviewer(*lines), "--time-limit", limit)


def run(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run another subcommand of `planstate` in a folder."""
    return subprocess.CompletedProcess(arguments, *call(arguments, folder))


def reviewer_script(folder: Path, *lines: str) -> str:
    """Write a reviewer, a program for a shell, and return its path."""
    path = folder / "reviewer.sh"
    path.write_text("\n".join(["#!/bin/sh", *lines, ""]))
    path.chmod(0o755)
    return str(path)
