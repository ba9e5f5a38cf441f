"""Run the commands of the tutorial and of the guides to validating, and show what they print.

A block of a template that begins with `console` is a shell session. In the tutorial a time of day
follows, which is shown before each command. The last word may be the exit code of the last command,
as `exit 4`; every other command must succeed.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from conformance.adapters.command_line.commands import COMMANDS
from conformance.adapters.command_line.dialects.dialect import template as dialect_template
from docs.build.checks import BrokenSite
from docs.build.rendering import DOCS, TEMPLATES, linked

DAY, NOON = "2026-01-05", "12:00"
PROGRAMS = DOCS.parent / "tests" / "conformance" / "adapters" / "command_line" / "programs"
FIRST_WORDS = TEMPLATES / "first_words.py"
MINE = """\
from conformance.adapters.model import ModelSystem

make = ModelSystem
"""

_BLOCK = re.compile(
    r"^```console(?: (\d\d:\d\d))?(?: exit (\d))?\n(.*?)\n```$", re.DOTALL | re.MULTILINE
)


@contextmanager
def work_folder(name: str = "work") -> Iterator[Path]:
    """Make a new folder for the commands of a page."""
    with tempfile.TemporaryDirectory() as above:
        folder = Path(above).resolve() / name
        folder.mkdir()
        yield folder


def template_of(name: str) -> str:
    """Return the text of the template of a page."""
    return (TEMPLATES / name).read_text(encoding="utf-8")


def tutorial(template: str) -> str:
    """Fill a template of the tutorial: its repository has one commit, which adds the plan."""
    with work_folder("bridge") as repository:
        (repository / "plans").mkdir()
        shutil.copyfile(TEMPLATES / "bridge.md", repository / "plans" / "bridge.md")
        for command in (
            "git init --quiet --initial-branch=main",
            "git add --all",
            "git commit --quiet --message 'Plan a footbridge'",
        ):
            run(command, "08:00", repository)
        return filled(template, repository, "reference/")


def validation(template: str) -> str:
    """Fill a template of the guide: its folder has an adapter and the model as an object."""
    with work_folder() as folder:
        shutil.copy(FIRST_WORDS, folder)
        (folder / "mine.py").write_text(MINE, encoding="utf-8")
        program = FIRST_WORDS.read_text(encoding="utf-8").rstrip()
        return filled(template.replace("{first_words}", program), folder, "../reference/")


def command_line_page() -> str:
    """Return the guide to programs with a command line, from commands in a new folder."""
    with work_folder() as folder:
        shutil.copy(PROGRAMS / "tug.py", folder / "tug")
        rows = (
            f"| `{command}` | {', '.join(f'`{each}`' for each in arguments) or 'none'} |\n"
            for command, arguments in COMMANDS.items()
        )
        table = "| Subcommand | Arguments |\n| --- | --- |\n" + "".join(rows).rstrip()
        page = filled(template_of("command-line.md"), folder, "../reference/")
        return page.replace("{commands}", table).replace("{template}", dialect_template().rstrip())


def filled(template: str, folder: Path, reference: str) -> str:
    """Return a template with links in its prose, and its sessions with what they print."""

    def pieces() -> Iterator[str]:
        end = 0
        for block in _BLOCK.finditer(template):
            yield linked(template[end : block.start()], reference)
            yield session(block[3], block[1], folder, int(block[2] or 0))
            end = block.end()
        yield linked(template[end:], reference)

    return "".join(pieces())


def session(text: str, clock: str | None, folder: Path, last: int) -> str:
    """Run commands at a time of day, the last of which ends with `last`; return what is shown."""
    prompt = f"{clock} $" if clock else "$"
    commands = re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]
    lines = []
    for number, command in enumerate(commands, 1):
        code = last if number == len(commands) else 0
        # With pipefail the exit code is that of planspec, not that of the `tail` behind it.
        printed = run(f"set -o pipefail; {command}", clock or NOON, folder, code)
        lines.append(f"{prompt} {command.rstrip()}\n{printed}".rstrip())
    return "```console\n" + "\n".join(lines) + "\n```"


def run(command: str, clock: str, folder: Path, expected: int = 0) -> str:
    """Return what a shell command prints; raise `BrokenSite` on another exit code."""
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
        raise BrokenSite(f"{command} ended with {done.returncode}: {done.stdout}")
    return done.stdout


def environment(clock: str, home: Path) -> dict[str, str]:
    """Return the environment of a command: the time, an author, and where programs are.

    With the same times and authors, commits have the same hashes wherever the page is built.
    """
    now = datetime.fromisoformat(f"{DAY}T{clock}").replace(tzinfo=UTC)
    author = {"NAME": "ann", "EMAIL": "ann@example.org", "DATE": now.isoformat()}
    return {
        **{f"GIT_AUTHOR_{key}": value for key, value in author.items()},
        **{f"GIT_COMMITTER_{key}": value for key, value in author.items()},
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "HOME": str(home),
        "LC_ALL": "C.UTF-8",
        "COLUMNS": "80",
        "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])),
        "PLANSTATE_NOW": str(int(now.timestamp()) * 1_000),
    }
