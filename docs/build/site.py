"""Write all pages that are not written by hand: `python -m docs.build.site`."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from conformance.cli.explaining.links import rule_links
from conformance.kit.core.profile import core_properties
from docs.build.checks import require_sound
from docs.build.pages.amendments import amendments_page, editions_page
from docs.build.pages.areas import area_page, detail_pages, vocabulary_page
from docs.build.pages.cards import LINK, cards_page, core_page
from docs.build.pages.histories import concurrency_page, histories_page
from docs.build.pages.measurements import evidence_page, speed_page
from docs.build.pages.messages import messages_page, write_schemas
from docs.build.pages.migrating import MIGRATIONS, migrating_page, page_name
from docs.build.pages.reference import glossary_page, properties_page, rejections_page
from docs.build.pages.start import start_page
from docs.build.pages.traceability import traceability_page
from docs.build.playground import is_there
from docs.build.rendering import DOCS, render, write_if_changed
from docs.build.scenarios import scenarios_page
from docs.build.sessions import command_line_page, template_of, tutorial, validation
from spec.catalog import AREAS, RULES
from spec.editions import EDITIONS

REFERENCE = DOCS / "reference"
PAGES = {
    "guides/validate.md": lambda: validation(template_of("validate.md")),
    "guides/command-line.md": command_line_page,
    "guides/concurrency.md": concurrency_page,
    "tutorial.md": lambda: tutorial(template_of("tutorial.md")),
    "guides/histories.md": histories_page,
    "guides/what-happens-when.md": scenarios_page,
    "guides/core-profile.md": core_page,
    "guides/core-scenarios.md": lambda: render(
        "core-scenarios.md", "../reference/", properties=core_properties()
    ),
    LINK: cards_page,
    "index.md": start_page,
    "playground.md": lambda: render("playground.md", built=is_there()),
}
"""The pages outside the reference; those whose commands take longest come first."""
SESSIONS = 2
"""How many pages run their commands at the same time, each in a folder of its own."""


def reference_pages() -> dict[str, str]:
    """Return the text of every reference page by its file name."""
    return {
        **{f"{area.name}.md": area_page(area) for area in AREAS},
        **detail_pages(),
        "vocabulary.md": vocabulary_page(),
        "properties.md": properties_page(),
        "rejections.md": rejections_page(),
        "evidence.md": evidence_page(),
        "speed.md": speed_page(),
        "traceability.md": traceability_page(),
        "glossary.md": glossary_page(),
        "messages.md": messages_page(),
        "editions.md": editions_page(),
        **{page_name(newer): migrating_page(older, newer) for older, newer in MIGRATIONS},
        **{
            f"amendments-{each.name}.md": amendments_page(each)
            for each in EDITIONS
            if each.amendments
        },
    }


def write_reference(folder: Path = REFERENCE) -> None:
    """Write the reference pages that changed and remove those that no longer exist.

    Raise `BrokenSite`, and write nothing, if a rule is not shown once or not traced.
    """
    wanted = reference_pages()
    require_sound(wanted, RULES, rule_links())
    for stale in set(folder.rglob("*.md")) - {folder / name for name in wanted}:
        stale.unlink()
    for name, text in wanted.items():
        write_if_changed(folder / name, text)


def write_all(report: Callable[[str], None] = print) -> None:
    """Write all generated pages and the schemas; report each that is done."""
    with ThreadPoolExecutor(SESSIONS) as pool:
        pages = {pool.submit(page): name for name, page in PAGES.items()}
        write_reference()
        write_schemas()
        report("the reference is written; the guides run their commands")
        for number, page in enumerate(as_completed(pages), 1):
            write_if_changed(DOCS / pages[page], page.result())
            report(f"{number} of {len(pages)}: {pages[page]}")


if __name__ == "__main__":
    write_all()
