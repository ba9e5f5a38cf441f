"""Features that a system may be without: requests that do not need them, and sweeps of leases."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from conformance.protocol.messages import Feature
from model.apply import apply
from model.steps import lease_is_over, with_steps
from model.transition import Transition
from spec.editions import Edition
from spec.vocabulary.claims import Claim, Claimed
from spec.vocabulary.holding import Heartbeat, Reset
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import PlanDefinition, Register, StepDefinition
from spec.vocabulary.readiness import Readiness, Ready
from spec.vocabulary.state import Plan, State

NO_END = 10**15
"""A lease that no run sees expire, in milliseconds."""
BARRED = "\0"
"""What a step depends on that a claim does not choose; no step has this anchor."""


def adapted(operation: Operation, state: State, without: Collection[Feature]) -> Operation:
    """Return an operation as a system without some features can be asked it."""
    plan = state.plan(operation.plan) if without else None
    return plain_request(operation, plan.document_hash if plan else None, without)


def plain_request(
    operation: Operation, document_hash: str | None, without: Collection[Feature]
) -> Operation:
    """Return an operation without some features, about a document with a hash, if it is known."""
    if not without:
        return operation
    if isinstance(operation, Register):
        return replace(operation, definition=plainer(operation.definition, without))
    changed: dict[str, Any] = {}
    given = getattr(operation, "document_hash", None)
    if Feature.DRIFT in without and document_hash and given is not None:
        changed["document_hash"] = document_hash
    if Feature.FENCED in without and isinstance(operation, Claim):
        changed["fenced"] = False
    if Feature.LEASES in without and isinstance(operation, Claim | Heartbeat):
        changed["lease"] = NO_END
    return replace(operation, **changed) if changed else operation


def plainer(definition: PlanDefinition, without: Collection[Feature]) -> PlanDefinition:
    """Return a document without substeps, and what depends on them, items and dependencies."""
    gone = set[str]()
    if Feature.SUBSTEPS in without:
        gone = {each.anchor for step in definition.steps for each in step.substeps}
        gone -= {step.anchor for step in definition.steps}
    steps = tuple(plainer_step(step, without, gone) for step in definition.steps)
    return replace(definition, steps=steps)


def plainer_step(
    step: StepDefinition, without: Collection[Feature], gone: Collection[str]
) -> StepDefinition:
    """Return a step, and its substeps, without some features, and without steps that are gone."""
    kept = tuple(each for each in step.dependencies if each not in gone)
    substeps = tuple(plainer_step(each, without, gone) for each in step.substeps)
    return replace(
        step,
        items=() if Feature.ITEMS in without else step.items,
        dependencies=() if Feature.DEPENDENCIES in without else kept,
        substeps=() if Feature.SUBSTEPS in without else substeps,
    )


def over_leases(operation: Operation, state: State) -> tuple[str, ...]:
    """Return the anchors of the plan's steps whose lease has expired when an operation is asked."""
    plan = state.plan(operation.plan)
    steps = plan.steps if plan else ()
    return tuple(each.anchor for each in steps if lease_is_over(each, operation.now))


def is_swept(operation: Operation, state: State, without: Collection[Feature]) -> bool:
    """Return whether a sweep before an operation changes something."""
    return (
        Feature.TAKEOVER in without
        and isinstance(operation, Claim)
        and bool(over_leases(operation, state))
    )


def transition_of(
    state: State, operation: Operation, edition: Edition, without: Collection[Feature] = ()
) -> Transition:
    """Return what the model does. Where no claim takes over, a claim resets ended steps first."""
    if is_swept(operation, state, without):
        state = sweeps(operation, state, edition)
    return apply(state, operation, edition)


def sweeps(operation: Operation, state: State, edition: Edition) -> State:
    """Return what is stored after a sweep has reset the steps of a plan whose lease has expired."""
    for anchor in over_leases(operation, state):
        state = apply(state, Reset(operation.plan, anchor, operation.now), edition).state
    return state


def with_plan(state: State, plan: Plan) -> State:
    """Return a state with a plan in the place of the one with its path."""
    plans = tuple(plan if each.path == plan.path else each for each in state.plans)
    return replace(state, plans=plans)


def claiming(state: State, operation: Claim, edition: Edition, anchor: str) -> Transition:
    """Return what a claim does that is free to choose a step, and chooses this one.

    A step that it may not take is none to choose: then it does what the rules say.
    """
    plan = state.plan(operation.plan)
    if plan is None:
        return apply(state, operation, edition)
    barred = [each for each in plan.steps if each.parent is None and each.anchor != anchor]
    hidden = with_steps(plan, [replace(each, dependencies=(BARRED,)) for each in barred])
    made = apply(with_plan(state, hidden), operation, edition)
    after = made.state.plan(operation.plan)
    if after is None or not isinstance(made.outcome, Claimed):
        return apply(state, operation, edition)
    dependencies = {each.anchor: each.dependencies for each in barred}
    restored = [
        replace(each, dependencies=dependencies[each.anchor])
        for each in after.steps
        if each.anchor in dependencies
    ]
    chosen = with_plan(made.state, with_steps(after, restored))
    ready = apply(chosen, Ready(operation.plan, operation.now), edition).outcome
    assert isinstance(ready, Readiness)
    outcome = replace(made.outcome, remaining_ready=len(ready.ready))
    return replace(made, state=chosen, outcome=outcome)
