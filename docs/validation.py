"""Write the guide to validating: run the commands of its template, and show what they printed.

Run it alone with `python docs/validation.py`, or let the site's build run it (docs/hooks.py).

A block of the template that begins with `console` is a shell session. Its last command must end
with the code that stands after the word `exit`, or with 0 if there is none; all others with 0.
"""

import re
import shutil
import tempfile
from pathlib import Path

from fragments import keep, linked
from tutorial import HERE, run

TEMPLATE = HERE / "templates" / "validate.md"
PROGRAM = HERE / "templates" / "first_words.py"
PAGE = HERE / "guides" / "validate.md"
MINE = """\
from conformance.adapters.model import ModelSystem

make = ModelSystem
"""
NOON = "12:00"

_BLOCK = re.compile(r"^```console(?: exit (\d))?\n(.*?)\n```$", re.DOTALL | re.MULTILINE)
_PLACE = "{first_words}"


def written(template: str) -> str:
    """Run the commands of a template in a new folder, and give the page."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve() / "work"
        folder.mkdir()
        shutil.copy(PROGRAM, folder)
        (folder / "mine.py").write_text(MINE, encoding="utf-8")
        template = template.replace(_PLACE, PROGRAM.read_text(encoding="utf-8").rstrip())
        parts, end = [], 0
        for block in _BLOCK.finditer(template):
            parts += [linked(template[end : block.start()], "../reference/")]
            parts += [session(block[2], int(block[1] or 0), folder)]
            end = block.end()
        return "".join((*parts, linked(template[end:], "../reference/")))


def session(commands: str, code: int, folder: Path) -> str:
    """Run commands one after the other; show each with what it printed.

    Raises `UnexpectedEnding` if one of them ends otherwise than it has to.
    """
    each = re.split(r"^\$ ", commands, flags=re.MULTILINE)[1:]
    shown = []
    for place, command in enumerate(each, 1):
        # The code that counts is that of planspec, not of what only shows a part of its output.
        printed = run(
            f"set -o pipefail; {command}", NOON, folder, code if place == len(each) else 0
        )
        shown.append(f"$ {command.rstrip()}\n{printed}".rstrip())
    return "```console\n" + "\n".join(shown) + "\n```"


def write(path: Path = PAGE) -> None:
    """Write the page, if it has changed."""
    keep(path, written(TEMPLATE.read_text(encoding="utf-8")))


if __name__ == "__main__":
    write()
