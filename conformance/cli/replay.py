"""`planspec replay`: a saved trace once more, on both sides or on another implementation."""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from conformance.adapters.capabilities import Capabilities, capabilities_of
from conformance.adapters.connections import Broken
from conformance.adapters.model import transitions_of
from conformance.adapters.stores import StoreSystem
from conformance.adapters.sut import InProcessSystem, SystemUnderTest
from conformance.cli.common.opening import opened, report_broken
from conformance.cli.common.printing import print_result
from conformance.cli.common.usage import UsageError
from conformance.cli.explore import named_edition
from conformance.differential.divergence import Divergence
from conformance.differential.reducer import Counterexample, run_again
from conformance.differential.runner import DifferentialRunner, Skipped
from conformance.protocol.codec import outcome_to_json
from conformance.protocol.documents.check import ReplayDocument, ReplayFinding, ReplayStep
from conformance.protocol.traces import Trace, TraceError, read_trace
from conformance.reports.check import divergence_document
from conformance.reports.console import coloured
from conformance.reports.exit_codes import BROKEN, INCONCLUSIVE, NOT_CONFORMING, SUCCESS
from conformance.reports.traces import (
    render_divergence,
    render_message,
    render_operation,
    render_trace,
)
from model.transition import Transition
from spec.editions import CURRENT
from spec.properties.changes import Change
from spec.properties.invariants import broken_invariants
from spec.properties.transitions import broken_step_properties
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import State

CODES = {"pass": SUCCESS, "fail": NOT_CONFORMING, "unknown": INCONCLUSIVE, "broken": BROKEN}


@dataclass
class Replayed:
    """How far a trace was run, and what differed if anything did; `name` is another system's."""

    trace: Trace
    operations: list[Operation]
    transitions: list[Transition]
    divergence: Divergence | None = None
    not_asked: Operation | None = None
    name: str | None = None

    @property
    def verdict(self) -> Literal["pass", "fail", "unknown", "broken"]:
        """`fail`, `pass`, or `unknown` if an operation could not be asked."""
        if self.divergence is not None:
            return "broken" if self.divergence.kind == "error" else "fail"
        return "pass" if self.not_asked is None else "unknown"


def run(options: argparse.Namespace) -> int:
    """Run a trace again, report, and return the exit code."""
    try:
        trace = read_trace(options.trace)
    except TraceError as error:
        raise UsageError(str(error)) from error
    if options.command or options.python or options.connect or options.cli:
        if trace.run is not None:
            raise UsageError(
                f"{options.trace} ends with a run of the orchestrator; replay it without a system "
                f"under test: planspec replay {options.trace}"
            )
        try:
            with opened(options) as system:
                result = replayed(system, trace, capabilities_of(system.identity))
                result.name = system.identity.name
        except Broken as broken:
            return report_broken(broken, options.json)
    elif named_edition(trace.edition) == CURRENT:
        result = replayed(StoreSystem(), trace)
    else:
        # The implementation knows the current edition only.
        result = replayed_on_model(trace)
    print_result(options.json, lambda: replay_document(str(options.trace), result), as_text(result))
    return CODES[result.verdict]


def replayed(
    system: SystemUnderTest | InProcessSystem,
    trace: Trace,
    capabilities: Capabilities | None = None,
) -> Replayed:
    """Run a trace up to its first divergence, or an operation that cannot be asked."""
    runner = DifferentialRunner(system, capabilities=capabilities, everything_every=1)
    divergence = not_asked = None
    try:
        run_again(runner, trace.operations, trace.run)
    except Divergence as found:
        divergence = found
    except Skipped:
        not_asked = trace.operations[len(runner.operations)]
    operations = runner.operations
    return Replayed(trace, operations, transitions_of(operations), divergence, not_asked)


def replayed_on_model(trace: Trace) -> Replayed:
    """Run a trace on the model up to where it breaks a property: any, or the one it was saved for.

    All operations are shown either way.
    """
    operations, before = list(trace.operations), State()
    result = Replayed(trace, operations, transitions_of(operations, named_edition(trace.edition)))
    for operation, transition in zip(operations, result.transitions, strict=True):
        change = Change(before, operation, transition.outcome, transition.state)
        before = transition.state
        plan = before.plan(operation.plan)
        problems = [*(broken_invariants(plan) if plan else []), *broken_step_properties(change)]
        broken = f"{trace.broken}:" if trace.broken is not None else ""
        if problems := [line for line in problems if line.startswith(broken)]:
            result.divergence = Divergence("property", operation, transition, None, problems)
            break
    return result


def replay_document(path: str, result: Replayed) -> ReplayDocument:
    """Return the document of a trace that was run again."""
    divergence, disagreements, findings = result.divergence, [], []
    if divergence is not None and result.name is None:
        shown = Counterexample(divergence, tuple(result.operations))
        disagreements.append(divergence_document(shown, path))
    elif divergence is not None:
        findings.append(
            ReplayFinding(
                rules=divergence.decision.rules,
                kind=divergence.kind,
                expected=divergence.expected,
                observed=divergence.reply,
                differences=divergence.differences,
            )
        )
    return ReplayDocument(
        trace=path,
        verdict=result.verdict,
        steps=[
            ReplayStep(
                operation=operation,
                outcome=outcome_to_json(transition.outcome),
                rules=transition.rules,
            )
            for operation, transition in zip(result.operations, result.transitions, strict=True)
        ],
        disagreements=disagreements,
        findings=findings,
    )


def as_text(result: Replayed) -> Iterator[str]:
    """Yield a trace as the model decides it, then what was seen."""
    yield from render_trace(result.operations, result.transitions)
    yield ""
    divergence, name = result.divergence, result.name
    if divergence is not None:
        if name is None:
            yield from render_divergence(divergence)
        else:
            yield f"The model and {name} differ (decided by {' '.join(divergence.decision.rules)}):"
            yield f"  expected  {render_message(divergence.expected)}"
            yield f"  observed  {render_message(divergence.reply)}"
            yield from (f"  {line}" for line in divergence.differences)
        last = divergence.operation
        yield coloured(f"it shows at: {render_operation(last) if last else 'the end'}", "red")
    elif result.not_asked is not None:
        request = render_operation(result.not_asked)
        yield coloured(f"inconclusive: {name} cannot be asked: {request}", "yellow")
    else:
        yield coloured(f"{agreement(result)} all {len(result.operations)} operations", "green")


def agreement(result: Replayed) -> str:
    """Return who agrees on a trace, or which property it does not break."""
    if result.name is not None:
        return f"the model and {result.name} agree on"
    if result.trace.edition == CURRENT.name:
        return "model and implementation agree on"
    return f"{result.trace.broken or 'no property'} is broken by none of"
