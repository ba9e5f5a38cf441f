"""Hooks of the site's build: the pages that are not written by hand are written before it."""

import generate
import messages
import tutorial
import validation
from mkdocs.config.defaults import MkDocsConfig


def on_pre_build(config: MkDocsConfig) -> None:  # noqa: ARG001 (the name and argument are given)
    """Write the reference pages, the schemas, the tutorial and the guide to validating."""
    generate.write()
    messages.write()
    tutorial.write()
    validation.write()
