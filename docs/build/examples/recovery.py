"""A run of the orchestrator as an example: a commit that fails, a recovery, and an escalation."""

from typing import Any

from docs.build.pages.decisions import WORK
from docs.build.traces import steps_of, then_of, trace_rows
from impl.orchestrator.escalations import escalation
from model.explorer.graphs.runs import replay_run
from model.explorer.scopes.recovery import DISTURBANCES, PASSED, RECOVERY
from model.explorer.scopes.recovery import WORK as BEGINNINGS
from model.explorer.situations import Event, NextCall
from spec.editions import CURRENT
from spec.vocabulary.checklists import Update
from spec.vocabulary.commits import FailureReason
from spec.vocabulary.items import Item, ItemKind
from spec.vocabulary.recovery import Ending, Result

CALLS_BEFORE, CALLS_AFTER = 3, 5
"""Calls of the run before the item is opened again, and after that."""


def example_run() -> dict[str, Any]:
    """Return a run that is recovered, and what a person reads if one is not."""
    steps = steps_of(list(replay_run(RECOVERY, CURRENT, example_path())))
    rules = dict.fromkeys(rule for step in steps for rule in then_of(step)[1])
    return {"run": trace_rows(steps), "rules": list(rules), "message": message()}


def example_path() -> tuple[Event, ...]:
    """Return the events of the run."""
    reopening = next(each for each in DISTURBANCES if isinstance(each, Update))
    begin = next(each for each in BEGINNINGS if each.review is PASSED)
    return (begin, *[NextCall()] * CALLS_BEFORE, reopening, *[NextCall()] * CALLS_AFTER)


def message() -> str:
    """Return the message of an escalation."""
    ending = Ending(
        Result.ESCALATED,
        WORK.step,
        attempts=3,
        reason=FailureReason.OPEN_ITEMS,
        open_items=(Item(ItemKind.TASK, 0, "Take down the formwork"),),
        open_substeps=(),
    )
    return "\n".join(escalation(ending, WORK, "c0ffee42" * 5))
