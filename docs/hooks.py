"""Hooks of the site's build: the pages that are not written by hand are written before it."""

import amendments
import generate
import tutorial
from mkdocs.config.defaults import MkDocsConfig


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the pages of the amendments, which nobody lists by hand, where the navigation says."""
    assert config.nav is not None
    config.nav = [amendments.with_amendments(entry) for entry in config.nav]
    return config


def on_pre_build(config: MkDocsConfig) -> None:  # noqa: ARG001 (the name and argument are given)
    """Write the reference pages and the tutorial."""
    generate.write()
    tutorial.write()
