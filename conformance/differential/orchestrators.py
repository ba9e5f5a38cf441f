"""The orchestrators of model and implementation, compared as functions.

Both are procedures that send operations and are sent outcomes. Each call of one is compared with
the call of the other, and their endings are.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from impl.orchestrator import recovery as implementation
from model import recovery as model
from spec.editions import CURRENT, Edition
from spec.formats.messages import operation_to_json, sparse
from spec.formats.words import operation_name
from spec.vocabulary.commits import Committed
from spec.vocabulary.items import ItemStatus
from spec.vocabulary.operations import Outcome
from spec.vocabulary.recovery import Count, Ending, Procedure, Review, SentCall
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.state import Shown, Step

Orchestrator = Callable[[str, str, Review, Count], Procedure]
"""Brings a step of a plan to its commit, for a worktree, a review and what a coder counted."""

Given = tuple[str, str, Review, Count]
"""What an orchestrator is given: the plan, the worktree, the review and the count."""

FILLED_IN = ("now", "document_hash", "commit_hash")
"""The fields of a call that whoever carries it out fills in."""


def orchestrator_of(edition: Edition) -> Orchestrator:
    """Return the model's orchestrator in an edition."""
    return partial(model.implement, edition=edition)


model_orchestrator = orchestrator_of(CURRENT)
implementation_orchestrator: Orchestrator = implementation.implement


def first_difference(
    given: Given, outcomes: Sequence[Outcome], tested: Orchestrator = implementation_orchestrator
) -> tuple[str, ...] | None:
    """Return where an orchestrator and the model's differ when sent these outcomes, or `None`.

    It is told in lines: the calls that both made before, each with its answer, and what each does
    then. The clauses that the model cites are left out: what counts is what is done.
    """
    expected, observed = model_orchestrator(*given), tested(*given)
    made: list[str] = []
    wanted, found = advance(expected), advance_under_test(observed)
    for outcome in outcomes:
        if isinstance(wanted, Ending) or without_clauses(wanted) != without_clauses(found):
            break
        made.append(f"  {render_exchange(wanted, outcome)}")
        wanted, found = advance(expected, outcome), advance_under_test(observed, outcome)
    if without_clauses(wanted) == without_clauses(found):
        return None
    sides = f"the model {render_step(wanted)}", f"the implementation {render_step(found)}"
    return (*made, *sides)


def advance(procedure: Procedure, outcome: Outcome | None = None) -> SentCall | Ending:
    """Send a procedure an outcome, `None` to start it; return its next call or its ending."""
    try:
        return next(procedure) if outcome is None else procedure.send(outcome)
    except StopIteration as stop:
        ending: Ending = stop.value
        return ending


def advance_under_test(
    procedure: Procedure, outcome: Outcome | None = None
) -> SentCall | Ending | str:
    """Return what `advance` returns, or the error if the procedure breaks."""
    try:
        return advance(procedure, outcome)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def without_clauses(step: SentCall | Ending | str) -> object:
    """Return a call or an ending without the clauses that demand it."""
    if isinstance(step, SentCall):
        return step.operation
    return replace(step, clauses=()) if isinstance(step, Ending) else step


def render_step(step: SentCall | Ending | str) -> str:
    """Return what a procedure does next: the call that it sends, or its ending, as JSON."""
    if isinstance(step, SentCall):
        fields = operation_to_json(step.operation)
        decided = {name: value for name, value in fields.items() if name not in FILLED_IN}
        return f"sends {as_json(decided)}"
    if isinstance(step, Ending):
        return f"ends with {as_json(ending_to_json(step))}"
    return f"breaks: {step}"


def ending_to_json(ending: Ending) -> Any:
    """Return how a procedure ended as an object, without the clauses."""
    return sparse(replace(ending, clauses=()))


def render_exchange(call: SentCall, outcome: Outcome) -> str:
    """Return a call and its answer in short, such as `complete -> incomplete_checklist`."""
    operation = call.operation
    sent = [operation_name(type(operation))]
    for entry in getattr(operation, "entries", ()):
        reason = f" ({entry.reason})" if entry.reason else ""
        sent.append(f"{entry.kind} {entry.ordinal} {entry.status}{reason}")
    return f"{', '.join(sent)} -> {render_answer(outcome)}"


def render_answer(outcome: Outcome) -> str:
    """Return an answer in short: a reason word, or what is open where a plan is shown."""
    match outcome:
        case Rejected():
            return outcome.reason or str(outcome.code)
        case Committed(state_update_failed=True):
            return f"committed, but {outcome.state_failure_reason}"
        case Shown():
            drifted = ", drifted" if outcome.drifted else ""
            shown = (render_shown(each) for each in outcome.plan.steps)
            return f"{'; '.join(shown)}{drifted}"
        case _:
            return operation_name(type(outcome))


def render_shown(step: Step) -> str:
    """Return what is shown of a step: its status, and what is open of it."""
    still_open = [
        f"{item.kind} {item.ordinal}" for item in step.items if item.status == ItemStatus.OPEN
    ]
    return f"{step.anchor} {step.status}" + (
        f", open: {', '.join(still_open)}" if still_open else ""
    )


def as_json(data: object) -> str:
    """Return data as compact JSON."""
    return json.dumps(data, ensure_ascii=False)
