"""The `replay` command: a saved trace once more, on both sides."""

import argparse
import json

from conformance.command import AGREES, DISAGREES, UsageError
from conformance.narration import told_outcome, told_trace
from conformance.report import finding_as_json, replay_as_text
from conformance.search import run_again
from conformance.traces import TraceError, operation_to_json, read_trace
from impl.store import Store


def replay(options: argparse.Namespace) -> int:
    """Run a trace again, tell what both sides do, and give the exit code."""
    try:
        trace = read_trace(options.trace)
    except TraceError as error:
        raise UsageError(str(error)) from error
    finding, transitions = run_again(Store.in_memory, trace.operations)
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
                for operation, transition in zip(trace.operations, transitions, strict=False)
            ],
            "disagreements": [finding_as_json(finding, str(options.trace))] if finding else [],
        }
        print(json.dumps(document, indent=2, ensure_ascii=False))
    else:
        told = list(told_trace(trace.operations, transitions))
        for line in replay_as_text(told, finding, len(trace.operations)):
            print(line)
    return DISAGREES if finding else AGREES
