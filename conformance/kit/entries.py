"""Findings as the record and all reports show them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from conformance.adapters.capabilities import Capabilities
from conformance.adapters.model import transitions_of
from conformance.differential.divergence import Divergence
from conformance.differential.reducer import Counterexample
from conformance.kit.attribution import amendment_of, cause_of, expects, is_certain
from conformance.kit.deviations import Deviation
from conformance.kit.finding import Finding, trace_of
from conformance.kit.target import NamedSystem
from conformance.kit.vector_runs import AREA_OF_RULE
from conformance.protocol.documents.validation import ConformFinding, WorstTrace
from conformance.protocol.links import playground_link
from conformance.protocol.traces import saved
from conformance.reports.words.differences import title_of, what_differs
from conformance.reports.words.messages import render_message
from conformance.reports.words.traces import render_trace
from spec.catalog import rule as rule_of
from spec.catalog import rule_id


@dataclass(frozen=True)
class EntryWriter:
    """Writes findings as they are shown, and their traces, with links to a playground on a site."""

    target: NamedSystem
    capabilities: Capabilities
    traces: Path
    site: str | None = None

    def entries(self, findings: Sequence[Finding], today: date) -> Iterator[ConformFinding]:
        """Yield findings with their numbers; those of one cause, or rule, name the first of it."""
        firsts: dict[object, int] = {}
        for number, finding in enumerate(findings, start=1):
            first = firsts.setdefault(cause_of(finding), number)
            entry = self.entry(number, finding, known_as(finding, findings, today))
            if first == number:
                yield entry
            elif entry.cause:
                yield replace(entry, same_cause_as=first)
            else:
                yield replace(entry, same_rule_as=first)

    def entry(self, number: int, finding: Finding, known: Deviation | None) -> ConformFinding:
        """Return a finding, and the deviation that it is known as, as it is shown."""
        divergence, edition, rule = finding.divergence, finding.edition, rule_id(finding.clause)
        shown = self.shown(number, finding, finding.counterexample)
        worst = self.shown(number, finding, finding.worst, "-worst") if finding.worst else None
        real_time = finding.counterexample.real_time
        return ConformFinding(
            number=number,
            rule=rule,
            clause=finding.clause,
            rules=divergence.decision.rules,
            clauses=divergence.decision.clauses,
            area=AREA_OF_RULE[rule],
            operation=divergence.decision.operation,
            kind=divergence.kind,
            source=finding.source,
            steps=shown.steps,
            expected=shown.expected,
            observed=shown.observed,
            differences=tuple(what_differs(divergence)),
            title=title_of(finding.most_harmful.divergence, finding.own_differences),
            severity=finding.severity.words,
            worst=worst,
            cause=finding.cause or cause_in_words(finding),
            certain=is_certain(finding),
            explanation=tuple(explanation(finding, known)),
            trace=shown.trace,
            replay=shown.replay,
            editions=tuple(each.name for each in finding.editions),
            snippet=self.target.snippet(finding.operations, self.capabilities, real_time),
            reduced=finding.counterexample.reduced,
            known=known.rule if known else None,
            seconds=round(finding.seconds, 1),
            count=finding.count,
            link=playground_link(self.site, finding.operations, edition),
        )

    def shown(
        self, number: int, finding: Finding, seen: Counterexample, which: str = ""
    ) -> WorstTrace:
        """Save a trace of a finding and return it as it is shown, also if saving it failed."""
        rule, operation = rule_id(finding.clause), finding.divergence.decision.operation
        path = self.traces / f"{number:02}-{rule}-{operation}{which}.json"
        saved(path, trace_of(seen, finding.edition))
        transitions = seen.transitions or transitions_of(seen.operations, finding.edition)
        return WorstTrace(
            tuple(render_trace(seen.operations, transitions)),
            render_message(seen.divergence.expected),
            describe_observed(seen.divergence),
            str(path),
            self.target.replay(str(path)),
        )


def describe_observed(divergence: Divergence) -> str:
    """Return what was seen."""
    reply = divergence.reply
    if divergence.bad_end is not None:
        return f"{divergence.bad_end.kind}: {divergence.bad_end}"
    if reply["reply"] == "error":
        return f"an error: {reply['message']}"
    if divergence.kind == "observation":
        return "another state after 'reset'"
    return render_message(reply)


def waiting(finding: Finding) -> Iterator[str]:
    """Yield that it takes time to see a finding, if it does."""
    if finding.counterexample.real_time:
        seconds = (finding.operations[-1].now - finding.operations[0].now) / 1_000
        wait = f"A replay waits for {seconds:.1f} s. " if seconds >= 1 else ""
        yield f"{wait}The times shown here count from the beginning of the run."


def explanation(finding: Finding, known: Deviation | None) -> Iterator[str]:
    """Yield what the clause says and why, what the model does, what was seen, and why it may be."""
    entry, divergence = rule_of(rule_id(finding.clause)), finding.divergence
    yield f"{entry.id}, {entry.title}:"
    for clause in entry.clauses_in(finding.edition):
        if finding.clause in (clause.id, entry.id):
            yield f"{clause.id} {clause.text}"
    if entry.why:
        yield f"Why: {entry.why}"
    yield f"The model decides by {' '.join(divergence.decision.clauses)}. {SEEN[divergence.kind]}"
    if divergence.bad_end is not None and divergence.bad_end.last_words:
        yield "The last lines of its standard error:"
        yield from (f"| {line}" for line in divergence.bad_end.last_words)
    if finding.counterexample.adopted:
        yield "Earlier the model adopts what the implementation stores, as other findings say."
    yield from waiting(finding)
    yield from behaves_like(finding)
    if finding.count > 1:
        yield f"It was met {finding.count:,} times."
    if known is not None:
        link = f" ({known.link})" if known.link else ""
        yield f"Known until {known.expires}: {known.reason}{link}"


def known_as(finding: Finding, findings: Sequence[Finding], today: date) -> Deviation | None:
    """Return the deviation that expected a finding, or `None`, also if it has expired."""
    for each in (finding, *findings):
        deviation = each.witnessed
        if deviation and deviation.expires >= today and expects(each, finding):
            return deviation
    return None


SEEN = {
    "answer": "The implementation answers otherwise.",
    "state": "The implementation answers so, and stores something else.",
    "atomicity": "The implementation rejects the operation, and what it stores has changed.",
    "observation": "The implementation holds something else before anything was asked.",
    "error": "The implementation breaks there.",
}


def cause_in_words(finding: Finding) -> str:
    """Return the amendment which a system lacks, or has too early, or `""`."""
    amendment, edition = amendment_of(finding), finding.edition
    if amendment is None:
        return ""
    named = f"{amendment.id} ({amendment.name})"
    if edition.has(amendment):
        return f"it behaves as before {named}"
    return f"it behaves as with {named}, which {edition.name} does not have"


def behaves_like(finding: Finding) -> Iterator[str]:
    """Yield what the system behaves like."""
    amendment, cause = amendment_of(finding), cause_in_words(finding)
    if amendment is not None:
        yield f"{cause[0].upper()}{cause[1:]}. {amendment.title}."
        if finding.edition.has(amendment):
            yield f"What that was made for: {amendment.failure}"
    elif finding.editions:
        yield f"It behaves as the edition {finding.editions[0].name}."
