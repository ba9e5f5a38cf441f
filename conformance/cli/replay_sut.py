"""`planspec replay` on another implementation: a saved trace, on it and on the model."""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from conformance.adapters.capabilities import capabilities_of
from conformance.adapters.connections import Broken
from conformance.adapters.model import transitions_of
from conformance.adapters.remote import RemoteSystem
from conformance.cli.broken import report_broken
from conformance.cli.opening import opened
from conformance.cli.printing import print_document, print_lines
from conformance.differential.divergence import Divergence
from conformance.differential.runner import DifferentialRunner, Skipped
from conformance.protocol.documents.check import ReplayFinding, ReplayStep, ReplaySutDocument
from conformance.protocol.traces import Trace
from conformance.reports.console import coloured
from conformance.reports.exit_codes import BROKEN, INCONCLUSIVE, NOT_CONFORMING, SUCCESS
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
    """How far a trace was run, and what differed if anything did."""

    operations: list[Operation]
    divergence: Divergence | None = None
    not_asked: Operation | None = None

    @property
    def transitions(self) -> list[Transition]:
        """What the model does with the operations."""
        return transitions_of(self.operations)

    @property
    def verdict(self) -> Literal["pass", "fail", "unknown", "broken"]:
        """`fail`, `pass`, or `unknown` if an operation could not be asked."""
        if self.divergence is not None:
            return "broken" if self.divergence.kind == "error" else "fail"
        return "pass" if self.not_asked is None else "unknown"


CODES = {"pass": SUCCESS, "fail": NOT_CONFORMING, "unknown": INCONCLUSIVE, "broken": BROKEN}


def replay_sut(options: argparse.Namespace, trace: Trace) -> int:
    """Run a trace on the implementation that was named, report, and return the exit code."""
    try:
        system = opened(options)
        try:
            result = replayed(system, trace)
        finally:
            system.close()
    except Broken as broken:
        return report_broken(broken, options.json)
    if options.json:
        print_document(replay_sut_document(options.trace, result))
    else:
        print_lines(as_text(result, system.identity.name))
    return CODES[result.verdict]


def replayed(system: RemoteSystem, trace: Trace) -> Replayed:
    """Run a trace up to its first divergence, or an operation that cannot be asked."""
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
    """Yield a trace as the model decides it, then what was seen."""
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
        request = render_operation(result.not_asked)
        yield coloured(f"inconclusive: {name} cannot be asked: {request}", "yellow")
    else:
        count = len(result.transitions)
        yield coloured(f"the model and {name} agree on all {count} operations", "green")


def replay_sut_document(path: Path, result: Replayed) -> ReplaySutDocument:
    """Return the document of a trace that was run again on another implementation."""
    divergence = result.divergence
    finding = divergence and ReplayFinding(
        rules=list(divergence.decision.rules),
        kind=divergence.kind,
        expected=render_message(divergence.expected),
        observed=render_message(divergence.reply),
        differences=divergence.differences,
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
    """Return the operations that were run, and how the model answers them."""
    return [
        ReplayStep(
            operation=operation,
            outcome=render_outcome(transition.outcome),
            rules=list(transition.rules),
        )
        for operation, transition in zip(operations, transitions, strict=True)
    ]
