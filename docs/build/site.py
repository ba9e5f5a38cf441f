"""Write all pages that are not written by hand: `python -m docs.build.site`."""

from pathlib import Path

from conformance.traceability.links import rule_links
from conformance.traceability.witnesses import clause_witnesses
from docs.build.checks import require_sound
from docs.build.pages.amendments import amendment_page, editions_page, matrix_page
from docs.build.pages.areas import area_page
from docs.build.pages.measurements import evidence_page
from docs.build.pages.messages import messages_page, write_schemas
from docs.build.pages.reference import glossary_page, properties_page, rejections_page
from docs.build.pages.start import start_page
from docs.build.pages.traceability import traceability_page
from docs.build.pages.witnesses import witnesses_page
from docs.build.rendering import DOCS, write_if_changed
from docs.build.sessions import tutorial_page, validation_page
from spec.amendments import AMENDMENTS
from spec.catalog import AREAS, RULES

REFERENCE = DOCS / "reference"


def reference_pages() -> dict[str, str]:
    """Return the text of every reference page by its file name."""
    return {
        **{f"{area.name}.md": area_page(area) for area in AREAS},
        "properties.md": properties_page(),
        "rejections.md": rejections_page(),
        "evidence.md": evidence_page(),
        "traceability.md": traceability_page(),
        "witnesses.md": witnesses_page(),
        "glossary.md": glossary_page(),
        "messages.md": messages_page(),
        "editions.md": editions_page(),
        "matrix.md": matrix_page(),
        **{f"amendments/{each.id}.md": amendment_page(each) for each in AMENDMENTS},
    }


def write_reference(folder: Path = REFERENCE) -> None:
    """Write the reference pages that changed and remove those that no longer exist.

    Raise `BrokenSite`, and write nothing, if a rule is not shown once or not traced, or
    a clause has no witness.
    """
    wanted = reference_pages()
    require_sound(wanted, RULES, rule_links(), clause_witnesses().values())
    for stale in set(folder.rglob("*.md")) - {folder / name for name in wanted}:
        stale.unlink()
    for name, text in wanted.items():
        write_if_changed(folder / name, text)


def write_all() -> None:
    """Write all generated pages and the schemas."""
    write_reference()
    write_schemas()
    write_if_changed(DOCS / "index.md", start_page())
    write_if_changed(DOCS / "tutorial.md", tutorial_page())
    write_if_changed(DOCS / "guides" / "validate.md", validation_page())


if __name__ == "__main__":
    write_all()
