"""Calling `planstate` in a repository, within the test's own process or as a process of its own."""

import io
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from impl.planstate.command import main
from impl.repository import git

PROGRAM = "from impl.planstate.command import main; raise SystemExit(main())"

PLAN = "plans/bridge.md"
DOCUMENT = "### Step 1: Build the piers {#piers}\n\n**Tasks:**\n- [ ] Pour\n"


class Called(NamedTuple):
    """What came of a call."""

    exit_code: int
    output: str
    errors: str

    @property
    def envelope(self) -> dict[str, Any]:
        """The one JSON document that was printed."""
        found = json.loads(self.output)
        assert isinstance(found, dict)
        return found


class Caller:
    """Calls `planstate` in this process, with a folder to be in."""

    def __init__(
        self, root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self.root = root
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def __call__(self, *arguments: str, given: str | bytes = "") -> Called:
        """Call it with these arguments and this standard input."""
        bytes_given = given.encode() if isinstance(given, str) else given
        self._monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(bytes_given)))
        self._monkeypatch.chdir(self.root)
        try:
            exit_code = main(arguments)
        except SystemExit as ended:  # by argparse
            exit_code = int(ended.code or 0)
        captured = self._capsys.readouterr()
        return Called(exit_code, captured.out, captured.err)


def begin(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """Begin a process with `planstate` in it."""
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *arguments],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def together(folder: Path, arguments: Sequence[str], inputs: Sequence[str]) -> list[Called]:
    """Run one process for each input, all at once; each has begun before any gets its input."""
    processes = [begin(folder, *arguments) for _ in inputs]
    for process, given in zip(processes, inputs, strict=True):
        assert process.stdin is not None
        process.stdin.write(given)
    results = []
    for process in processes:
        output, errors = process.communicate()
        results.append(Called(process.returncode, output, errors))
    return results


def new_repository(root: Path) -> None:
    """Make a repository with a plan document in it."""
    (root / PLAN).parent.mkdir(parents=True)
    (root / PLAN).write_text(DOCUMENT)
    git(root, "init", "--quiet", "--initial-branch=main")
