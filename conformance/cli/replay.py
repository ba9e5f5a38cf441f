"""The `replay` command: a saved trace once more, on both sides or on another implementation."""

import argparse
import json
from collections.abc import Sequence

from conformance.cli.explore import named_edition
from conformance.cli.main import AGREES, DISAGREES, UsageError
from conformance.differential.agreement import Disagreement
from conformance.differential.search import Finding, run_again
from conformance.protocol.traces import TraceError, operation_to_json, read_trace
from conformance.reports.check import finding_as_json, replay_as_text
from conformance.reports.traces import told_outcome, told_trace
from impl.store.store import Store
from model.apply import apply
from model.transition import Transition
from spec.editions import CURRENT, Edition
from spec.properties.changes import Change
from spec.properties.invariants import broken_invariants
from spec.properties.transitions import broken_step_properties
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import State


def replay(options: argparse.Namespace) -> int:
    """Run a trace again, tell what both sides do, and give the exit code."""
    try:
        trace = read_trace(options.trace)
    except TraceError as error:
        raise UsageError(str(error)) from error
    if options.command or options.python or options.connect or options.cli:
        from conformance.cli.replay_sut import replay_beside

        if trace.run is not None:
            raise UsageError(
                f"{options.trace} ends with a run of the orchestrator; replay it without a system "
                f"under test: planspec replay {options.trace}"
            )
        return replay_beside(options, trace)
    edition = named_edition(trace.edition)
    if edition == CURRENT:
        finding, pair = run_again(Store.in_memory, trace.operations, trace.run)
        operations, transitions = pair.operations, tuple(pair.transitions)
    else:
        # The implementation knows the current edition only.
        finding, transitions = run_model_again(trace.operations, edition, trace.broken)
        operations = list(trace.operations)
    if options.json:
        document = {
            "trace": str(options.trace),
            "verdict": "fail" if finding else "pass",
            "steps": [
                {
                    "operation": operation_to_json(operation),
                    "outcome": told_outcome(transition.outcome),
                    "rules": list(transition.rules),
                }
                for operation, transition in zip(operations, transitions, strict=False)
            ],
            "disagreements": [finding_as_json(finding, options.trace)] if finding else [],
        }
        print(json.dumps(document, indent=2, ensure_ascii=False))
    else:
        told = list(told_trace(operations, transitions))
        alone = f"{trace.broken or 'no property'} is broken by none of"
        both = "model and implementation agree on" if edition == CURRENT else alone
        for line in replay_as_text(told, finding, f"{both} all {len(transitions)} operations"):
            print(line)
    return DISAGREES if finding else AGREES


def run_model_again(
    operations: Sequence[Operation], edition: Edition, broken: str | None = None
) -> tuple[Finding | None, tuple[Transition, ...]]:
    """Run operations on the model alone; give where they break a property, any or a given one."""
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
