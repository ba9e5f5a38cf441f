"""The files of the built site, without a browser: they refer to nobody else."""

import json
import re
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest

pytestmark = pytest.mark.xdist_group("site")

MERMAID = Path(__file__).parents[3] / "docs" / "assets" / "mermaid"


class Foreign(HTMLParser):
    """Collects what a page refers to on other hosts."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [
            f"{tag} {name}={value}"
            for name, value in attrs
            if not name.startswith("xmlns") and re.match(r"\s*(https?:)?//", value or "")
        ]


def test_no_page_refers_to_another_host(site: Path) -> None:
    # Given all pages, when their elements are read,
    for path in site.rglob("*.html"):
        foreign = Foreign()
        foreign.feed(path.read_text(encoding="utf-8"))
        # then none names another host, not even in a link.
        assert foreign.found == [], path.relative_to(site)


def test_no_stylesheet_refers_to_another_host(site: Path) -> None:
    # Given all stylesheets, when they are read, then none loads anything from elsewhere.
    for path in site.rglob("*.css"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"(url\(|@import)\s*[\"']?(https?:)?//", text), path.name


def test_what_draws_the_diagrams_is_what_its_note_says() -> None:
    # Given the script that was brought along, when its bytes are summed up,
    found = sha256((MERMAID / "mermaid.min.js").read_bytes()).hexdigest()
    # then the sum is the one that was written down with its version and licence.
    assert f"sha256 {found} mermaid.min.js" in (MERMAID / "ORIGIN.txt").read_text(encoding="utf-8")
    assert "The MIT License" in (MERMAID / "LICENSE.txt").read_text(encoding="utf-8")


def test_what_programs_read_names_every_page_and_every_id(site: Path) -> None:
    # Given the files for programs, when they are read,
    ids = json.loads((site / "ids.json").read_text(encoding="utf-8"))
    places = [address.partition("#") for address, _ in ids.values()]
    pages = {
        path: (site / path / "index.html").read_text(encoding="utf-8") for path, _, _ in places
    }
    # then each id leads to an anchor of its page,
    assert [place for place in places if f'id="{place[2]}"' not in pages[place[0]]] == []
    # and the sitemap has every page but the one for errors.
    listed = (site / "sitemap.xml").read_text(encoding="utf-8").count("<loc>")
    assert listed == len(list(site.rglob("index.html")))
    assert json.loads((site / "specification.json").read_text(encoding="utf-8"))["scenarios"]
    assert "(guides/what-happens-when/)" in (site / "llms.txt").read_text(encoding="utf-8")
