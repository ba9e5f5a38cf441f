"""The report on a terminal: as text, the important line last."""

from collections.abc import Iterator

from conformance.reports.console import aligned, coloured
from conformance.reports.findings import (
    first_page,
    heading_of,
    indented,
    remarks,
    render_finding,
)
from conformance.reports.record import Grade, Record
from conformance.reports.summary import (
    COLOURS,
    counts_by_area,
    effort,
    implementation_of,
    verdict_sentence,
)
from conformance.reports.words.sentences import count


def report_as_text(record: Record) -> Iterator[str]:
    """Yield the lines of a report, coloured on a terminal."""
    header = record.header
    yield coloured(f"{implementation_of(record)} against edition {header.edition}", "bold")
    yield ""
    if record.findings:
        yield coloured(f"{count(len(record.findings), 'finding')}, the worst first", "bold")
        yield from indented(first_page(record.findings))
        yield ""
    yield from grade_table(record)
    for finding in record.findings:
        yield ""
        yield coloured(heading_of(finding), "yellow" if finding.known else "red")
        yield from indented(render_finding(finding))
    yield ""
    yield from levels_as_text(record)
    yield from remarks(record)
    yield effort(record)
    yield coloured(verdict_sentence(record), COLOURS[record.footer.verdict])


def grade_table(record: Record) -> Iterator[str]:
    """Yield a table of the grades of each area, without the grades that no rule has."""
    given = {result.grade for result in record.results}
    grades = [grade for grade in Grade if grade in given]
    rows: list[tuple[str, ...]] = [("area", *grades)]
    for title, counts in counts_by_area(record).items():
        rows.append((title, *(str(counts[grade] or "") for grade in grades)))
    yield from aligned(rows, right=tuple(range(1, len(grades) + 1)))


def levels_as_text(record: Record) -> Iterator[str]:
    """Yield a table of the levels, each with its grade and the reason."""
    if not record.levels:
        return
    rows = [("level", "grade", "")]
    rows += [(level.level, level.grade, level.why) for level in record.levels]
    yield from aligned(rows)
    yield ""
