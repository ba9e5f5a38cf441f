"""Features that a system may be without: requests that do not need them, and sweeps of leases."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from conformance.protocol.messages import Feature
from model.apply import apply
from model.transition import Transition
from spec.editions import Edition
from spec.vocabulary.claims import Claim
from spec.vocabulary.holding import Reset
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import PlanDefinition, Register, StepDefinition
from spec.vocabulary.state import State


def adapted(operation: Operation, state: State, without: Collection[Feature]) -> Operation:
    """Return an operation as a system without some features can be asked it."""
    if not without:
        return operation
    if isinstance(operation, Register):
        return replace(operation, definition=plainer(operation.definition, without))
    changed: dict[str, Any] = {}
    plan = state.plan(operation.plan)
    if Feature.DRIFT in without and plan and getattr(operation, "document_hash", None) is not None:
        changed["document_hash"] = plan.document_hash
    if Feature.FENCED in without and isinstance(operation, Claim):
        changed["fenced"] = False
    return replace(operation, **changed) if changed else operation


def plainer(definition: PlanDefinition, without: Collection[Feature]) -> PlanDefinition:
    """Return a document without substeps, and what depends on them, and without items."""
    steps = definition.steps
    if Feature.SUBSTEPS in without:
        anchors = {step.anchor for step in steps}
        below = {each.anchor for step in steps for each in step.substeps} - anchors
        steps = tuple(replace(without_dependencies(step, below), substeps=()) for step in steps)
    if Feature.ITEMS in without:
        steps = tuple(map(without_items, steps))
    return replace(definition, steps=steps)


def without_dependencies(step: StepDefinition, anchors: Collection[str]) -> StepDefinition:
    """Return a step without its dependencies on some anchors."""
    kept = tuple(each for each in step.dependencies if each not in anchors)
    return replace(step, dependencies=kept)


def without_items(step: StepDefinition) -> StepDefinition:
    """Return a step without items, as its substeps are."""
    return replace(step, items=(), substeps=tuple(map(without_items, step.substeps)))


def over_leases(operation: Operation, state: State) -> tuple[str, ...]:
    """Return the anchors of the plan's steps whose lease is over when an operation is asked."""
    plan = state.plan(operation.plan)
    return tuple(
        step.anchor
        for step in (plan.steps if plan else ())
        if step.lease_expires_at is not None and step.lease_expires_at < operation.now
    )


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
        for anchor in over_leases(operation, state):
            state = apply(state, Reset(operation.plan, anchor, operation.now), edition).state
    return apply(state, operation, edition)


def why_not_plain(
    operations: Sequence[Operation], without: Collection[Feature], edition: Edition
) -> str | None:
    """Return why a system without some features cannot be asked a sequence as it is, or `None`."""
    state = State()
    for operation in operations if without else ():
        if adapted(operation, state, without) != operation:
            return f"it needs more than a system without {', '.join(without)} has"
        if is_swept(operation, state, without):
            return "a sweep ends the leases of the system"
        state = apply(state, operation, edition).state
    return None
