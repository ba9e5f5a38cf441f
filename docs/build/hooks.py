"""Hooks of mkdocs: write the generated pages before the build; add the playground, check links."""

import logging
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation

from docs.build.checks import BrokenSite, require_links
from docs.build.machine_readable import write_machine_readable
from docs.build.playground import build_playground, is_there
from docs.build.site import write_all

LOG = logging.getLogger("mkdocs.hooks.planspec")
listed: list[Navigation] = []


def on_pre_build(config: MkDocsConfig) -> None:  # noqa: ARG001 (mkdocs passes it by this name)
    """Write the generated pages."""
    try:
        write_all(LOG.info)
    except BrokenSite as error:
        raise PluginError(f"the site is not sound:\n{error}") from error


def on_nav(nav: Navigation, config: MkDocsConfig, files: Files) -> None:  # noqa: ARG001
    """Remember the pages of the navigation."""
    listed[:] = [nav]


def on_post_build(config: MkDocsConfig) -> None:
    """Write what programs read and the playground loads; follow every link of the built site."""
    site = Path(config.site_dir)
    write_machine_readable(site, [page for nav in listed for page in nav.pages])
    try:
        if is_there():
            build_playground(site / "assets" / "playground")
        else:
            LOG.info("the site has no playground: install npm, then run `make docs` again")
        require_links(site)
    except BrokenSite as error:
        raise PluginError(f"the site is broken:\n{error}") from error
