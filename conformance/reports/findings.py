"""Findings and remarks as plain lines, which all reports with text share."""

import json
from collections.abc import Iterable, Iterator, Sequence

from conformance.protocol.documents.record import Grade, Record
from conformance.protocol.documents.validation import ConformFinding, RealLeasesResult, TourResult
from conformance.protocol.links import render_link
from conformance.reports.console import aligned, coloured
from conformance.reports.summary import (
    COLOURS,
    counts_by_area,
    effort,
    implementation_of,
    in_brief,
    left_unrun,
    origin_of,
    verdict_sentence,
)
from conformance.reports.words.sentences import count, reply_sentence
from spec.catalog import clause, rule, rule_id

CLAIM = "correct in every state, up to canonicalization, if `observe` shows everything"
"""The guarantee for a scope that was toured completely."""

EXPLAINED = (Grade.INCONCLUSIVE, Grade.KNOWN_DEVIATION, Grade.UNSUPPORTED, Grade.NOT_EXERCISED)
"""The grades whose reasons are shown, each with its rules."""


def heading_of(finding: ConformFinding) -> str:
    """Return the heading of a finding: its number, the harm that it does, and what is wrong."""
    known = f", known deviation {finding.known}" if finding.known else ""
    return f"finding {finding.number}: {finding.severity}: {finding.title}{known}"


def first_page(findings: Sequence[ConformFinding]) -> Iterator[str]:
    """Yield the titles of the findings with their traces, those of one cause or rule together."""
    for finding in findings:
        if finding.below is not None:
            continue
        yield from brief(finding)
        others = [each for each in findings if finding.number == each.below]
        if others:
            same = "cause" if finding.cause else "rule"
            yield f"  of the same {same}, {count(len(others), 'finding')} more:"
        for each in others:
            yield from indented(brief(each, below=finding), "    ")


def brief(finding: ConformFinding, below: ConformFinding | None = None) -> Iterator[str]:
    """Yield a finding's title, its traces, and what is not said of the finding above it."""
    yield heading_of(finding)
    if finding.cause and below is None:
        yield f"  cause:    {finding.cause}"
    if below is None or finding.clause != below.clause:
        yield f"  rule:     {demand_of_finding(finding)}"
    yield f"  shortest: {finding.trace}"
    if finding.worst is not None:
        yield f"  worst:    {finding.worst.trace}"


def demand_of_finding(finding: ConformFinding) -> str:
    """Return what the broken clause says; where it is not certain, only what its rule is about."""
    if finding.certain or finding.clause == finding.rule:
        return f"{demand_of(finding.clause)} ({finding.clause})"
    return f"{demand_of(finding.rule)} ({finding.rule}, perhaps {finding.clause})"


def demand_of(identifier: str) -> str:
    """Return what a clause says, or the title of a rule."""
    is_clause = rule_id(identifier) != identifier
    return clause(identifier).text if is_clause else rule(identifier).title


def render_finding(finding: ConformFinding) -> Iterator[str]:
    """Yield the traces of a finding, what differs, what the rule says, and how to replay it.

    What is said of the first finding of a cause, or of a rule, is not repeated.
    """
    yield f"{finding.clause}; {finding.kind} of {finding.operation}; {origin_of(finding)}"
    yield from finding.steps
    yield f"expected  {in_words(finding.expected)}"
    yield f"observed  {in_words(finding.observed)}"
    if finding.worst is not None:
        yield "it does the most harm here:"
        yield from finding.worst.steps
        yield f"expected  {in_words(finding.worst.expected)}"
        yield f"observed  {in_words(finding.worst.observed)}"
        yield f"replay it: {finding.worst.replay}"
    if finding.differences:
        yield "differences, expected -> observed:"
        yield from indented(finding.differences)
    if finding.below is None:
        yield from finding.explanation
    elif finding.same_cause_as is not None:
        yield f"met {finding.count:,} times; the cause is that of finding {finding.below}"
    else:
        yield f"{finding.clause} {demand_of(finding.clause)}"
        yield f"met {finding.count:,} times; the rule is that of finding {finding.below}"
    yield f"replay it: {finding.replay}"
    yield from render_link(finding.link)
    if not finding.reduced:
        arguments = finding.replay.removeprefix("planspec replay")
        yield f"reduce it: planspec replay --reduce{arguments}"
    if finding.below is None:
        yield "or send the requests yourself:"
        yield from indented(finding.snippet.splitlines())


