"""`planspec replay` on another implementation: a saved trace, on it and on the model."""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from conformance.adapters.connections import Broken
from conformance.adapters.opening import opened
from conformance.adapters.subject import Subject
from conformance.cli.broken import report_broken
from conformance.cli.options import print_document, print_lines
from conformance.differential.beside import Beside, NotAsked
from conformance.differential.comparing import Judging, told_reply
from conformance.differential.difference import Difference
from conformance.kit.reach import reach_of
from conformance.protocol.codec import outcome_to_json
from conformance.protocol.documents.check import ReplayFinding, ReplayStep, ReplaySutDocument
from conformance.protocol.traces import Trace
from conformance.reports.console import coloured
from conformance.reports.traces import told_operation, told_outcome, told_trace
from conformance.usage import BROKEN, INCONCLUSIVE, NOT_CONFORMING, SUCCESS
from model.transition import Transition
from spec.vocabulary.operations import Operation


@dataclass
class Replayed:
    """How far a trace was run, how the model answered, and what differed if anything did."""

    operations: list[Operation]
    transitions: list[Transition]
    difference: Difference | None = None
    not_asked: Operation | None = None

    @property
    def verdict(self) -> Literal["pass", "fail", "unknown", "broken"]:
        """Return `fail`, `pass`, or `unknown` if an operation could not be asked."""
        if self.difference is not None:
            return "broken" if self.difference.kind == "error" else "fail"
        return "pass" if self.not_asked is None else "unknown"


CODES = {"pass": SUCCESS, "fail": NOT_CONFORMING, "unknown": INCONCLUSIVE, "broken": BROKEN}


def replay_sut(options: argparse.Namespace, trace: Trace) -> int:
    """Run a trace on the implementation that was named, report, and return the exit code."""
    try:
        subject = opened(options)
        try:
            result = replayed(subject, trace)
        finally:
            subject.connection.close()
    except Broken as broken:
        return report_broken(broken, options.json)
    if options.json:
        print_document(replay_sut_document(options.trace, result))
    else:
        print_lines(as_text(result, subject.identity.name))
    return CODES[result.verdict]


def replayed(subject: Subject, trace: Trace) -> Replayed:
    """Run a trace up to its first difference, or an operation that cannot be asked."""
    reach = reach_of(subject.identity, frozenset())
    beside = Beside(subject, Judging(subject.identity), reach)
    result = Replayed([], [])
    try:
        for operation in beside.start(trace.operations):
            result.not_asked = operation
            transition = beside.apply(operation)
            result.operations.append(beside.operations[-1])
            result.transitions.append(transition)
        result.not_asked = None
    except Difference as difference:
        result.difference = difference
        result.operations.append(difference.operation)
        result.transitions.append(difference.transition)
    except NotAsked:
        pass
    return result


def as_text(result: Replayed, name: str) -> Iterator[str]:
    """Yield a trace as the model decides it, then what was seen."""
    yield from told_trace(result.operations, result.transitions)
    yield ""
    difference = result.difference
    if difference is not None:
        yield f"The model and {name} differ (decided by {' '.join(difference.signature.rules)}):"
        yield f"  expected  {told_reply(outcome_to_json(difference.transition.outcome))}"
        yield f"  observed  {told_reply(difference.reply)}"
        yield from (f"  {line}" for line in difference.lines)
        yield coloured(f"it shows at: {told_operation(difference.operation)}", "red")
    elif result.not_asked is not None:
        told = told_operation(result.not_asked)
        yield coloured(f"inconclusive: {name} cannot be asked: {told}", "yellow")
    else:
        count = len(result.transitions)
        yield coloured(f"the model and {name} agree on all {count} operations", "green")


def replay_sut_document(path: Path, result: Replayed) -> ReplaySutDocument:
    """Return the document of a trace that was run again on another implementation."""
    difference = result.difference
    finding = difference and ReplayFinding(
        rules=list(difference.signature.rules),
        kind=difference.kind,
        expected=told_reply(outcome_to_json(difference.transition.outcome)),
        observed=told_reply(difference.reply),
        differences=difference.lines,
    )
    return ReplaySutDocument(
        trace=str(path),
        verdict=result.verdict,
        steps=replay_steps(result.operations, result.transitions),
        findings=[finding] if finding else [],
    )


def replay_steps(
    operations: Sequence[Operation], transitions: Sequence[Transition]
) -> list[ReplayStep]:
    """Return the operations that were run, and how the model answered them."""
    return [
        ReplayStep(
            operation=operation,
            outcome=told_outcome(transition.outcome),
            rules=list(transition.rules),
        )
        for operation, transition in zip(operations, transitions, strict=False)
    ]
