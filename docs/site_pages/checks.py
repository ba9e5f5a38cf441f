"""What the site must not be published without: every rule once, traced; no link into nothing."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from conformance.traceability.links import RuleLinks
from spec.rules.rule import Rule

_ANCHOR = re.compile(r"\{ #(\S+) \}")


class BrokenSite(Exception):
    """The site would tell something wrong or lead nowhere: what is wrong, line by line."""


def require_sound(
    pages: Mapping[str, str], rules: Iterable[Rule], traces: Mapping[str, RuleLinks]
) -> None:
    """Raise `BrokenSite` if a rule is not shown once, is not traced, or an anchor stands twice."""
    problems = [
        *rules_not_shown_once(pages, rules),
        *untraced_rules(rules, traces),
        *doubled_anchors(pages),
    ]
    if problems:
        raise BrokenSite("\n".join(problems))


def rules_not_shown_once(pages: Mapping[str, str], rules: Iterable[Rule]) -> Iterator[str]:
    """Name every rule that does not stand exactly once under its anchor."""
    shown = Counter(anchor for text in pages.values() for anchor in _ANCHOR.findall(text))
    for rule in rules:
        if shown[rule.id] != 1:
            yield f"{rule.id} is shown {shown[rule.id]} times on the site, it has to be once"


def untraced_rules(rules: Iterable[Rule], traces: Mapping[str, RuleLinks]) -> Iterator[str]:
    """Name every rule that something follows or tests nowhere."""
    for rule in rules:
        for missing in traces[rule.id].missing():
            yield f"{rule.id} has no {missing} that names it; name it where it is followed"


def doubled_anchors(pages: Mapping[str, str]) -> Iterator[str]:
    """Name every anchor that stands twice on a page."""
    for name, text in pages.items():
        for anchor, times in Counter(_ANCHOR.findall(text)).items():
            if times > 1:
                yield f"{name} has the anchor {anchor} {times} times"


class _Page(HTMLParser):
    """Collects the anchors of a page and where its links lead."""

    def __init__(self) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag is called and where it leads."""
        for name, value in attrs:
            if value and (name == "id" or (tag == "a" and name == "name")):
                self.anchors.add(value)
            if value and tag == "a" and name == "href":
                self.links.add(value)


def require_links(site: Path) -> None:
    """Raise `BrokenSite` if a link of a built site leads to a page or an anchor that is not there.

    What mkdocs checks in the Markdown, this checks in the pages that readers get.
    """
    pages = {path.resolve(): _read(path) for path in site.rglob("*.html")}
    problems = [
        f"{path.relative_to(site.resolve())} links to {link}, {what} is not there"
        for path, page in sorted(pages.items())
        if path.name != "404.html"
        for link in sorted(page.links)
        if (what := _missing(path, link, pages))
    ]
    if problems:
        raise BrokenSite("\n".join(problems))


def _read(path: Path) -> _Page:
    page = _Page()
    page.feed(path.read_text(encoding="utf-8"))
    return page


def _missing(page: Path, link: str, pages: Mapping[Path, _Page]) -> str:
    """Say what a link lacks: the page, or the anchor; nothing if it leads out of the site."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return ""
    target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
    target = target / "index.html" if target.is_dir() else target
    if target not in pages:
        return "" if target.exists() else "which"
    anchor = unquote(parts.fragment)
    return f"#{anchor} on it" if anchor and anchor not in pages[target].anchors else ""
