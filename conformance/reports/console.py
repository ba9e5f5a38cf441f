"""The console: results on standard output, progress on standard error and only to a terminal."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager


@contextmanager
def progress_bar(title: str, total: int) -> Iterator[Callable[[int, str], None]]:
    """Show how far a long task is; the function given takes what is done and a short note."""
    if not sys.stderr.isatty():
        yield lambda _done, _note: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        TextColumn("{task.fields[note]}"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(title, total=total, note="")
        yield lambda done, note: progress.update(task, completed=done, note=note)


@contextmanager
def progress_line(title: str) -> Iterator[Callable[[str], None]]:
    """Show how far a task of unknown length is; the function given takes a short note."""
    if not sys.stderr.isatty():
        yield lambda _note: None
        return
    from rich.console import Console

    with Console(stderr=True).status(title) as status:
        yield lambda note: status.update(f"{title}: {note}")


def aligned(rows: Sequence[tuple[str, ...]], right: tuple[int, ...] = ()) -> Iterator[str]:
    """Lay out rows in columns, those whose numbers are given to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = [
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()


def coloured(text: str, colour: str) -> str:
    """Colour a text on a terminal: `green`, `red`, `yellow` or `bold`."""
    codes = {"green": "32", "red": "31", "yellow": "33", "bold": "1"}
    return f"\x1b[{codes[colour]}m{text}\x1b[0m" if sys.stdout.isatty() else text
