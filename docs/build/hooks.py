"""Hooks of mkdocs: write the generated pages before the build; add the playground, check links."""

import logging
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError

from docs.build.checks import BrokenSite, require_links
from docs.build.playground import build_playground, is_there
from docs.build.site import write_all

LOG = logging.getLogger("mkdocs.hooks.planspec")


def on_pre_build(config: MkDocsConfig) -> None:  # noqa: ARG001 (mkdocs passes it by this name)
    """Write the generated pages."""
    try:
        write_all()
    except BrokenSite as error:
        raise PluginError(f"the site is not sound:\n{error}") from error


def on_post_build(config: MkDocsConfig) -> None:
    """Add what the playground loads, and follow every link within the built site."""
    try:
        if is_there():
            build_playground(Path(config.site_dir) / "assets" / "playground")
        else:
            LOG.info("the site has no playground: install npm, then run `make docs` again")
        require_links(Path(config.site_dir))
    except BrokenSite as error:
        raise PluginError(f"the site is broken:\n{error}") from error
