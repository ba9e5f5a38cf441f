"""Hooks of mkdocs: write the generated pages before the build, check the links after it."""

from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError

from docs.build.checks import BrokenSite, require_links
from docs.build.pages import amendments, migrating
from docs.build.site import write_all

GENERATED: dict[str, list[Any]] = {
    each.PLACE: each.nav_entries() for each in (amendments, migrating)
}
"""The entries of the navigation that stand for several pages, with the entries of these."""


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the pages of the amendments, and those about migrating, into the navigation."""
    assert config.nav is not None
    config.nav = with_generated(config.nav)
    return config


def with_generated(entry: Any) -> Any:
    """Return an entry of the navigation with the generated entries in their place."""
    if isinstance(entry, dict):
        return {title: with_generated(within) for title, within in entry.items()}
    if isinstance(entry, list):
        return [each for within in entry for each in placed(within)]
    return entry


def placed(entry: Any) -> list[Any]:
    """Return the entries that an entry of a list stands for."""
    if isinstance(entry, str) and entry in GENERATED:
        return GENERATED[entry]
    return [with_generated(entry)]


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
