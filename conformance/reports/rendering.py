"""The report as a page of HTML, and as Markdown for a pull request."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from conformance.protocol.documents.record import Grade, Record
from conformance.protocol.documents.validation import ConformFinding
from conformance.protocol.operations import adapter
from conformance.reports.findings import first_page, heading_of, in_words, remarks, render_finding
from conformance.reports.junit import junit
from conformance.reports.summary import (
    counts_by_area,
    effort,
    implementation_of,
    origin_of,
    verdict_sentence,
)
from spec.catalog import RULES

MOST_FINDINGS, MOST_REMARKS, MOST_LINE = 40_000, 10_000, 1_000
"""The most characters of each part: comments on the usual sites have 65,536 at most."""

_RULE = re.compile(rf"\b({'|'.join(rule.id for rule in reversed(RULES))})\b")
_SPECIAL = re.compile(r"([\\`*_\[\]<>#|~&])")


@cache
def environment() -> Environment:
    """Return the environment of the templates; HTML and SVG are escaped without being asked."""
    made = Environment(
        loader=FileSystemLoader(Path(__file__).with_name("templates")),
        autoescape=select_autoescape(("html", "svg")),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters |= {"markdown": escaped, "cut": cut, "thousands": lambda number: f"{number:,}"}
    made.filters |= {"in_words": in_words, "rule_links": rule_links}
    return made


def rendered(template: str, **values: Any) -> str:
    """Return what a template makes of some values."""
    return environment().get_template(template).render(**values)


def rule_links(text: str) -> Markup:
    """Return a text as HTML in which the ids of rules lead to their rows."""
    return Markup(_RULE.sub(r'<a href="#\1">\1</a>', escape(text)))


def page(record: Record) -> str:
    """Return a run as one page. Every rule and every finding has an anchor: `#CLM-5`."""
    return rendered(
        "report.html",
        **common(record),
        first_page=list(first_page(record.findings)),
        heading_of=heading_of,
        findings_of=record.findings_of,
        origin_of=origin_of,
        remarks=list(remarks(record)),
    )


def markdown(record: Record) -> str:
    """Return a run as Markdown. What does not fit into a comment is counted."""
    findings = (rendered("finding.md", **block_data(finding)) for finding in record.findings)
    lines = (f"- {escaped(line)}\n" for line in remarks(record))
    return rendered(
        "report.md",
        **common(record),
        findings=fitting(findings, MOST_FINDINGS),
        remarks=fitting(lines, MOST_REMARKS),
    )


def common(record: Record) -> dict[str, Any]:
    """Return what the page and the Markdown show alike."""
    given = {result.grade for result in record.results}
    return {
        "record": record,
        "implementation": implementation_of(record),
        "sentence": verdict_sentence(record),
        "effort": effort(record),
        "grades": [grade for grade in Grade if grade in given],
        "areas": counts_by_area(record),
    }


def block_data(finding: ConformFinding) -> dict[str, str]:
    """Return a finding for a code block, whose fence is longer than any in its text."""
    text = "\n".join(cut(line) for line in render_finding(finding))
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * max(3, 1 + longest)
    # Markdown is not read within a tag, so the heading is escaped as HTML.
    heading = escape(cut(heading_of(finding))).replace("@", "&#64;")
    return {"heading": heading, "text": text, "fence": fence}


def escaped(text: str) -> str:
    """Escape whatever Markdown, HTML or a mention could be read from."""
    plain = _SPECIAL.sub(r"\\\1", cut(" ".join(text.split())))
    return plain.replace("@", "&#64;")


def cut(line: str) -> str:
    """Cut a line that is too long for a comment; the other reports have it whole."""
    return line if len(line) <= MOST_LINE else f"{line[:MOST_LINE]}..."


def fitting(blocks: Iterable[str], most: int) -> Iterator[str]:
    """Yield blocks up to a number of characters, then how many more there are."""
    left_out = 0
    for block in blocks:
        most -= len(block)
        if most < 0:
            left_out += 1
        else:
            yield block
    if left_out:
        yield f"\n{left_out} more are in the full report.\n"


FORMS = {"junit.xml": junit, "report.html": page, "report.md": markdown}
"""The function that returns each file."""


def write_reports(record: Record, folder: Path) -> tuple[Path, ...]:
    """Write the record and the reports into a folder, and return the paths of the reports."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "record.json").write_bytes(adapter(Record).dump_json(record, indent=2))
    for name, form in FORMS.items():
        (folder / name).write_text(form(record), encoding="utf-8")
    return tuple(folder / name for name in FORMS)
