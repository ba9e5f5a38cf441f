"""What stops the build: a rule not shown once or not traced, an anchor twice, a dead link."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from conformance.cli.explaining.links import RuleLinks
from spec.rules.rule import Rule

_ANCHOR = re.compile(r"\{ #(\S+) \}")


class BrokenSite(Exception):
    """Something on the site is wrong or leads nowhere; one problem a line."""


def require_sound(
    pages: Mapping[str, str], rules: Iterable[Rule], traces: Mapping[str, RuleLinks]
) -> None:
    """Raise `BrokenSite` if a rule is not shown once or not traced, or a page repeats an anchor.

    A rule needs a model, a store and a test.
    """
    anchors = {name: Counter(_ANCHOR.findall(text)) for name, text in pages.items()}
    shown = sum(anchors.values(), Counter[str]())
    problems = []
    for rule in rules:
        if shown[rule.id] != 1:
            problems.append(f"{rule.id} is shown {shown[rule.id]} times on the site, expected once")
        for missing in traces[rule.id].missing():
            problems.append(f"{rule.id} has no {missing}; name the rule where it is followed")
    for name, found in anchors.items():
        for anchor, times in found.items():
            if times > 1:
                problems.append(f"{name} has the anchor {anchor} {times} times")
    if problems:
        raise BrokenSite("\n".join(problems))


class _Page(HTMLParser):
    """The anchors and the links of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect an anchor or a link."""
        for name, value in attrs:
            if value and (name == "id" or (tag == "a" and name == "name")):
                self.anchors.add(value)
            if value and tag == "a" and name == "href":
                self.links.add(value)


def require_links(site: Path) -> None:
    """Raise `BrokenSite` if a link of a built site leads nowhere.

    mkdocs checks the links in the Markdown, this the links in the HTML.
    """
    pages = {
        path.resolve(): _Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")
    }
    problems = [
        f"{path.relative_to(site.resolve())} links to {link}, but there is no {what}"
        for path, page in sorted(pages.items())
        if path.name != "404.html"
        for link in sorted(page.links)
        if (what := _missing(path, link, pages))
    ]
    if problems:
        raise BrokenSite("\n".join(problems))


RUN = "run="
"""What begins the fragment of a link that opens a run in the playground, and names no anchor."""


def _missing(page: Path, link: str, pages: Mapping[Path, _Page]) -> str:
    """Return what a link lacks: the page, the anchor, or nothing."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return ""
    target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
    target = target / "index.html" if target.is_dir() else target
    if target not in pages:
        return "" if target.exists() else "such page"
    anchor = unquote(parts.fragment)
    if anchor.startswith(RUN):
        return ""
    return f"anchor {anchor}" if anchor and anchor not in pages[target].anchors else ""
