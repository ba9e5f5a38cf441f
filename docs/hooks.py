"""Hooks of the site's build: the pages that are not written by hand are written before it."""

from pathlib import Path

import amendments
import generate
import messages
import start
import tutorial
import validation
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url
from site_pages.checks import BrokenSite, require_links

DIAGRAM = '<pre class="mermaid">'
DRAWING = ("assets/mermaid/mermaid.min.js", "assets/diagrams.js")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the pages of the amendments, which nobody lists by hand, where the navigation says."""
    assert config.nav is not None
    config.nav = [amendments.with_amendments(entry) for entry in config.nav]
    return config


def on_pre_build(config: MkDocsConfig) -> None:  # noqa: ARG001 (the name and argument are given)
    """Write the start page, the reference pages, the schemas, the tutorial and the guide."""
    start.write()
    try:
        generate.write()
    except BrokenSite as error:
        raise PluginError(f"the site is not sound:\n{error}") from error
    messages.write()
    tutorial.write()
    validation.write()


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:  # noqa: ARG001
    """Give a page that has a diagram what draws it, before the theme fetches it from elsewhere."""
    if DIAGRAM not in output:
        return output
    sources = (get_relative_url(script, page.url) for script in DRAWING)
    scripts = "\n".join(f'<script src="{source}"></script>' for source in sources)
    body, end, rest = output.rpartition("<script src=")
    return f"{body}{scripts}\n{end}{rest}"


def on_post_build(config: MkDocsConfig) -> None:
    """Follow every link within the site, on the pages that readers get."""
    try:
        require_links(Path(config.site_dir))
    except BrokenSite as error:
        raise PluginError(f"the site has broken links:\n{error}") from error
