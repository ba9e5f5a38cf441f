"""Write the reference pages of the site from the objects in `spec`, as plain Markdown.

Run it alone with `python docs/generate.py`, or let the site's build run it (docs/hooks.py).
"""

from pathlib import Path

from amendments import amendment_pages
from fragments import keep
from messages import messages_page
from site_pages.areas import area_page
from site_pages.checks import require_sound
from site_pages.evidence_page import evidence_page
from site_pages.glossary import glossary_page
from site_pages.properties import properties_page
from site_pages.rejections import rejections_page
from site_pages.traceability import traceability_page

from conformance.traceability.links import rule_links
from spec.catalog import AREAS, RULES

REFERENCE = Path(__file__).parent / "reference"


def pages() -> dict[str, str]:
    """Give the text of every reference page under its file name."""
    return {
        **{f"{area.name}.md": area_page(area) for area in AREAS},
        "properties.md": properties_page(),
        "rejections.md": rejections_page(),
        "evidence.md": evidence_page(),
        "traceability.md": traceability_page(),
        "glossary.md": glossary_page(),
        "messages.md": messages_page(),
        **amendment_pages(),
    }


def write(folder: Path = REFERENCE) -> None:
    """Write the pages that changed and remove those that are no more.

    Raises `BrokenSite`, and writes nothing, if a rule is not shown once, or is not traced.
    """
    wanted = pages()
    require_sound(wanted, RULES, rule_links())
    for stale in set(folder.rglob("*.md")) - {folder / name for name in wanted}:
        stale.unlink()
    for name, text in wanted.items():
        keep(folder / name, text)


if __name__ == "__main__":
    write()
