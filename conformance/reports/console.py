"""The console: results on standard output, progress on standard error and only to a terminal.

rich is imported when the first table, colour or bar is drawn. Output to a pipe is plain text.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

UNBOUNDED = 100_000
"""The width of a pipe, where no line is wrapped."""


@contextmanager
def progress_of(title: str, total: int | None = None) -> Iterator[Callable[..., None]]:
    """Show the progress of a long task; yield a function that takes a note and what is done.

    How much is done of a `total` is shown as a bar.
    """
    if not sys.stderr.isatty():
        yield lambda _note, _done=0: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    share = (BarColumn(), TextColumn("{task.percentage:>3.0f}%")) if total else ()
    note = TextColumn("{task.fields[note]}")
    columns = (TextColumn("{task.description}"), *share, note, TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(title, total=total, note="")
        yield lambda note, done=0: progress.update(task, completed=done, note=note)


def aligned(rows: Sequence[tuple[str, ...]], right: tuple[int, ...] = ()) -> Iterator[str]:
    """Yield the lines of a table; the columns in `right` are aligned to the right.

    Only the last column wraps, and only on a terminal.
    """
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2, 0, 0), pad_edge=False)
    last = len(rows[0]) - 1
    for column in range(len(rows[0])):
        table.add_column(
            justify="right" if column in right else "left",
            no_wrap=column < last,
            overflow="fold",
        )
    for row in rows:
        table.add_row(*map(Text.from_ansi, row))
    console = _console()
    with console.capture() as capture:
        console.print(table)
    for line in capture.get().splitlines():
        yield line.rstrip()


def coloured(text: str, colour: str) -> str:
    """Return a text in a colour or style of rich, such as `green` or `bold`, on a terminal."""
    if not sys.stdout.isatty():
        return text
    from rich.text import Text

    console = _console()
    with console.capture() as capture:
        console.print(Text(text, colour), end="", soft_wrap=True)
    return capture.get()


def _console() -> Console:
    from rich.console import Console

    if sys.stdout.isatty():
        return Console()
    return Console(file=io.StringIO(), width=UNBOUNDED, no_color=True)
