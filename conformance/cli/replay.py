"""`planspec replay`: a saved trace once more, on both sides or on another implementation."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from conformance.cli.explore import named_edition
from conformance.cli.options import add_adapters, add_json, print_document, print_lines
from conformance.cli.replay_sut import replay_steps, replay_sut
from conformance.differential.agreement import Disagreement
from conformance.differential.search import Finding, run_again
from conformance.protocol.documents.check import ReplayDocument, ReplayStep
from conformance.protocol.traces import TraceError, read_trace
from conformance.reports.check import disagreement_document, replay_as_text
from conformance.reports.traces import told_trace
from conformance.usage import NOT_CONFORMING, SUCCESS, UsageError
from impl.store.store import Store
from model.apply import apply
from model.transition import Transition
from spec.editions import CURRENT, Edition
from spec.properties.changes import Change
from spec.properties.invariants import broken_invariants
from spec.properties.transitions import broken_step_properties
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import State


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments of `planspec replay`."""
    parser.description = (
        "Run the operations of a saved trace on the model and on the SQLite implementation, and "
        "show how each answers. A trace of another edition than the current one is run on the "
        "model alone, as the implementation knows no other. With '-- COMMAND', --python, "
        "--connect or --cli, run it on the model and that implementation."
    )
    parser.epilog = (
        "examples: planspec replay traces/outcome-claim.json; "
        "planspec replay traces/01-CLM-5-claim.json -- ./my-adapter"
    )
    parser.add_argument("trace", type=Path, metavar="TRACE", help="a trace that was saved")
    add_adapters(parser)
    add_json(parser)
    parser.set_defaults(run=run, command=[])


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
        finding, pair = run_again(Store.in_memory, trace.operations, trace.run)
        operations, transitions = pair.operations, tuple(pair.transitions)
    else:
        # The implementation knows the current edition only.
        finding, transitions = run_model_again(trace.operations, edition, trace.broken)
        operations = list(trace.operations)
    if options.json:
        steps = replay_steps(operations, transitions)
        print_document(replay_document(options.trace, steps, finding))
    else:
        told = list(told_trace(operations, transitions))
        alone = f"{trace.broken or 'no property'} is broken by none of"
        both = "model and implementation agree on" if edition == CURRENT else alone
        agreed = f"{both} all {len(transitions)} operations"
        print_lines(replay_as_text(told, finding, agreed))
    return NOT_CONFORMING if finding else SUCCESS


def replay_document(path: Path, steps: list[ReplayStep], finding: Finding | None) -> ReplayDocument:
    """Return the document of a trace that was run again."""
    return ReplayDocument(
        trace=str(path),
        verdict="fail" if finding else "pass",
        steps=steps,
        disagreements=[disagreement_document(finding, path)] if finding else [],
    )


def run_model_again(
    operations: Sequence[Operation], edition: Edition, broken: str | None = None
) -> tuple[Finding | None, tuple[Transition, ...]]:
    """Run operations on the model; return where they break a property, any or a given one."""
    state, transitions = State(), []
    for operation in operations:
        transition = apply(state, operation, edition)
        transitions.append(transition)
        change = Change(state, operation, transition.outcome, transition.state)
        state = transition.state
        plan = state.plan(operation.plan)
        problems = [*(broken_invariants(plan) if plan else []), *broken_step_properties(change)]
        problems = [line for line in problems if broken is None or line.startswith(f"{broken}:")]
        if problems:
            found = Disagreement("property", operation, transition, None, problems)
            return Finding(tuple(operations), tuple(transitions), found), tuple(transitions)
    return None, tuple(transitions)
