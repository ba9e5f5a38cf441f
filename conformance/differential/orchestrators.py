"""The orchestrators of model and implementation, and how their procedures are matched.

Both are procedures that send operations. Each call of one is matched with the call of the other,
and the endings are compared.
"""

import json
from collections.abc import Callable
from dataclasses import replace

from pydantic import TypeAdapter

from conformance.protocol.operations import operation_to_json
from impl.orchestrator import recovery as implementation
from model import recovery as model
from model.explorer.runs import listen
from spec.editions import CURRENT
from spec.vocabulary.operations import Outcome
from spec.vocabulary.recovery import Call, Count, Ending, Procedure, Review

Orchestrator = Callable[[str, str, Review, Count], Procedure]
"""Brings a step of a plan to its commit, for a worktree, a review and what a coder counted."""

FILLED_IN = ("now", "document_hash", "commit_hash")
"""The fields of a call that whoever carries it out fills in."""


def model_orchestrator(plan: str, worktree: str, review: Review, count: Count) -> Procedure:
    """Return the model's procedure in the current edition."""
    return model.implement(plan, worktree, review, count, CURRENT)


def implementation_orchestrator(
    plan: str, worktree: str, review: Review, count: Count
) -> Procedure:
    """Return the implementation's procedure."""
    return implementation.implement(plan, worktree, review, count)


def agree_on(
    tested: Orchestrator, given: tuple[str, str, Review, Count], outcomes: list[Outcome]
) -> bool:
    """Return whether an orchestrator does what the model's does when sent these outcomes."""
    try:
        listen(matched(model_orchestrator(*given), tested(*given)), outcomes)
    except ProcedureDivergence:
        return False
    return True


class ProcedureDivergence(Exception):
    """The procedure under test sends another operation than the model's, or ends otherwise."""

    def __init__(self, expected: Call | Ending, observed: Call | Ending | str) -> None:
        super().__init__(f"{render_step(expected)} -> {render_step(observed)}")
        self.expected = expected
        self.observed = observed


def matched(expected: Procedure, observed: Procedure) -> Procedure:
    """Run two procedures as one: the calls of the first, each matched with that of the second.

    Raises `ProcedureDivergence` as soon as they differ. The clauses that the model cites are left
    out of the comparison: what counts is what is done.
    """
    wanted, found = advance(expected), advance_under_test(observed)
    while without_clauses(wanted) == without_clauses(found):
        if isinstance(wanted, Ending):
            return wanted
        outcome = yield wanted
        wanted, found = advance(expected, outcome), advance_under_test(observed, outcome)
    raise ProcedureDivergence(wanted, found)


def advance(procedure: Procedure, outcome: Outcome | None = None) -> Call | Ending:
    """Send a procedure an outcome, `None` to start it; return its next call or its ending."""
    try:
        return next(procedure) if outcome is None else procedure.send(outcome)
    except StopIteration as stop:
        ending: Ending = stop.value
        return ending


def advance_under_test(procedure: Procedure, outcome: Outcome | None = None) -> Call | Ending | str:
    """Return what `advance` returns, or the error if the procedure breaks."""
    try:
        return advance(procedure, outcome)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def without_clauses(step: Call | Ending | str) -> object:
    """Return a call or an ending without the clauses that demand it."""
    if isinstance(step, Call):
        return step.operation
    return replace(step, clauses=()) if isinstance(step, Ending) else step


def render_step(step: Call | Ending | str) -> str:
    """Return what a procedure does next: the call that it sends, or its ending, as JSON."""
    if isinstance(step, Call):
        fields = operation_to_json(step.operation)
        decided = {name: value for name, value in fields.items() if name not in FILLED_IN}
        return f"sends {as_json(decided)}"
    if isinstance(step, Ending):
        fields = TypeAdapter(Ending).dump_python(step, mode="json", exclude_defaults=True)
        fields.pop("clauses", None)
        return f"ends with {as_json(fields)}"
    return f"breaks: {step}"


def as_json(data: object) -> str:
    """Return data as compact JSON."""
    return json.dumps(data, ensure_ascii=False)
