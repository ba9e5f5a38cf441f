"""What an event does to a situation: the model, with time, edits and document hashes around it."""

from dataclasses import dataclass, replace

from model.apply import apply
from model.scopes import Scope
from model.situations import (
    Edit,
    Event,
    Situation,
    Tick,
    after_tick,
    timeless,
    with_each_step,
)
from model.transition import Transition
from spec.editions import Edition
from spec.vocabulary import (
    Batch,
    Claim,
    Complete,
    Operation,
    RecordArtifact,
    Register,
    Show,
    Update,
)


@dataclass(frozen=True, slots=True)
class Happening:
    """An event, the operation that it was, if any, with its transition, and the situation after."""

    after: Situation
    operation: Operation | None = None
    transition: Transition | None = None


def happen(scope: Scope, edition: Edition, situation: Situation, event: Event) -> Happening | None:
    """Let an event happen; give none if the scope's bounds keep it from happening here."""
    if isinstance(event, Tick):
        plans = (with_each_step(plan, after_tick) for plan in situation.state.plans)
        state = replace(situation.state, plans=tuple(plans))
        return Happening(replace(situation, state=state))
    if isinstance(event, Edit):
        return Happening(scope.documents.edited(situation, event))
    if (
        isinstance(event, RecordArtifact)
        and situation.state.last_artifact_id >= scope.most_artifacts
    ):
        return None
    operation = completed_operation(scope, situation, event)
    transition = apply(situation.state, operation, edition)
    after = transition.state
    if after is not situation.state:
        after = timeless(after)
    return Happening(Situation(after, situation.documents), operation, transition)


def completed_operation(scope: Scope, situation: Situation, operation: Operation) -> Operation:
    """Fill in the document that the operation's plan has in the situation."""
    definition = scope.documents.current(situation, operation.plan)
    if definition is None:
        return operation
    if isinstance(operation, Register):
        return replace(operation, definition=definition)
    if isinstance(operation, Claim | Update | Batch | Complete | Show):
        return replace(operation, document_hash=definition.document_hash)
    return operation
