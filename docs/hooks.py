"""Hooks of the site's build: the reference pages are written before it."""

import generate
from mkdocs.config.defaults import MkDocsConfig


def on_pre_build(config: MkDocsConfig) -> None:  # noqa: ARG001 (the name and argument are given)
    """Write the reference pages."""
    generate.write()
