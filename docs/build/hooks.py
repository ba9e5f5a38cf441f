"""Hooks of mkdocs: write the generated pages before the build, check the links after it."""

import logging
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation

from docs.build.checks import BrokenSite, require_links
from docs.build.machine_readable import write_machine_readable
from docs.build.site import write_all

log = logging.getLogger("mkdocs.hooks")
listed: list[Navigation] = []


def on_pre_build(config: MkDocsConfig) -> None:  # noqa: ARG001 (mkdocs passes it by this name)
    """Write the generated pages."""
    try:
        write_all(log.info)
    except BrokenSite as error:
        raise PluginError(f"the site is not sound:\n{error}") from error


def on_nav(nav: Navigation, config: MkDocsConfig, files: Files) -> None:  # noqa: ARG001
    """Remember the pages of the navigation."""
    listed[:] = [nav]


def on_post_build(config: MkDocsConfig) -> None:
    """Write what programs read, and follow every link within the built site."""
    site = Path(config.site_dir)
    write_machine_readable(site, [page for nav in listed for page in nav.pages])
    try:
        require_links(site)
    except BrokenSite as error:
        raise PluginError(f"the site has broken links:\n{error}") from error
