"""Hooks of mkdocs: write the generated pages before the build, check the links after it."""

from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

from docs.build.checks import BrokenSite, require_links
from docs.build.pages.amendments import with_amendments
from docs.build.site import write_all

DIAGRAM = '<pre class="mermaid">'
DRAWING = ("assets/mermaid/mermaid.min.js", "assets/diagrams.js")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the pages of the amendments into the navigation."""
    assert config.nav is not None
    config.nav = [with_amendments(entry) for entry in config.nav]
    return config


def on_pre_build(config: MkDocsConfig) -> None:  # noqa: ARG001 (mkdocs passes it by this name)
    """Write the generated pages."""
    try:
        write_all()
    except BrokenSite as error:
        raise PluginError(f"the site is not sound:\n{error}") from error


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:  # noqa: ARG001
    """Load our own Mermaid on a page with a diagram, before the theme fetches it from elsewhere."""
    if DIAGRAM not in output:
        return output
    sources = (get_relative_url(script, page.url) for script in DRAWING)
    scripts = "\n".join(f'<script src="{source}"></script>' for source in sources)
    body, end, rest = output.rpartition("<script src=")
    return f"{body}{scripts}\n{end}{rest}"


def on_post_build(config: MkDocsConfig) -> None:
    """Follow every link within the built site."""
    try:
        require_links(Path(config.site_dir))
    except BrokenSite as error:
        raise PluginError(f"the site has broken links:\n{error}") from error
