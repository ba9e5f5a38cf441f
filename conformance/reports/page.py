"""The report as a page: one file of HTML that asks for no other, in light and dark."""

from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path

from conformance.reports.record import Finding, Grade, Record, Result
from conformance.reports.summary import (
    counts_by_area,
    effort,
    implementation_of,
    origin_of,
    verdict_sentence,
)
from conformance.reports.telling import heading_of, remarks

STYLE = Path(__file__).with_name("style.css")


def page(record: Record) -> str:
    """Write a run as a page. Every rule and every finding has an anchor: `#CLM-5`, `#finding-1`."""
    return "\n".join(
        (
            "<!DOCTYPE html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<link rel="icon" href="data:,">',  # or else a browser asks the host for one
            f"<title>{escape(implementation_of(record))}: planspec report</title>",
            f"<style>\n{STYLE.read_text(encoding='utf-8')}</style></head><body>",
            *_beginning(record),
            *_areas(record),
            *_levels(record),
            *_findings(record),
            *_rules(record),
            *_remarks(record),
            "</body></html>\n",
        )
    )


def _beginning(record: Record) -> Iterator[str]:
    """Tell the verdict, who was validated, and how."""
    header, identity = record.header, record.header.implementation
    yield f'<h1 class="{record.footer.verdict}">{escape(verdict_sentence(record))}</h1>'
    yield from _described(
        {
            "implementation": implementation_of(record),
            "command": " ".join(header.command),
            "edition": f"{header.edition}, with planspec {header.planspec}",
            "areas": ", ".join(identity.areas) or "none",
            "clock": identity.clock,
            "observe": identity.observe,
            "faults": ", ".join(identity.faults) or "none",
            "measured": effort(record),
            "date": header.date,
        }
    )


def _described(entries: dict[str, str]) -> Iterator[str]:
    """List names with what they stand for."""
    yield "<dl>"
    for name, text in entries.items():
        yield f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>"
    yield "</dl>"


def _areas(record: Record) -> Iterator[str]:
    """Count the grades of each area."""
    given = {result.grade for result in record.results}
    grades = [grade for grade in Grade if grade in given]
    yield '<h2 id="areas">Areas</h2><div class="wide"><table><thead><tr><th>area</th>'
    yield "".join(f'<th class="number">{grade}</th>' for grade in grades)
    yield "</tr></thead><tbody>"
    for title, counts in counts_by_area(record).items():
        cells = "".join(f'<td class="number">{counts[grade] or ""}</td>' for grade in grades)
        yield f"<tr><td>{escape(title)}</td>{cells}</tr>"
    yield "</tbody></table></div>"


def _levels(record: Record) -> Iterator[str]:
    """Tell the levels, each with its grade, why, and the rules that it is made of."""
    if not record.levels:
        return
    yield '<h2 id="levels">Levels</h2><table class="rules"><tbody>'
    for level in record.levels:
        rules = " ".join(f'<a href="#{escape(rule)}">{escape(rule)}</a>' for rule in level.rules)
        yield f"<tr><td>{escape(level.level)}</td>{_grade(level.grade)}"
        yield f"<td>{escape(level.why)}<br>{rules}</td></tr>"
    yield "</tbody></table>"


def _grade(grade: Grade) -> str:
    """Show a grade in its colour."""
    return f'<td class="grade {grade.replace(" ", "-")}">{grade}</td>'


def _findings(record: Record) -> Iterator[str]:
    """Tell all findings; those that nobody expected are unfolded."""
    if record.findings:
        yield '<h2 id="findings">Findings</h2>'
    for finding in record.findings:
        yield f'<details id="finding-{finding.number}"{"" if finding.known else " open"}>'
        yield f"<summary><h3>{escape(heading_of(record, finding))}</h3></summary>"
        yield from _finding(finding)
        yield "</details>"


def _finding(finding: Finding) -> Iterator[str]:
    """Tell a finding."""
    yield f"<p>{escape(finding.kind)} of {escape(finding.operation)}; {escape(origin_of(finding))}"
    yield "</p>"
    yield _block(finding.steps)
    yield from _described({"expected": finding.expected, "observed": finding.observed})
    if finding.differences:
        yield f"<p>Differences, expected → observed:</p>{_block(finding.differences)}"
    yield "".join(f"<p>{escape(sentence)}</p>" for sentence in finding.explanation)
    yield f"<p>Replay it:</p>{_block([finding.replay])}"
    yield f"<p>Or ask it yourself:</p>{_block([finding.snippet])}"


def _block(lines: Iterable[str]) -> str:
    """Show lines as they are."""
    return f"<pre>{escape(chr(10).join(lines))}</pre>"


def _rules(record: Record) -> Iterator[str]:
    """List all rules with their grades, each under its anchor."""
    yield '<h2 id="rules">Rules</h2><table class="rules"><thead><tr><th>rule</th><th></th>'
    yield '<th>grade</th><th class="number">exercised</th><th>why</th></tr></thead><tbody>'
    for result in record.results:
        yield _rule(record, result)
    yield "</tbody></table>"


def _rule(record: Record, result: Result) -> str:
    """Show one rule: its anchor, its grade, how often it was exercised, and its findings."""
    findings = " ".join(
        f'<a href="#finding-{finding.number}">finding {finding.number}</a>'
        for finding in record.findings_of(result)
    )
    rule = escape(result.rule)
    return (
        f'<tr id="{rule}"><td><a href="#{rule}">{rule}</a></td><td>{escape(result.title)}</td>'
        f'{_grade(result.grade)}<td class="number">{result.exercised:,}</td>'
        f"<td>{escape(result.why)} {findings}</td></tr>"
    )


def _remarks(record: Record) -> Iterator[str]:
    """Tell what has to be known to read the grades rightly."""
    lines = list(remarks(record))
    if lines:
        yield f'<h2 id="remarks">How to read it</h2>{_block(lines)}'
