"""The report for people: as text, the important line last."""

from collections.abc import Iterator

from conformance.console import aligned, coloured
from conformance.reports.record import Finding, Grade, Record
from conformance.reports.summary import (
    COLOURS,
    counts_by_area,
    effort,
    implementation_of,
    origin_of,
    verdict_sentence,
)

GRADE_COLOURS = {
    Grade.PASS: "green",
    Grade.FAIL: "red",
    Grade.KNOWN_DEVIATION: "yellow",
    Grade.INCONCLUSIVE: "yellow",
}


def report_as_text(record: Record) -> Iterator[str]:
    """Tell a run, line by line, coloured on a terminal."""
    header = record.header
    yield coloured(f"{implementation_of(record)} against edition {header.edition}", "bold")
    yield ""
    yield from grade_table(record)
    for finding in record.findings:
        yield ""
        yield from finding_as_text(record, finding)
    yield ""
    yield from levels_as_text(record)
    yield from remarks(record)
    yield effort(record)
    yield coloured(verdict_sentence(record), COLOURS[record.footer.verdict])


def grade_table(record: Record) -> Iterator[str]:
    """Count the grades of each area; grades that no rule has are left out."""
    given = {result.grade for result in record.results}
    grades = [grade for grade in Grade if grade in given]
    rows: list[tuple[str, ...]] = [("area", *grades)]
    for title, counts in counts_by_area(record).items():
        rows.append((title, *(str(counts[grade] or "") for grade in grades)))
    yield from aligned(rows, right=tuple(range(1, len(grades) + 1)))


def finding_as_text(record: Record, finding: Finding) -> Iterator[str]:
    """Tell a finding: the way to it, what differs, what the rule says, and how to see it again."""
    titles = {result.rule: result.title for result in record.results}
    known = f", known deviation {finding.known}" if finding.known else ""
    title = f"finding {finding.number}: {finding.rule} {titles.get(finding.rule, '')}".rstrip()
    yield coloured(f"{title}{known}", "yellow" if finding.known else "red")
    yield f"  {finding.kind} of {finding.operation}; {origin_of(finding)}"
    yield from indented(finding.steps)
    yield f"  expected  {finding.expected}"
    yield f"  observed  {finding.observed}"
    if finding.differences:
        yield "  differences, expected -> observed:"
        yield from indented(finding.differences, "    ")
    yield from indented(finding.explanation)
    yield f"  replay it: {finding.replay}"
    yield "  or ask it yourself:"
    yield from indented(finding.snippet.splitlines(), "    ")


def levels_as_text(record: Record) -> Iterator[str]:
    """Tell the levels, each with its grade and why."""
    if not record.levels:
        return
    rows = [("level", "grade", "")]
    rows += [(level.level, level.grade, level.why) for level in record.levels]
    yield from aligned(rows)
    yield ""


def remarks(record: Record) -> Iterator[str]:
    """Tell what has to be known to read the grades rightly."""
    for grade in (Grade.INCONCLUSIVE, Grade.KNOWN_DEVIATION):
        for result in record.graded(grade):
            yield coloured(f"{grade}: {result.rule} {result.why}".rstrip(), GRADE_COLOURS[grade])
    reasons: dict[str, list[str]] = {}
    for result in record.graded(Grade.UNSUPPORTED, Grade.NOT_EXERCISED):
        reasons.setdefault(f"{result.grade}: {result.why}".rstrip(": "), []).append(result.rule)
    yield from (f"{why}: {' '.join(rules)}" for why, rules in reasons.items())
    if record.footer.never_judged:
        yield f"never judged, because never given: {', '.join(record.footer.never_judged)}"
    if record.footer.last_words:
        yield "the last lines of its standard error:"
        yield from indented(record.footer.last_words, "| ")


def indented(lines: tuple[str, ...] | list[str], margin: str = "  ") -> Iterator[str]:
    """Put a margin before every line, also before those within one."""
    for line in lines:
        yield from (f"{margin}{part}" for part in line.split("\n"))
