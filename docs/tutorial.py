"""Write the tutorial: run the commands of its template, and put under each what it printed.

Run it alone with `python docs/tutorial.py`, or let the site's build run it (docs/hooks.py).

A block of the template that begins with `console TIME` is a shell session at that time of day.
Every command in it must succeed; after the word `refused`, the last one must be rejected instead.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from fragments import keep, linked

HERE = Path(__file__).parent
TEMPLATE = HERE / "templates" / "tutorial.md"
DOCUMENT = HERE / "templates" / "bridge.md"
PAGE = HERE / "tutorial.md"
DAY = "2026-01-05"
REFUSED = 1

_BLOCK = re.compile(r"^```console (\d\d:\d\d)( refused)?\n(.*?)\n```$", re.DOTALL | re.MULTILINE)


class UnexpectedEnding(Exception):
    """A command of the tutorial ended otherwise than the tutorial says."""


def written(template: str) -> str:
    """Run the commands of a template in a new repository, and give the page."""
    with tempfile.TemporaryDirectory() as folder:
        repository = prepared(Path(folder).resolve())
        return "".join(_pieces(template, repository))


def _pieces(template: str, repository: Path) -> Iterator[str]:
    """Give prose with links, and sessions with what was printed."""
    end = 0
    for block in _BLOCK.finditer(template):
        yield linked(template[end : block.start()], "reference/")
        yield session(block[3], block[1], repository, refused=block[2] is not None)
        end = block.end()
    yield linked(template[end:], "reference/")


def prepared(folder: Path) -> Path:
    """Make a repository whose first commit is the plan, with nothing else around it."""
    repository = folder / "bridge"
    (repository / "plans").mkdir(parents=True)
    shutil.copyfile(DOCUMENT, repository / "plans" / "bridge.md")
    for command in (
        "git init --quiet --initial-branch=main",
        "git add --all",
        "git commit --quiet --message 'Plan a footbridge'",
    ):
        run(command, "08:00", repository)
    return repository


def session(commands: str, clock: str, repository: Path, *, refused: bool) -> str:
    """Run commands one after the other; show each with its time and what it printed."""
    shown = []
    each = re.split(r"^\$ ", commands, flags=re.MULTILINE)[1:]
    for place, command in enumerate(each, 1):
        code = REFUSED if refused and place == len(each) else 0
        printed = run(command, clock, repository, code)
        shown.append(f"{clock} $ {command.rstrip()}\n{printed}".rstrip())
    return "```console\n" + "\n".join(shown) + "\n```"


def run(command: str, clock: str, folder: Path, expected: int = 0) -> str:
    """Run a command as a shell does, and give all that it printed.

    Raises `UnexpectedEnding` if its exit code is another than the expected one.
    """
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment(clock, folder.parent),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    if done.returncode != expected:
        raise UnexpectedEnding(f"{command} ended with {done.returncode}: {done.stdout}")
    return done.stdout


def environment(clock: str, home: Path) -> dict[str, str]:
    """Give what a command may know: the time, an author, and where programs are.

    With the same times and authors, commits have the same hashes wherever the page is built.
    """
    now = datetime.fromisoformat(f"{DAY}T{clock}").replace(tzinfo=UTC)
    people = {
        f"GIT_{role}_{key}": value
        for role in ("AUTHOR", "COMMITTER")
        for key, value in (
            ("NAME", "ann"),
            ("EMAIL", "ann@example.org"),
            ("DATE", now.isoformat()),
        )
    }
    return {
        **people,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "HOME": str(home),
        "LC_ALL": "C.UTF-8",
        "COLUMNS": "80",
        "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])),
        "PLANSTATE_NOW": str(int(now.timestamp()) * 1_000),
    }


def write(path: Path = PAGE) -> None:
    """Write the page, if it has changed."""
    keep(path, written(TEMPLATE.read_text(encoding="utf-8")))


if __name__ == "__main__":
    write()
