"""Telling a finding: the entry of the record that all reports are made from."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from conformance.differential.comparing import told_reply
from conformance.kit.attributing import amendment_of
from conformance.kit.deviations import Deviation
from conformance.kit.explaining import run
from conformance.kit.finding import Finding
from conformance.kit.grading import AREA_OF_RULE
from conformance.kit.target import Target
from conformance.protocol.codec import outcome_to_json
from conformance.protocol.traces import Trace, saved
from conformance.reports import record
from conformance.reports.traces import told_trace
from spec.catalog import rule as rule_of
from spec.editions import CURRENT


@dataclass(frozen=True)
class Telling:
    """Writes findings as entries of the record, and saves their traces in a folder."""

    target: Target
    registers: bool
    traces: Path

    def entry(
        self, number: int, rule: str, finding: Finding, known: Deviation | None
    ) -> record.Finding:
        """Tell one finding, and the deviation that it is known as."""
        difference = finding.difference
        trace = self.save(rule, finding, number)
        told = told_trace(finding.operations, run(finding.operations, CURRENT))
        return record.Finding(
            number=number,
            rule=rule,
            rules=difference.signature.rules,
            area=AREA_OF_RULE[rule],
            operation=difference.signature.operation,
            kind=difference.kind,
            source=finding.source,
            steps=tuple(told),
            expected=told_reply(outcome_to_json(difference.transition.outcome)),
            observed=told_seen(finding),
            differences=tuple(difference.lines),
            explanation=(*explanation(rule, finding), *told_deviation(known)),
            trace=str(trace),
            replay=self.target.replay(str(trace)),
            snippet=self.target.snippet(finding.operations, self.registers),
            minimal=False,
            reduced=finding.reduced,
            known=known.rule if known else None,
        )

    def save(self, rule: str, finding: Finding, number: int) -> Path:
        """Save the trace of a finding; that it could not be saved is said."""
        path = self.traces / f"{number:02}-{rule}-{finding.difference.signature.operation}.json"
        shows = f"{finding.difference.kind}: {'; '.join(finding.difference.lines)}"
        saved(path, Trace(finding.operations, shows=shows))
        return path


def told_seen(finding: Finding) -> str:
    """Tell what was seen."""
    reply = finding.difference.reply
    if reply["reply"] == "error":
        return f"an error: {reply['message']}"
    if finding.difference.kind == "observation":
        return "another state after 'reset'"
    return told_reply(reply)


def explanation(rule: str, finding: Finding) -> Iterator[str]:
    """Explain a finding: what the rule says and why, what the model says, and what was seen."""
    entry, difference = rule_of(rule), finding.difference
    yield f"{rule}, {entry.title}:"
    yield from (f"{clause.id} {clause.text}" for clause in entry.clauses_in(CURRENT))
    if entry.why:
        yield f"Why: {entry.why}"
    yield f"The model decides by {' '.join(difference.signature.rules)}. {SEEN[difference.kind]}"
    yield from likeness(finding)
    if operations := other_operations(finding):
        yield f"It shows in these operations too: {', '.join(operations)}."
    ways = finding.met + sum(1 + other.met for other in finding.also)
    if ways:
        yield f"The same was met {ways} more time{'s' * (ways > 1)}."


def other_operations(finding: Finding) -> list[str]:
    """List the other operations that findings of the same fault were made with."""
    own = finding.difference.signature.operation
    operations = (other.difference.signature.operation for other in finding.also)
    return [name for name in dict.fromkeys(operations) if name != own]


def told_deviation(deviation: Deviation | None) -> Iterator[str]:
    """Tell why a finding is known."""
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


def likeness(finding: Finding) -> Iterator[str]:
    """Tell what the implementation behaves like."""
    if amendment := amendment_of(finding):
        yield f"It behaves as before {amendment.id} ({amendment.name}). {amendment.title}."
        yield f"What that was made for: {amendment.failure}"
    elif finding.editions:
        yield f"It behaves as the edition {finding.editions[0].name}."
    if finding.neighbours:
        told = " or ".join(neighbour.told for neighbour in finding.neighbours)
        yield f"The model answers so to the same request {told}."
