"""Lines on a terminal: in colours, and cut to its width. Imported only where there is one."""

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from impl.planstate.answers import Span
from impl.planstate.output import visible


def print_styled(lines: Sequence[Sequence[Span]]) -> None:
    """Print lines of spans."""
    console = Console(highlight=False)
    for line in lines:
        text = Text.assemble(*((visible(span.text), span.style) for span in line))
        console.print(text, no_wrap=True, overflow="ellipsis", crop=True)
