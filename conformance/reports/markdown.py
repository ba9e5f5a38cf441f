"""The report for a comment on a pull request: Markdown, short enough for one."""

import re
from collections.abc import Iterable, Iterator
from html import escape

from conformance.reports.record import Finding, Grade, Record
from conformance.reports.summary import (
    counts_by_area,
    effort,
    implementation_of,
    verdict_sentence,
    verdict_words,
)
from conformance.reports.telling import heading_of, remarks, told_finding

MOST_FINDINGS, MOST_REMARKS, MOST_LINE = 40_000, 10_000, 1_000
"""How many characters each part may have: on the usual sites, comments have 65,536 at most."""

_SPECIAL = re.compile(r"([\\`*_\[\]<>#|~&])")


def markdown(record: Record) -> str:
    """Write a run as Markdown. What does not fit into a comment is counted."""
    findings = ("\n".join(_finding(record, finding)) for finding in record.findings)
    lines = (f"- {escaped(line)}" for line in remarks(record))
    return "\n".join(
        (
            *_beginning(record),
            *fitting(findings, MOST_FINDINGS),
            *fitting(lines, MOST_REMARKS),
            "",
            f"{escaped(effort(record))}.",
            "",
        )
    )


def escaped(text: str) -> str:
    """Write a text so that nothing in it is taken for Markdown, HTML or a mention."""
    plain = _SPECIAL.sub(r"\\\1", cut(" ".join(text.split())))
    return plain.replace("@", "&#64;")


def cut(line: str) -> str:
    """Cut a line that is too long for a comment; the other reports have it whole."""
    return line if len(line) <= MOST_LINE else f"{line[:MOST_LINE]}..."


def fitting(blocks: Iterable[str], most: int) -> Iterator[str]:
    """Give blocks as long as they fit into so many characters; then tell how many do not."""
    left_out = 0
    for block in blocks:
        most -= len(block)
        if most < 0:
            left_out += 1
        else:
            yield block
    if left_out:
        yield f"\n{left_out} more did not fit in here; the whole report has them.\n"


def _beginning(record: Record) -> Iterator[str]:
    """Tell the verdict, the counts and the levels."""
    yield f"### planspec {escaped(record.header.edition)}: {verdict_words(record)}"
    yield ""
    yield f"**{escaped(verdict_sentence(record))}**"
    yield ""
    given = {result.grade for result in record.results}
    grades = [grade for grade in Grade if grade in given]
    yield f"| {escaped(implementation_of(record))} | {' | '.join(grades)} |"
    yield f"| --- |{' ---: |' * len(grades)}"
    for title, counts in counts_by_area(record).items():
        cells = " | ".join(str(counts[grade] or "") for grade in grades)
        yield f"| {escaped(title)} | {cells} |"
    yield ""
    for level in record.levels:
        yield f"- {escaped(level.level)}: **{level.grade}** {escaped(level.why)}".rstrip()
    yield ""


def _finding(record: Record, finding: Finding) -> Iterator[str]:
    """Fold a finding under its rule."""
    told = "\n".join(cut(line) for line in told_finding(finding))
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", told)), default=0))
    # Markdown is not read within a tag, so HTML's own escapes are used there.
    heading = escape(cut(heading_of(record, finding))).replace("@", "&#64;")
    yield f"<details><summary>{heading}</summary>"
    yield from ("", f"{fence}text", told, fence, "", "</details>", "")
