"""The commands of the guide "Several machines" are run, and print what it shows.

Each machine is a clone, a name and a shell of its own, and there is one server.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from docs.build.rendering import DOCS, TEMPLATES
from tests.impl.git.sites import IDENTITY
from tests.profiles import requires_ci_profile
from tests.servers import started_server

pytestmark = [pytest.mark.xdist_group("machines"), requires_ci_profile]

GUIDE = (DOCS / "guides" / "several-machines.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```console\n(.*?)\n```$", re.DOTALL | re.MULTILINE)
SERVICE = re.search(r"^```ini\n(.*?\n)```$", GUIDE, re.DOTALL | re.MULTILINE)
ELLIPSIS = "…"
"""What stands in the guide for what differs from run to run."""


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


class Run(NamedTuple):
    """A command on a machine, and the lines that it should print."""

    machine: str
    command: str
    printed: list[str]


def runs(block: str) -> Iterator[Run]:
    """Yield the commands of a block."""
    parts = re.split(r"^(?=\w+\$ )", block, flags=re.MULTILINE)
    for part in filter(None, parts):
        end = "\nEND\n" if "<<'END'" in part else "\n"
        command, _, printed = (part.rstrip("\n") + "\n").partition(end)
        machine, _, words = (command + end.rstrip("\n")).partition("$ ")
        yield Run(machine, words, printed.splitlines())


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Machine]]:
    """Return the machines of the guide by their names."""
    folder = tmp_path_factory.mktemp("machines")
    homes = {name: folder / name for name in ("alpha", "beta", "db")}
    make_clones(folder, homes["alpha"], homes["beta"])
    server = started_server()
    data = str(server.pgdata)
    assert SERVICE
    for name in ("alpha", "beta"):
        service = SERVICE[1].replace("db.example", data)
        (homes[name] / ".pg_service.conf").write_text(service)
    found = {name: Machine(name, home) for name, home in homes.items()}
    found["db"].run(f'export PATH="{server.bin_path}:$PATH" PGHOST="{data}" PGUSER=postgres')
    yield found
    for each in found.values():
        each.close()
    server.cleanup()


@pytest.fixture(scope="module")
def done(machines: dict[str, Machine]) -> list[tuple[Run, int, list[str]]]:
    """Run the guide's commands in their order; return each with its exit code and its lines."""
    found = [each for block in BLOCK.findall(GUIDE) for each in runs(block)]
    assert {each.machine for each in found} == machines.keys()
    return [(each, *machines[each.machine].run(each.command)) for each in found]


def test_the_guide_prints_what_it_shows(done: list[tuple[Run, int, list[str]]]) -> None:
    # Given two machines and a server, when the commands of the guide have been run,
    wrong = [
        "\n".join([each.command, *printed])
        for each, code, printed in done
        if not same(each.printed, printed) or code != exit_code(each.printed)
    ]
    # then each has printed what is shown, and failed if that is an error.
    assert wrong == []


def exit_code(shown: list[str]) -> int:
    """Return the exit code of a command that is shown to print these lines."""
    errors = [line for line in shown if line.startswith("error: ")]
    return 0 if not errors else 4 if "E046" in errors[0] else 1


def same(shown: list[str], printed: list[str]) -> bool:
    """Return whether lines are as they are shown, where an ellipsis is anything in a line."""
    patterns = [".*".join(map(re.escape, line.split(ELLIPSIS))) for line in shown]
    return len(patterns) == len(printed) and all(
        map(lambda pattern, line: re.fullmatch(pattern, line), patterns, printed)
    )


@pytest.mark.usefixtures("done")
def test_a_worker_cannot_change_the_tables(machines: dict[str, Machine]) -> None:
    # Given the roles of the guide, when the one that works tries to migrate or to mark the store,
    tried = [
        "DROP TABLE bridge.steps",
        "UPDATE bridge.planspec_store SET version = 99",
        "CREATE TABLE bridge.more (x int)",
        "CREATE SCHEMA other",
    ]
    for statement in tried:
        command = f'psql --username=plans_worker plans --command="{statement}"'
        # then the server refuses.
        code, printed = machines["db"].run(command)
        assert code == 1
        assert re.search("permission denied|must be owner", "\n".join(printed))
