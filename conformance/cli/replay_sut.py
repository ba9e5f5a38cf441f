"""`planspec replay` on another implementation: a saved trace, beside the model."""

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass

from conformance.adapters.connections import Broken
from conformance.adapters.opening import opened, tell_broken
from conformance.adapters.subject import Subject
from conformance.cli.main import AGREES, BROKEN, DISAGREES, INCONCLUSIVE
from conformance.differential.beside import Beside, NotAsked
from conformance.differential.comparing import Judging, told_reply
from conformance.differential.difference import Difference
from conformance.kit.reach import reach_of
from conformance.protocol.codec import outcome_to_json
from conformance.protocol.operations import operation_to_json
from conformance.protocol.traces import Trace
from conformance.reports.console import coloured
from conformance.reports.traces import told_operation, told_outcome, told_trace
from model.transition import Transition
from spec.vocabulary.operations import Operation


@dataclass
class Replayed:
    """How far a trace was asked, what the model answered, and what differed if anything did."""

    operations: list[Operation]
    transitions: list[Transition]
    difference: Difference | None = None
    not_asked: Operation | None = None

    @property
    def verdict(self) -> str:
        """Say `fail`, `pass`, or `unknown` if an operation could not be asked."""
        if self.difference is not None:
            return "broken" if self.difference.kind == "error" else "fail"
        return "pass" if self.not_asked is None else "unknown"


CODES = {"pass": AGREES, "fail": DISAGREES, "unknown": INCONCLUSIVE, "broken": BROKEN}


def replay_beside(options: argparse.Namespace, trace: Trace) -> int:
    """Run a trace on the implementation that was named, report, and give the exit code."""
    try:
        subject = opened(options)
        try:
            result = replayed(subject, trace)
        finally:
            subject.connection.close()
    except Broken as broken:
        if options.json:
            report = {"trace": str(options.trace), "verdict": "broken", "problem": str(broken)}
            print(json.dumps({**report, "last_words": broken.last_words}, indent=2))
        tell_broken(broken)
        return BROKEN
    if options.json:
        document = {"trace": str(options.trace), **as_json(result)}
        print(json.dumps(document, indent=2, ensure_ascii=False))
    else:
        for line in as_text(result, subject.identity.name):
            print(line)
    return CODES[result.verdict]


def replayed(subject: Subject, trace: Trace) -> Replayed:
    """Ask for a trace up to its first difference, or what cannot be asked. Raises `Broken`."""
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
    """Tell a trace as the model decides it, then what was seen."""
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


def as_json(result: Replayed) -> dict[str, object]:
    """Give what was seen under the keys that scripts may rely on."""
    pairs = zip(result.operations, result.transitions, strict=True)
    difference = result.difference
    finding = (
        {
            "rules": list(difference.signature.rules),
            "kind": difference.kind,
            "expected": told_reply(outcome_to_json(difference.transition.outcome)),
            "observed": told_reply(difference.reply),
            "differences": difference.lines,
        }
        if difference
        else None
    )
    return {
        "verdict": result.verdict,
        "steps": [
            {
                "operation": operation_to_json(operation),
                "outcome": told_outcome(transition.outcome),
                "rules": list(transition.rules),
            }
            for operation, transition in pairs
        ],
        "findings": [finding] if finding else [],
    }
