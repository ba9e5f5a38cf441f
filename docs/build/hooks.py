"""Hooks of mkdocs: write the generated pages before the build; add the playground, check links."""

import logging
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

from docs.build.checks import BrokenSite, require_links
from docs.build.machine_readable import write_machine_readable
from docs.build.playground import build_playground, is_there
from docs.build.site import write_all

LOG = logging.getLogger("mkdocs.hooks.planspec")
ID_LINK = re.compile(r'<a (href="[^"]*#[A-Z]{3}-[\d.]+")>')
listed: list[Navigation] = []


def on_pre_build(config: MkDocsConfig) -> None:  # noqa: ARG001 (mkdocs passes it by this name)
    """Write the generated pages."""
    try:
        write_all(LOG.info)
    except BrokenSite as error:
        raise PluginError(f"the site is not sound:\n{error}") from error


def on_nav(nav: Navigation, config: MkDocsConfig, files: Files) -> None:  # noqa: ARG001
    """Remember the navigation; show the pages of rules and operations beside their areas."""
    listed[:] = [nav]
    section = next(each for each in nav.items if each.title == "Specification")
    for file in files.documentation_pages():
        if file.page and file.src_uri.startswith(("reference/rules/", "reference/operations/")):
            file.page.parent = section


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    """Mark the links to ids, which are not broken at their hyphens."""
    return ID_LINK.sub(r'<a class="id" \1>', html)


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
