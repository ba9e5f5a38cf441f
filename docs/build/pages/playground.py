"""The page of the playground, which the scripts in `docs/playground` fill."""

from docs.build.playground import is_there
from docs.build.rendering import render


def playground_page() -> str:
    """Return the page; without npm, it says only what to install."""
    return render("playground.md", built=is_there())
