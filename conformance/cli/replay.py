"""`planspec replay`: a saved trace once more, on both sides or on another implementation."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from conformance.adapters.model import transitions_of
from conformance.adapters.stores import StoreSystem
from conformance.cli.explore import named_edition
from conformance.cli.printing import print_document, print_lines
from conformance.cli.replay_sut import replay_steps, replay_sut
from conformance.cli.usage import UsageError
from conformance.differential.divergence import Divergence
from conformance.differential.reducer import Counterexample, run_again
from conformance.differential.runner import DifferentialRunner
from conformance.protocol.documents.check import ReplayDocument, ReplayStep
from conformance.protocol.traces import Trace, TraceError, read_trace
from conformance.reports.check import divergence_document, replay_as_text
from conformance.reports.exit_codes import NOT_CONFORMING, SUCCESS
from conformance.reports.traces import render_trace
from spec.editions import CURRENT, Edition
from spec.properties.changes import Change
from spec.properties.invariants import broken_invariants
from spec.properties.transitions import broken_step_properties
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import State


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
        return replay_sut(options, trace)
    edition = named_edition(trace.edition)
    if edition == CURRENT:
        shown, operations = on_both_sides(trace)
    else:
        # The implementation knows the current edition only.
        shown = broken_property(trace.operations, edition, trace.broken)
        operations = shown.operations if shown else trace.operations
    transitions = transitions_of(operations, edition)
    if options.json:
        steps = replay_steps(operations, transitions)
        print_document(replay_document(options.trace, steps, shown))
    else:
        rendered = list(render_trace(operations, transitions))
        alone = f"{trace.broken or 'no property'} is broken by none of"
        both = "model and implementation agree on" if edition == CURRENT else alone
        print_lines(replay_as_text(rendered, shown, f"{both} all {len(transitions)} operations"))
    return NOT_CONFORMING if shown else SUCCESS


def replay_document(
    path: Path, steps: list[ReplayStep], shown: Counterexample | None
) -> ReplayDocument:
    """Return the document of a trace that was run again."""
    return ReplayDocument(
        trace=str(path),
        verdict="fail" if shown else "pass",
        steps=steps,
        disagreements=[divergence_document(shown, path)] if shown else [],
    )


def on_both_sides(trace: Trace) -> tuple[Counterexample | None, tuple[Operation, ...]]:
    """Return the divergence that a trace shows on the store, or `None`, and what was asked."""
    runner, shown = DifferentialRunner(StoreSystem(), everything_every=1), None
    try:
        run_again(runner, trace.operations, trace.run)
    except Divergence as divergence:
        shown = Counterexample(divergence, tuple(runner.operations))
    return shown, tuple(runner.operations)


def broken_property(
    operations: Sequence[Operation], edition: Edition, broken: str | None = None
) -> Counterexample | None:
    """Return where operations break a property of the model, any or a given one, or `None`."""
    before = State()
    for operation, transition in zip(operations, transitions_of(operations, edition), strict=True):
        change = Change(before, operation, transition.outcome, transition.state)
        before = transition.state
        plan = before.plan(operation.plan)
        problems = [*(broken_invariants(plan) if plan else []), *broken_step_properties(change)]
        problems = [line for line in problems if broken is None or line.startswith(f"{broken}:")]
        if problems:
            found = Divergence("property", operation, transition, None, problems)
            return Counterexample(found, tuple(operations))
    return None
