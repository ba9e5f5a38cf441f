"""Hooks of mkdocs: write the generated pages before the build, check the links after it."""

from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError

from docs.build.checks import BrokenSite, require_links
from docs.build.site import write_all


def on_pre_build(config: MkDocsConfig) -> None:  # noqa: ARG001 (mkdocs passes it by this name)
    """Write the generated pages."""
    try:
        write_all()
    except BrokenSite as error:
        raise PluginError(f"the site is not sound:\n{error}") from error


def on_post_build(config: MkDocsConfig) -> None:
    """Follow every link within the built site."""
    try:
        require_links(Path(config.site_dir))
    except BrokenSite as error:
        raise PluginError(f"the site has broken links:\n{error}") from error
