"""A repository in which `planstate` runs as a process, and the CPU time that it takes."""

import subprocess
import sys
from collections import defaultdict
from pathlib import Path

from bench.measuring import run_measured

PLAN = "plan.md"
PROGRAM = str(Path(sys.executable).with_name("planstate"))

Curves = defaultdict[tuple[str, str], list[float]]
"""The seconds for each size, by the command and what the sizes are of."""


class Project:
    """A repository with a plan, whose commands are measured."""

    def __init__(self, folder: Path, shape: str, curves: Curves) -> None:
        self.folder = folder
        self.shape = shape
        self.step = "step-0"
        self._curves = curves
        folder.mkdir()
        self.git("init", "--quiet", "--initial-branch", "main")
        (folder / "summary.md").write_text("done\n" * 100)
        (folder / "empty").write_text("")

    @property
    def store(self) -> Path:
        """The file of the store."""
        return self.folder / ".planstate" / "state.db"

    def write(self, document: str) -> None:
        """Write the plan."""
        (self.folder / PLAN).write_text(document)

    def git(self, *arguments: str, given: str = "") -> None:
        """Run git, which is not measured."""
        command = ["git", "-C", str(self.folder), *arguments]
        subprocess.run(command, input=given.encode(), check=True)

    def measure(
        self, command: str, *arguments: str, given: str = "", code: int | None = 0, note: str = ""
    ) -> str:
        """Run a command and return what it printed; the exit code is 0 or 1 if it is `None`."""
        words = command.split()
        named = [argument.format(step=self.step) for argument in arguments]
        codes = (0, 1) if code is None else (code,)
        called = [PROGRAM, *words, *named]
        spent, output = run_measured(called, self.folder, given.encode(), codes)
        self._curves[f"{command}{note and f' {note}'}", self.shape].append(round(spent.cpu, 3))
        return output
