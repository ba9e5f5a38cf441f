"""The diagram of the orchestrator's runs: which call follows which reply."""

from docs.build.diagrams.scopes import RECOVERY
from model.explorer.graphs.runs import RunGraph, RunProgress
from model.explorer.situations import NextCall
from spec.editions import CURRENT
from spec.formats.words import operation_name
from spec.vocabulary.commits import Committed
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.rejections import Rejected

Arrows = dict[tuple[str, str], dict[str, None]]
"""The labels of the arrows between two places, in the order in which they were found."""


def arrows_of_runs() -> Arrows:
    """Explore the runs of the orchestrator, and return which call follows which reply."""
    space = RunGraph(RECOVERY, CURRENT)
    waiting = [space.initial()]
    arrows = Arrows()
    for node in waiting:
        before = space.progress[node]
        for number, event in enumerate(RECOVERY.events):
            after = space.follow(before, event)
            if after is None:
                continue
            if isinstance(event, NextCall):
                key = (run_place(before), run_place(after))
                arrows.setdefault(key, {})[answered(after.exchanges[-1].outcome)] = None
            space.progress[*node, number] = after
            waiting.append((*node, number))
    return arrows


def run_place(progress: RunProgress) -> str:
    """Return the call that a run makes next, or how it ended."""
    if progress.ending is not None:
        return str(progress.ending.result).replace("_", " ")
    if progress.upcoming is None:
        return "begun"
    asked = [each.operation for each in progress.exchanges]
    recovering = any(operation_of(each) == "commit" for each in asked)
    return f"{operation_of(progress.upcoming.operation)}{' to recover' if recovering else ''}"


def operation_of(operation: Operation) -> str:
    """Return the name of an operation."""
    return operation_name(type(operation))


def answered(outcome: Outcome) -> str:
    """Return the label of a reply."""
    if isinstance(outcome, Rejected):
        return outcome.reason
    if isinstance(outcome, Committed) and outcome.state_failure_reason:
        return f"Committed, {outcome.state_failure_reason}"
    return type(outcome).__name__
