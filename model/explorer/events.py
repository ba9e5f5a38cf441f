"""What an event does to a situation: the model, with time, edits and document hashes around it."""

from dataclasses import dataclass, replace

from model.apply import apply
from model.explorer.scopes import Scope
from model.explorer.situations import (
    Begin,
    Edit,
    Event,
    Fault,
    NextCall,
    Situation,
    Tick,
    after_tick,
    timeless,
    with_each_step,
)
from model.transition import Transition
from spec.editions import Edition
from spec.vocabulary.artifacts import RecordArtifact
from spec.vocabulary.checklists import Batch, Update
from spec.vocabulary.claims import Claim
from spec.vocabulary.commits import Commit
from spec.vocabulary.completion import Complete
from spec.vocabulary.iterations import ReportIteration
from spec.vocabulary.operations import Operation
from spec.vocabulary.registering import Register
from spec.vocabulary.reviews import Stop
from spec.vocabulary.showing import Show


@dataclass(frozen=True, slots=True)
class Happening:
    """An event, the operation that it was, if any, with its transition, and the situation after."""

    after: Situation
    operation: Operation | None = None
    transition: Transition | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """An event of a path, the operation that it is, if it is one, and what it led to.

    `then` says what somebody who made the operation does next.
    """

    event: Event
    now: int
    operation: Operation | None = None
    transition: Transition | None = None
    then: str = ""


def happen(scope: Scope, edition: Edition, situation: Situation, event: Event) -> Happening | None:
    """Let an event happen; give none if the scope's bounds keep it from happening here."""
    if isinstance(event, Tick):
        plans = (with_each_step(plan, after_tick) for plan in situation.state.plans)
        state = replace(situation.state, plans=tuple(plans))
        return Happening(replace(situation, state=state))
    if isinstance(event, Edit):
        return Happening(scope.documents.edited(situation, event))
    if isinstance(event, Begin | NextCall | Fault) or is_beyond(scope, situation, event):
        return None
    operation = completed_operation(scope, situation, event)
    transition = apply(situation.state, operation, edition)
    after = transition.state
    if after is not situation.state:
        after = timeless(after)
    return Happening(Situation(after, situation.documents), operation, transition)


def is_beyond(scope: Scope, situation: Situation, operation: Operation) -> bool:
    """Tell whether the bounds of a scope keep an operation from being asked."""
    if isinstance(operation, RecordArtifact):
        return situation.state.last_artifact_id >= scope.most_artifacts
    plan = situation.state.plan(operation.plan)
    if isinstance(operation, ReportIteration) and plan and plan.iteration_loop:
        return plan.iteration_loop.iteration > scope.most_rounds
    if isinstance(operation, Stop) and plan and plan.review_cycle:
        return plan.review_cycle.consecutive_clean > scope.most_rounds
    return False


def completed_operation(scope: Scope, situation: Situation, operation: Operation) -> Operation:
    """Fill in the document that the operation's plan has in the situation."""
    definition = scope.documents.current(situation, operation.plan)
    if definition is None:
        return operation
    if isinstance(operation, Register):
        return replace(operation, definition=definition)
    # A commit without a hash is one whose document cannot be read.
    if isinstance(operation, Commit) and operation.document_hash is None:
        return operation
    if isinstance(operation, Claim | Update | Batch | Complete | Show | Commit):
        return replace(operation, document_hash=definition.document_hash)
    return operation
