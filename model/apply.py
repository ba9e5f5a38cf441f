"""The model: the transition of any operation in any state and edition."""

from typing import assert_never

from model.agents import check_command
from model.artifacts import record_artifact
from model.batches import batch
from model.checklists import update
from model.claims import claim, ready
from model.commits import commit
from model.completion import complete
from model.holding import heartbeat, release, reset, start
from model.iterations import report_iteration, start_iterations
from model.plans import register, show
from model.reconciliation import reconcile
from model.review_stops import stop
from model.reviews import CycleOperation, decide_about_reviews
from model.transition import Decision, Transition, refuse
from spec.amendments.changes_2026_2 import ARTIFACT_IDS_PER_PLAN
from spec.editions import CURRENT, Edition
from spec.vocabulary.agents import CheckCommand
from spec.vocabulary.checklists import ArtifactRecorded, Batch, RecordArtifact, Update
from spec.vocabulary.claims import Claim
from spec.vocabulary.commits import Commit
from spec.vocabulary.completion import Complete, Reconcile
from spec.vocabulary.holding import Heartbeat, Release, Reset, Start
from spec.vocabulary.iterations import ReportIteration, StartIterations
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register
from spec.vocabulary.readiness import Ready
from spec.vocabulary.rejections import Rejected, unknown_plan
from spec.vocabulary.reviews import Stop
from spec.vocabulary.state import Plan, Show, State

StepOperation = (
    Claim
    | Start
    | Heartbeat
    | Release
    | Reset
    | Ready
    | Show
    | Update
    | Batch
    | Complete
    | Reconcile
)
"""Operations on the steps of a registered plan."""

REJECTING = ("PLN-3.3", "PLN-3.4")
"""A rejection changes nothing and says what was found."""


def apply(state: State, operation: Operation, edition: Edition = CURRENT) -> Transition:
    """Apply an operation: pure, total and deterministic.

    A rejection leaves the state unchanged, and so does every query.
    """
    decision = decide(state, operation, edition)
    clauses = decision.clauses
    if isinstance(decision.outcome, Rejected):
        clauses += REJECTING
    if decision.plan is None:
        return Transition(state, decision.outcome, clauses)
    # PLN-8.1: the other plans are neither changed nor consulted.
    others = [plan for plan in state.plans if plan.path != operation.plan]
    plans = tuple(sorted([*others, decision.plan], key=lambda plan: plan.path))
    # PLN-8.2: before A32, the ids of artifacts were counted in the store.
    per_plan = edition.has(ARTIFACT_IDS_PER_PLAN)
    recorded = isinstance(decision.outcome, ArtifactRecorded) and not per_plan
    after = State(plans, state.last_artifact_id + recorded)
    return Transition(after, decision.outcome, clauses)


def decide(state: State, operation: Operation, edition: Edition) -> Decision:
    """Decide an operation; most are rejected for an unknown plan (PLN-3.1)."""
    plan = state.plan(operation.plan)
    match operation:
        case Register():
            return register(plan, operation, edition)
        case Commit():
            return commit(plan, operation, edition)
        case Stop():
            return stop(plan, operation, edition)
        case CheckCommand():
            return check_command(operation, edition)
    if plan is None:
        return refuse(unknown_plan(operation.plan), "PLN-3.1")
    match operation:
        case RecordArtifact():
            return record_artifact(plan, operation, state.last_artifact_id, edition)
        case StartIterations():
            return start_iterations(plan, operation)
        case ReportIteration():
            return report_iteration(plan, operation, edition)
    if isinstance(operation, CycleOperation):
        return decide_about_reviews(plan, operation, edition)
    return decide_about_steps(plan, operation, edition)


def decide_about_steps(plan: Plan, operation: StepOperation, edition: Edition) -> Decision:
    """Decide an operation on the steps of a registered plan."""
    match operation:
        case Claim():
            return claim(plan, operation, edition)
        case Start():
            return start(plan, operation, edition)
        case Heartbeat():
            return heartbeat(plan, operation, edition)
        case Release():
            return release(plan, operation, edition)
        case Reset():
            return reset(plan, operation, edition)
        case Ready():
            return ready(plan, operation)
        case Show():
            return show(plan, operation)
        case Update():
            return update(plan, operation, edition)
        case Batch():
            return batch(plan, operation, edition)
        case Complete():
            return complete(plan, operation, edition)
        case Reconcile():
            return reconcile(plan, operation, edition)
        case _:
            assert_never(operation)
