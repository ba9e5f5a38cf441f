"""The transition relation of a scope: the model, with time, edits and document hashes around it."""

from dataclasses import dataclass, replace

from model.explorer.asking import ModelAnswers
from model.explorer.canonicalization import (
    artifact_count,
    map_steps,
    tick_step,
    without_times,
)
from model.explorer.claim_ids import with_current_claim
from model.explorer.scopes.scope import Scope
from model.explorer.situations import Begin, Edit, Event, Fault, NextCall, Situation, Tick
from model.transition import Transition
from spec.editions import Edition
from spec.vocabulary.checklists import Batch, RecordArtifact, Update
from spec.vocabulary.claims import Claim
from spec.vocabulary.commits import Commit
from spec.vocabulary.completion import Complete
from spec.vocabulary.iterations import ReportIteration
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register
from spec.vocabulary.reviews import Stop
from spec.vocabulary.state import Show


@dataclass(frozen=True, slots=True)
class EventResult:
    """The situation after an event and, if the event is an operation, its transition."""

    after: Situation
    operation: Operation | None = None
    transition: Transition | None = None


@dataclass(frozen=True, slots=True)
class PathStep:
    """An event of a path at a real time, and the transition of an operation.

    `then` says what the orchestrator does next, if it made the operation.
    """

    event: Event
    now: int
    operation: Operation | None = None
    transition: Transition | None = None
    then: str = ""


def apply_event(
    scope: Scope, edition: Edition, situation: Situation, event: Event
) -> EventResult | None:
    """Return the result of an event, or `None` if it is not enabled in this situation."""
    return event_result(scope, ModelAnswers(edition), situation, event)


def event_result(
    scope: Scope, answers: ModelAnswers, situation: Situation, event: Event
) -> EventResult | None:
    """Return the result of an event, or `None` if it is not enabled in this situation."""
    if isinstance(event, Tick):
        plans = (map_steps(plan, tick_step) for plan in situation.state.plans)
        state = replace(situation.state, plans=tuple(plans))
        return EventResult(replace(situation, state=state))
    if isinstance(event, Edit):
        return EventResult(scope.documents.edited(situation, event))
    if isinstance(event, Begin | NextCall | Fault) or exceeds_bounds(scope, situation, event):
        return None
    operation = with_current_inputs(scope, situation, event)
    transition = answers.apply(situation.state, operation)
    after = transition.state
    if after is not situation.state:
        after = without_times(after)
    return EventResult(Situation(after, situation.documents), operation, transition)


def exceeds_bounds(scope: Scope, situation: Situation, operation: Operation) -> bool:
    """Return whether the bounds of a scope disable an operation in this situation."""
    if isinstance(operation, RecordArtifact):
        return sum(map(artifact_count, situation.state.plans)) >= scope.max_artifacts
    plan = situation.state.plan(operation.plan)
    if isinstance(operation, ReportIteration) and plan and plan.iteration_loop:
        return plan.iteration_loop.iteration > scope.max_rounds
    if isinstance(operation, Stop) and plan and plan.review_cycle:
        return plan.review_cycle.consecutive_clean > scope.max_rounds
    return False


def with_current_inputs(scope: Scope, situation: Situation, operation: Operation) -> Operation:
    """Return the operation with the document and the claim that there are in the situation."""
    key = operation, situation.documents
    current = scope.requests.get(key)
    if current is None:
        current = with_current_document(scope, situation, operation)
        scope.requests[key] = current
    return with_current_claim(situation.state, current) if scope.carries_claims else current


def with_current_document(scope: Scope, situation: Situation, operation: Operation) -> Operation:
    """Return the operation with the document, or its hash, that its plan has in the situation."""
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
