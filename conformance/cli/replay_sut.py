"""`planspec replay` on another implementation: a saved trace, beside the model."""

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass

from conformance.adapters.capabilities import capabilities_of
from conformance.adapters.connections import Broken
from conformance.adapters.model import transitions_of
from conformance.adapters.remote import RemoteSystem
from conformance.cli.main import AGREES, BROKEN, DISAGREES, INCONCLUSIVE
from conformance.cli.opening import opened, print_broken
from conformance.differential.divergence import Divergence
from conformance.differential.runner import DifferentialRunner, Skipped
from conformance.protocol.traces import Trace, operation_to_json
from conformance.reports.console import coloured
from conformance.reports.traces import (
    render_message,
    render_operation,
    render_outcome,
    render_trace,
)
from model.transition import Transition
from spec.vocabulary.operations import Operation


@dataclass
class Replayed:
    """How far a trace was asked, and what differed if anything did."""

    operations: list[Operation]
    divergence: Divergence | None = None
    not_asked: Operation | None = None

    @property
    def transitions(self) -> list[Transition]:
        """What the model does with the operations."""
        return transitions_of(self.operations)

    @property
    def verdict(self) -> str:
        """`fail`, `pass`, or `unknown` if an operation could not be asked."""
        if self.divergence is not None:
            return "broken" if self.divergence.kind == "error" else "fail"
        return "pass" if self.not_asked is None else "unknown"


CODES = {"pass": AGREES, "fail": DISAGREES, "unknown": INCONCLUSIVE, "broken": BROKEN}


def replay_beside(options: argparse.Namespace, trace: Trace) -> int:
    """Run a trace on the implementation that was named, report, and give the exit code."""
    try:
        system = opened(options)
        try:
            result = replayed(system, trace)
        finally:
            system.close()
    except Broken as broken:
        if options.json:
            report = {"trace": str(options.trace), "verdict": "broken", "problem": str(broken)}
            print(json.dumps({**report, "last_words": broken.last_words}, indent=2))
        print_broken(broken)
        return BROKEN
    if options.json:
        document = {"trace": str(options.trace), **as_json(result)}
        print(json.dumps(document, indent=2, ensure_ascii=False))
    else:
        for line in as_text(result, system.identity.name):
            print(line)
    return CODES[result.verdict]


def replayed(system: RemoteSystem, trace: Trace) -> Replayed:
    """Ask a trace up to its first divergence, or what cannot be asked. Raises `Broken`."""
    runner = DifferentialRunner(system, capabilities=capabilities_of(system.identity))
    operation: Operation | None = None
    try:
        for operation in runner.begin(trace.operations):
            runner.apply(operation)
    except Divergence as divergence:
        return Replayed(runner.operations, divergence)
    except Skipped:
        return Replayed(runner.operations, not_asked=operation)
    return Replayed(runner.operations)


def as_text(result: Replayed, name: str) -> Iterator[str]:
    """Tell a trace as the model decides it, then what was seen."""
    yield from render_trace(result.operations, result.transitions)
    yield ""
    divergence = result.divergence
    if divergence is not None:
        yield f"The model and {name} differ (decided by {' '.join(divergence.decision.rules)}):"
        yield f"  expected  {render_message(divergence.expected)}"
        yield f"  observed  {render_message(divergence.reply)}"
        yield from (f"  {line}" for line in divergence.differences)
        yield coloured(f"it shows at: {render_operation(result.operations[-1])}", "red")
    elif result.not_asked is not None:
        told = render_operation(result.not_asked)
        yield coloured(f"inconclusive: {name} cannot be asked: {told}", "yellow")
    else:
        count = len(result.transitions)
        yield coloured(f"the model and {name} agree on all {count} operations", "green")


def as_json(result: Replayed) -> dict[str, object]:
    """Give what was seen under the keys that scripts may rely on."""
    pairs = zip(result.operations, result.transitions, strict=True)
    divergence = result.divergence
    finding = (
        {
            "rules": list(divergence.decision.rules),
            "kind": divergence.kind,
            "expected": render_message(divergence.expected),
            "observed": render_message(divergence.reply),
            "differences": divergence.differences,
        }
        if divergence
        else None
    )
    return {
        "verdict": result.verdict,
        "steps": [
            {
                "operation": operation_to_json(operation),
                "outcome": render_outcome(transition.outcome),
                "rules": list(transition.rules),
            }
            for operation, transition in pairs
        ],
        "findings": [finding] if finding else [],
    }
