"""Hooks of the site's build: the pages that are not written by hand are written before it."""

import generate
import messages
import tutorial
from mkdocs.config.defaults import MkDocsConfig


def on_pre_build(config: MkDocsConfig) -> None:  # noqa: ARG001 (the name and argument are given)
    """Write the reference pages, the schemas and the tutorial."""
    generate.write()
    messages.write()
    tutorial.write()
