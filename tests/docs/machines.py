"""Machines for the guide "Several machines": a clone each, a name each, and one server."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from docs.build.rendering import TEMPLATES
from tests.impl.git.sites import IDENTITY

END = "-- end of the command --"
PROGRAM = (
    "import os; found = os.uname(); "
    "os.uname = lambda: os.uname_result((found[0], os.environ['MACHINE'], *found[2:])); "
    "from impl.cli.main import main; raise SystemExit(main())"
)


class Machine:
    """A shell on a machine with a name, at home in a folder of its own."""

    def __init__(self, name: str, home: Path, **environment: str) -> None:
        programs = home / "bin"
        programs.mkdir(parents=True)
        planstate = programs / "planstate"
        planstate.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{PROGRAM}" "$@"\n')
        planstate.chmod(0o755)
        own = {"HOME": str(home), "MACHINE": name, "PATH": f"{programs}:{os.environ['PATH']}"}
        kept = {key: value for key, value in os.environ.items() if not key.startswith("PLANSTATE_")}
        self.home = home
        self._shell = subprocess.Popen(
            ["bash"],
            cwd=home / "bridge" if (home / "bridge").is_dir() else home,
            env={**kept, **IDENTITY, **own, **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def run(self, command: str) -> tuple[int, list[str]]:
        """Run a command; return its exit code, and the lines that it printed."""
        assert self._shell.stdin is not None
        assert self._shell.stdout is not None
        self._shell.stdin.write(f'{command}\necho "{END} $?"\n')
        self._shell.stdin.flush()
        lines: list[str] = []
        for line in self._shell.stdout:
            if line.startswith(END):
                return int(line.removeprefix(END)), lines
            lines.append(line.rstrip("\n"))
        raise AssertionError(f"the shell has ended: {lines}")

    def close(self) -> None:
        """End the shell, and what it has started."""
        assert self._shell.stdin is not None
        self._shell.stdin.close()
        self._shell.wait()


def make_clones(folder: Path, *homes: Path) -> None:
    """Create a repository with a plan, and a clone of it in each home."""
    origin = folder / "origin"
    (origin / "plans").mkdir(parents=True)
    shutil.copyfile(TEMPLATES / "bridge.md", origin / "plans" / "bridge.md")
    for words in (
        ("init", "--quiet", "--initial-branch=main"),
        ("add", "--all"),
        ("commit", "--quiet", "--message", "Plan a footbridge"),
        ("config", "core.bare", "true"),
    ):
        git(origin, *words)
    for home in homes:
        home.mkdir()
        git(home, "clone", "--quiet", str(origin / ".git"), "bridge")


def git(folder: Path, *words: str) -> None:
    subprocess.run(["git", "-C", str(folder), *words], check=True, env={**os.environ, **IDENTITY})
