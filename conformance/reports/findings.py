"""Findings and remarks as plain lines, which all reports with text share."""

from collections.abc import Iterable, Iterator, Sequence

from conformance.protocol.documents.validation import ConformFinding, RealLeasesResult, TourResult
from conformance.reports.record import Grade, Record
from conformance.reports.summary import in_brief, left_unrun, origin_of

CLAIM = "right in every state up to the explorer's canonicalization, if `observe` shows everything"
"""What is known of a system that was toured whole in a scope."""


def heading_of(record: Record, finding: ConformFinding) -> str:
    """Return the heading of a finding: its number and the rule that it violates."""
    titles = {result.rule: result.title for result in record.results}
    known = f", known deviation {finding.known}" if finding.known else ""
    heading = f"finding {finding.number}: {finding.clause} {titles.get(finding.rule, '')}".rstrip()
    return heading + known


def sections(record: Record) -> list[tuple[str, tuple[ConformFinding, ...]]]:
    """Return findings under headings: what another edition does, and what none does."""
    explained = tuple(each for each in record.findings if each.editions)
    other = tuple(each for each in record.findings if not each.editions)
    titled = (
        ("Differences that another edition explains", explained),
        ("Differences that no edition has", other),
    )
    return [(title, findings) for title, findings in titled if findings]


def render_finding(finding: ConformFinding) -> Iterator[str]:
    """Yield the trace of a finding, what differs, what the rule says, and how to replay it.

    What the rule says is not repeated where another finding has the same cause.
    """
    yield f"{finding.kind} of {finding.operation}; {origin_of(finding)}"
    yield from finding.steps
    yield f"expected  {finding.expected}"
    yield f"observed  {finding.observed}"
    if finding.differences:
        yield "differences, expected -> observed:"
        yield from indented(finding.differences)
    if finding.same_cause_as is None:
        yield from finding.explanation
    else:
        yield f"met {finding.count:,} times; the cause is that of finding {finding.same_cause_as}"
    yield f"replay it: {finding.replay}"
    if not finding.reduced:
        arguments = finding.replay.removeprefix("planspec replay")
        yield f"shorten it: planspec replay --reduce{arguments}"
    if finding.same_cause_as is None:
        yield "or send the requests yourself:"
        yield from indented(finding.snippet.splitlines())


def remarks(record: Record) -> Iterator[str]:
    """Yield what readers have to know to understand the grades."""
    if not record.header.implementation.editions:
        yield f"it declares no editions in 'hello': judged by {record.header.edition}"
    for grade in (Grade.INCONCLUSIVE, Grade.KNOWN_DEVIATION):
        for result in record.graded(grade):
            yield f"{grade}: {result.rule} {result.why}".rstrip()
    yield left_unrun(record)
    reasons: dict[str, list[str]] = {}
    partly = (result for result in record.graded(Grade.PASS) if result.why)
    for result in (*record.graded(Grade.UNSUPPORTED, Grade.NOT_EXERCISED), *partly):
        reasons.setdefault(f"{result.grade}: {result.why}".removesuffix(": "), []).append(
            result.rule
        )
    yield from (f"{why}: {in_brief(rules)}" for why, rules in reasons.items())
    if record.footer.real_leases is not None:
        yield from leases_as_text(record.footer.real_leases)
    yield from tours_as_text(record.footer.tours)
    if record.footer.never_decided:
        yield f"clauses not put to the test: {' '.join(record.footer.never_decided)}"
    if record.footer.not_reached:
        why = "differences stand in the way, behind which no legal state is shown"
        yield f"not reached, as {why}: {' '.join(record.footer.not_reached)}"
    if record.footer.never_judged:
        yield f"never compared, because never sent: {', '.join(record.footer.never_judged)}"
    if record.footer.sometimes_judged:
        fields = ", ".join(record.footer.sometimes_judged)
        yield f"compared only when sent: {fields}"
    if record.footer.last_words:
        yield "the last lines of its standard error:"
        yield from indented(record.footer.last_words, "| ")


def leases_as_text(result: RealLeasesResult) -> Iterator[str]:
    """Yield what was waited for where the clock cannot be set, and what was not."""
    tested = ", ".join(result.tested) or "nothing"
    yield (
        f"its clock cannot be set: real leases were waited for, {result.seconds:.1f} s in all, and "
        f"times may be {result.tolerance / 1_000:g} s off; tested: {tested}"
    )
    yield "no vector in which a lease ends was sent: only a clock that can be set is that exact"
    yield from (f"not tested: {title}: {why}" for title, why in result.left_out.items())


def tours_as_text(tours: Sequence[TourResult]) -> Iterator[str]:
    """Yield which scopes were toured whole, which in part and which not, and what that shows."""
    if whole := [each for each in tours if each.extent == "whole"]:
        count = sum(each.transitions for each in whole)
        names = ", ".join(each.scope for each in whole)
        yield f"toured whole: {names} ({count:,} transitions); there it is {CLAIM}"
    for each in tours:
        if each.extent == "part":
            made = f"{each.made:,} of {each.transitions:,} known transitions"
            yield f"toured in part: {each.scope} ({made}): {each.why}"
    reasons: dict[str, list[str]] = {}
    for each in tours:
        if each.extent == "none":
            reasons.setdefault(each.why, []).append(each.scope)
    yield from (f"not toured: {', '.join(names)}: {why}" for why, names in reasons.items())


def indented(lines: Iterable[str], margin: str = "  ") -> Iterator[str]:
    """Yield lines with a margin, also before the lines within one."""
    for line in lines:
        yield from (f"{margin}{part}" for part in line.split("\n"))
