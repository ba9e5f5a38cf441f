"""A run of the orchestrator as an example: a commit that fails, a recovery, and an escalation."""

from dataclasses import asdict

from fragments import details, fenced, linked

from conformance.reports.traces import narrated
from impl.orchestrator.escalations import escalation
from model.explorer.runs import replay_run
from model.explorer.scopes.recovery import DISTURBANCES, PASSED, RECOVERY
from model.explorer.scopes.recovery import WORK as BEGINNINGS
from model.explorer.situations import Event, NextCall
from site_pages.decisions import WORK
from site_pages.traces import trace_table
from spec.editions import CURRENT
from spec.vocabulary.checklists import Update
from spec.vocabulary.commits import FailureReason
from spec.vocabulary.items import Item, ItemKind
from spec.vocabulary.recovery import Ending, Result

CALLS_BEFORE, CALLS_AFTER = 3, 5
"""Calls of the run before the item is opened again, and after that."""


def example_run() -> str:
    """Write a run that is recovered, and what a person is told if one is not."""
    told = list(replay_run(RECOVERY, CURRENT, example_path()))
    rules = dict.fromkeys(
        rule for step in told for rule in step.then.partition("   by ")[2].split()
    )
    return "\n\n".join(
        (
            "## Example { #example }",
            "The holder opens an item again just before the commit, which therefore completes "
            "nothing. The orchestrator recovers the step. This run was made on the model when the "
            "page was built.",
            trace_table([asdict(event) for event in narrated(told)], ""),
            f"Decided by {', '.join(linked(rule) for rule in rules)}.",
            details("What a person is told of a step that cannot be recovered", message()),
        )
    )


def example_path() -> tuple[Event, ...]:
    """Give the events of the run."""
    reopening = next(each for each in DISTURBANCES if isinstance(each, Update))
    begin = next(each for each in BEGINNINGS if each.review is PASSED)
    return (begin, *[NextCall()] * CALLS_BEFORE, reopening, *[NextCall()] * CALLS_AFTER)


def message() -> str:
    """Write the message of an escalation."""
    ending = Ending(
        Result.ESCALATED,
        WORK.step,
        attempts=3,
        reason=FailureReason.OPEN_ITEMS,
        open_items=(Item(ItemKind.TASK, 0, "Take down the formwork"),),
        open_substeps=(),
    )
    return fenced("\n".join(escalation(ending, WORK, "c0ffee42" * 5)), "text")