def in_words(reply: str) -> str:
    """Return a reply as a sentence; what is no JSON, such as the end of a program, as it is."""
    try:
        message = json.loads(reply)
    except ValueError:
        return reply
    return reply_sentence(message) if isinstance(message, dict) else reply


def remarks(record: Record) -> Iterator[str]:
    """Yield notes that explain the grades."""
    if not record.implementation.editions:
        yield f"it declares no editions in 'hello': validated against {record.edition}"
    yield left_unrun(record)
    levels = (f"{level} {grade}" for level, grade in record.levels.items())
    yield f"levels: {', '.join(levels)}"
    reasons: dict[str, list[str]] = {}
    partly = (result for result in record.graded(Grade.PASS) if result.why)
    for result in (*record.graded(*EXPLAINED), *partly):
        reasons.setdefault(f"{result.grade}: {result.why}".removesuffix(": "), []).append(
            result.rule
        )
    yield from (f"{why}: {in_brief(rules)}" for why, rules in reasons.items())
    if record.real_leases is not None:
        yield from leases_as_text(record.real_leases)
    yield from tours_as_text(record.tours)
    yield from (f"no time left for {each}" for each in record.left)
    if record.never_judged:
        yield f"never compared (never sent): {', '.join(record.never_judged)}"
    if record.sometimes_judged:
        fields = ", ".join(record.sometimes_judged)
        yield f"compared only when sent: {fields}"
    if record.last_words:
        yield "the last lines of its standard error:"
        yield from indented(record.last_words, "| ")


def leases_as_text(result: RealLeasesResult) -> Iterator[str]:
    """Yield what was tested in real time if the clock cannot be set, and what was not."""
    tested = ", ".join(result.tested) or "nothing"
    yield (
        f"its clock cannot be set: leases were tested in real time, in {result.seconds:.1f} s, and "
        f"times may be {result.tolerance / 1_000:g} s off; tested: {tested}"
    )
    yield "no vector in which a lease expires was sent: they need a clock that can be set"
    yield from (f"not tested: {title}: {why}" for title, why in result.left_out.items())


def tours_as_text(tours: Sequence[TourResult]) -> Iterator[str]:
    """Yield which scopes were toured completely, which partly and which not."""
    if whole := [each for each in tours if each.extent == "whole"]:
        count = sum(each.transitions for each in whole)
        names = ", ".join(each.scope for each in whole)
        yield f"toured completely: {names} ({count:,} transitions); there it is {CLAIM}"
    for each in tours:
        if each.extent == "part":
            made = f"{each.made:,} of {each.transitions:,} known transitions"
            yield f"toured partly: {each.scope} ({made}): {each.why}"
    reasons: dict[str, list[str]] = {}
    for each in tours:
        if each.extent == "none":
            reasons.setdefault(each.why, []).append(each.scope)
    yield from (f"not toured: {', '.join(names)}: {why}" for why, names in reasons.items())


def indented(lines: Iterable[str], margin: str = "  ") -> Iterator[str]:
    """Yield lines with a margin, also before the lines within one."""
    for line in lines:
        yield from (f"{margin}{part}" for part in line.split("\n"))


def report_as_text(record: Record) -> Iterator[str]:
    """Yield the lines of a report, coloured on a terminal."""
    yield coloured(f"{implementation_of(record)} against edition {record.edition}", "bold")
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
    yield from remarks(record)
    yield effort(record)
    yield coloured(verdict_sentence(record), COLOURS[record.verdict])


def grade_table(record: Record) -> Iterator[str]:
    """Yield a table of the grades of each area, without the grades that no rule has."""
    given = {result.grade for result in record.results}
    grades = [grade for grade in Grade if grade in given]
    rows: list[tuple[str, ...]] = [("area", *grades)]
    for title, counts in counts_by_area(record).items():
        rows.append((title, *(str(counts[grade] or "") for grade in grades)))
    yield from aligned(rows, right=tuple(range(1, len(grades) + 1)))
