"""Writing the reports of a run into a folder."""

from pathlib import Path

from conformance.reports.junit import junit
from conformance.reports.record import Record
from conformance.reports.rendering import badge, markdown, page

FORMS = {
    "junit.xml": junit,
    "report.html": page,
    "report.md": markdown,
    "badge.svg": badge,
}
"""The function that returns each file."""


def write_reports(record: Record, folder: Path) -> tuple[Path, ...]:
    """Write the reports into a folder, and return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, form in FORMS.items():
        (folder / name).write_text(form(record), encoding="utf-8")
    return tuple(folder / name for name in FORMS)
