"""Findings as entries of the record that all reports are made from."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from conformance.adapters.capabilities import Capabilities
from conformance.adapters.model import transitions_of
from conformance.differential.divergence import Divergence
from conformance.kit.attribution import amendment_of
from conformance.kit.deviations import Deviation
from conformance.kit.finding import ConformanceFinding
from conformance.kit.grading import AREA_OF_RULE
from conformance.kit.target import NamedSystem
from conformance.protocol.traces import saved
from conformance.reports import record
from conformance.reports.differences import what_differs
from conformance.reports.traces import render_message, render_trace
from spec.catalog import rule as rule_of
from spec.catalog import rule_id
from spec.rules.rule import Clause

NOT_SHOWN_ANEW = (
    "Started anew, the program did this right: something survives `reset`, which has to forget "
    "everything, or it does not always answer alike. So the trace alone may not show it again, and "
    "the clause is a guess."
)


@dataclass(frozen=True)
class EntryWriter:
    """Writes findings as entries of the record, and saves their traces in a folder."""

    target: NamedSystem
    capabilities: Capabilities
    traces: Path

    def entry(
        self, number: int, clause: str, finding: ConformanceFinding, known: Deviation | None
    ) -> record.FindingEntry:
        """Return the entry of a finding, and of the deviation that it is known as."""
        divergence, rule = finding.divergence, rule_id(clause)
        trace = self.save(rule, finding, number)
        transitions = finding.counterexample.transitions or transitions_of(
            finding.operations, finding.reference
        )
        steps = render_trace(finding.operations, transitions)
        return record.FindingEntry(
            number=number,
            rule=rule,
            clause=clause,
            rules=divergence.decision.rules,
            clauses=divergence.decision.clauses,
            area=AREA_OF_RULE[rule],
            operation=divergence.decision.operation,
            kind=divergence.kind,
            source=finding.source,
            steps=tuple(steps),
            expected=render_message(divergence.expected),
            observed=describe_observed(divergence),
            differences=tuple(what_differs(divergence)),
            explanation=(*explanation(clause, finding), *describe_deviation(known)),
            trace=str(trace),
            replay=self.target.replay(
                str(trace),
                finding.reference.name if finding.reference != finding.judged else None,
            ),
            editions=tuple(each.name for each in finding.editions),
            snippet=self.target.snippet(
                finding.operations,
                self.capabilities,
                finding.reference,
                finding.counterexample.real_time,
            ),
            minimal=False,
            reduced=finding.counterexample.reduced,
            known=known.rule if known else None,
            seconds=round(finding.seconds, 1),
            reference=finding.reference.name,
        )

    def save(self, rule: str, finding: ConformanceFinding, number: int) -> Path:
        """Save the trace of a finding and return its path, also if that failed."""
        path = self.traces / f"{number:02}-{rule}-{finding.divergence.decision.operation}.json"
        saved(path, finding.trace)
        return path


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


def waiting(finding: ConformanceFinding) -> Iterator[str]:
    """Yield that it takes time to see a finding, if it does."""
    if finding.counterexample.real_time:
        seconds = (finding.operations[-1].now - finding.operations[0].now) / 1_000
        wait = f"A replay waits for {seconds:.1f} s. " if seconds >= 1 else ""
        yield f"{wait}The times shown here count from the beginning of the run."


def last_words(divergence: Divergence) -> Iterator[str]:
    """Yield what the implementation printed on standard error before it ended."""
    if divergence.bad_end is not None and divergence.bad_end.last_words:
        yield "The last lines of its standard error:"
        yield from (f"| {line}" for line in divergence.bad_end.last_words)


def behind(finding: ConformanceFinding) -> Iterator[str]:
    """Yield what a finding lies behind: other differences, which hold for its whole trace."""
    if finding.reference != finding.judged:
        explained = "which explains other findings"
        yield f"It is compared with {finding.reference.name}, {explained}."
    if finding.counterexample.adopted:
        yield "Earlier the model adopts what the implementation stores, as other findings say."


def explanation(clause: str, finding: ConformanceFinding) -> Iterator[str]:
    """Yield what the clause says and why, what the model does, and what was seen."""
    entry, divergence = rule_of(rule_id(clause)), finding.divergence
    yield f"{entry.id}, {entry.title}:"
    in_force = entry.clauses_in(finding.reference)
    yield from (f"{each.id} {each.text}" for each in in_force if covers(clause, each))
    if entry.why:
        yield f"Why: {entry.why}"
    yield f"The model decides by {' '.join(divergence.decision.clauses)}. {SEEN[divergence.kind]}"
    yield from last_words(divergence)
    if finding.shown_anew is False:
        yield NOT_SHOWN_ANEW
    yield from behind(finding)
    yield from waiting(finding)
    yield from behaves_like(finding)
    if operations := other_operations(finding):
        yield f"It shows in these operations too: {', '.join(operations)}."
    ways = finding.met + sum(1 + other.met for other in finding.also)
    if ways:
        yield f"The same was met {ways} more time{'s' * (ways > 1)}."


def covers(identifier: str, clause: Clause) -> bool:
    """Return whether an id is that of a clause, or of its whole rule."""
    return identifier in (clause.id, rule_id(clause.id))


def other_operations(finding: ConformanceFinding) -> list[str]:
    """Return the other operations that show the same fault."""
    own = finding.divergence.decision.operation
    operations = (other.divergence.decision.operation for other in finding.also)
    return [name for name in dict.fromkeys(operations) if name != own]


def describe_deviation(deviation: Deviation | None) -> Iterator[str]:
    """Yield why a finding is known."""
    if deviation is not None:
        link = f" ({deviation.link})" if deviation.link else ""
        yield f"Known until {deviation.expires}: {deviation.reason}{link}"


SEEN = {
    "answer": "The implementation answers otherwise.",
    "state": "The implementation answers so, and stores something else.",
    "atomicity": "The implementation rejects the operation, and what it stores has changed.",
    "observation": "The implementation holds something else before anything was asked.",
    "error": "The implementation breaks there.",
}


def behaves_like(finding: ConformanceFinding) -> Iterator[str]:
    """Yield what the system behaves like."""
    amendment, reference = amendment_of(finding), finding.reference
    if amendment is not None and reference.has(amendment):
        yield f"It behaves as before {amendment.id} ({amendment.name}). {amendment.title}."
        yield f"What that was made for: {amendment.failure}"
    elif amendment is not None:
        named = f"{amendment.id} ({amendment.name}), which {reference.name} does not have"
        yield f"It behaves as with {named}. {amendment.title}."
    elif finding.editions:
        yield f"It behaves as the edition {finding.editions[0].name}."
    if finding.neighbours:
        changes = " or ".join(neighbour.change for neighbour in finding.neighbours)
        yield f"The model answers so to the same request {changes}."
