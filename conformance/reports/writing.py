"""Writing the reports of a run into a folder."""

from pathlib import Path

from conformance.reports.badge import badge
from conformance.reports.junit import junit
from conformance.reports.markdown import markdown
from conformance.reports.page import page
from conformance.reports.record import Record

FORMS = {
    "junit.xml": junit,
    "report.html": page,
    "report.md": markdown,
    "badge.svg": badge,
}
"""What each file is written by."""


def write_reports(record: Record, folder: Path) -> tuple[Path, ...]:
    """Write the reports that are files, and give their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, form in FORMS.items():
        (folder / name).write_text(form(record), encoding="utf-8")
    return tuple(folder / name for name in FORMS)
