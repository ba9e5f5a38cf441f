"""The rules are local: what the graph of plans in parts relies on."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from conformance.vectors.reading import read_once
from model.apply import apply
from model.explorer.graphs.parts_graph import ON_WORK
from spec.editions import EDITIONS, Edition
from spec.vocabulary.agents import CheckCommand
from spec.vocabulary.iteration_loops import IterationLoop
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.plans import Register
from spec.vocabulary.review_cycles import ReviewCycle
from spec.vocabulary.state import Plan, PlanStatus, Show, State

Step = tuple[str, State, Operation]
OTHER = Plan("another.md", "hash", "Another", PlanStatus.ACTIVE, ())
each_edition = pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.name)


def steps_of_vectors(edition: Edition) -> Iterator[Step]:
    """Yield the operations of every fourth vector on a registered plan, each with its state."""
    for vector in read_once()[::4]:
        state = State()
        for asked in vector.operations:
            operation = asked.operation
            if state.plan(operation.plan) and not isinstance(operation, Register | CheckCommand):
                yield vector.id, state, operation
            state = apply(state, operation, edition).state


def with_plan(state: State, plan: Plan) -> State:
    """Return a state with a plan in place of the one of its path."""
    plans = tuple(plan if each.path == plan.path else each for each in state.plans)
    return replace(state, plans=plans)


def plan_in(state: State, operation: Operation) -> Plan:
    """Return the plan that an operation names."""
    plan = state.plan(operation.plan)
    assert plan is not None
    return plan


def result(state: State, operation: Operation, edition: Edition) -> tuple[Outcome, Plan]:
    """Return the answer to an operation, and its plan afterwards."""
    transition = apply(state, operation, edition)
    return transition.outcome, plan_in(transition.state, operation)


@each_edition
def test_an_operation_on_steps_ignores_reviews_and_iterations(edition: Edition) -> None:
    work: dict[str, Any] = {
        "review_cycle": ReviewCycle(current_task="7"),
        "iteration_loop": IterationLoop(3),
    }
    strays = []
    # Given operations on the steps of a plan,
    for name, state, operation in steps_of_vectors(edition):
        if isinstance(operation, (*ON_WORK, Show)):
            continue
        # when the plan has other reviews and iterations,
        other = with_plan(state, replace(plan_in(state, operation), **work))
        outcome, after = result(state, operation, edition)
        found, changed = result(other, operation, edition)
        # then the answer and the steps are the same, and these are left alone.
        if (found, changed) != (outcome, replace(after, **work)):
            strays.append(name)
    assert strays == []


@each_edition
def test_an_operation_on_reviews_or_iterations_ignores_steps(edition: Edition) -> None:
    strays = []
    # Given operations on the reviews and iterations of a plan,
    for name, state, operation in steps_of_vectors(edition):
        if not isinstance(operation, ON_WORK):
            continue
        # when its steps are others,
        bare = replace(plan_in(state, operation), steps=(), status=PlanStatus.DONE)
        outcome, after = result(state, operation, edition)
        found, changed = result(with_plan(state, bare), operation, edition)
        # then the answer, the reviews and the iterations are the same, and these are left alone.
        if (found, changed) != (outcome, replace(after, steps=(), status=PlanStatus.DONE)):
            strays.append(name)
    assert strays == []


@each_edition
def test_an_operation_ignores_other_plans(edition: Edition) -> None:
    strays = []
    for name, state, operation in steps_of_vectors(edition):
        # Given any operation, when another plan is registered,
        beside = State((OTHER, *state.plans), state.last_artifact_id)
        # then the answer and the plan are the same, and the other is left alone.
        same = result(beside, operation, edition) == result(state, operation, edition)
        if not same or apply(beside, operation, edition).state.plan(OTHER.path) != OTHER:
            strays.append(name)
    assert strays == []
