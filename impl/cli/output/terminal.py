"""Printing styled lines on a terminal, fitted to its width. Needs rich, so imported late."""

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.text import Text

from impl.cli.answers import Span
from impl.given_text import forget_malformed_sizes, visible

NARROWEST = 24
RAIL = "│"


def print_styled(lines: Sequence[Sequence[Span]]) -> None:
    """Print lines of spans."""
    forget_malformed_sizes()
    console = Console(highlight=False)
    for line in lines:
        for text in fitted(line, console):
            console.print(text, no_wrap=True, overflow="ellipsis", crop=True)


def fitted(line: Sequence[Span], console: Console) -> Iterator[Text]:
    """Wrap the last span of a long line below itself, or truncate it if there is little room."""
    spans = [Text(visible(span.text), span.style) for span in line]
    start, end = Text.assemble(*spans[:-1]), spans[-1] if spans else Text()
    room = console.width - start.cell_len
    if end.cell_len <= room or room < NARROWEST:
        yield start + end
        return
    first, *others = end.wrap(console, room)
    yield start + first
    under = "".join(sign if sign == RAIL else " " for sign in start.plain)
    for other in others:
        yield Text(under.ljust(start.cell_len), "dim") + other
