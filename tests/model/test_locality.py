"""The rules are local: what the graph of plans in parts relies on."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from model.apply import apply
from model.explorer.graphs.parts_graph import ON_WORK
from spec.editions import EDITIONS, Edition
from spec.vocabulary.agents import CheckCommand
from spec.vocabulary.iteration_loops import IterationLoop
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.plans import Register
from spec.vocabulary.review_cycles import ReviewCycle
from spec.vocabulary.state import Plan, PlanStatus, Show, State
from tests.model_runs import Answer, answers_to_vectors

EMPTY = Plan("another.md", "hash", "Another", PlanStatus.ACTIVE, ())
each_edition = pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.name)


def answers_on_plans(edition: Edition) -> Iterator[Answer]:
    """Yield every fourth answer to a vector that is about a registered plan."""
    for answer in islice(answers_to_vectors(edition), 0, None, 4):
        is_other = isinstance(answer.operation, Register | CheckCommand)
        if answer.before.plan(answer.operation.plan) and not is_other:
            yield answer


def plan_in(state: State, operation: Operation) -> Plan:
    """Return the plan that an operation names."""
    plan = state.plan(operation.plan)
    assert plan is not None
    return plan


def result(answer: Answer, edition: Edition, **changes: Any) -> tuple[Outcome, Plan]:
    """Return the answer and the plan afterwards if some of the plan was otherwise before."""
    changed = replace(plan_in(answer.before, answer.operation), **changes)
    plans = (changed if each.path == changed.path else each for each in answer.before.plans)
    state = replace(answer.before, plans=tuple(plans))
    transition = apply(state, answer.operation, edition)
    return transition.outcome, plan_in(transition.state, answer.operation)


def expected(answer: Answer, **changes: Any) -> tuple[Outcome, Plan]:
    """Return the answer as it was, and the plan afterwards with some of it otherwise."""
    after = plan_in(answer.transition.state, answer.operation)
    return answer.transition.outcome, replace(after, **changes)


@each_edition
def test_an_operation_on_steps_ignores_reviews_and_iterations(edition: Edition) -> None:
    # Given operations on the steps of a plan, when the plan has other reviews and iterations,
    others = {"review_cycle": ReviewCycle(current_task="7"), "iteration_loop": IterationLoop(3)}
    strays = [
        answer.operation
        for answer in answers_on_plans(edition)
        if not isinstance(answer.operation, (*ON_WORK, Show))
        and result(answer, edition, **others) != expected(answer, **others)
    ]
    # then the answer and the steps are the same, and these are left alone.
    assert strays == []


@each_edition
def test_an_operation_on_reviews_or_iterations_ignores_steps(edition: Edition) -> None:
    # Given operations on the reviews and iterations of a plan, when its steps are others,
    others: dict[str, Any] = {"steps": (), "status": PlanStatus.DONE}
    strays = [
        answer.operation
        for answer in answers_on_plans(edition)
        if isinstance(answer.operation, ON_WORK)
        and result(answer, edition, **others) != expected(answer, **others)
    ]
    # then the answer, the reviews and the iterations are the same, and these are left alone.
    assert strays == []


@each_edition
def test_an_operation_ignores_other_plans(edition: Edition) -> None:
    strays = []
    for answer in answers_to_vectors(edition):
        # Given any operation, when a plan with the same steps is registered elsewhere,
        before, after = answer.before, answer.transition.state
        same = after.plan(answer.operation.plan)
        other = replace(same, path=EMPTY.path) if same else EMPTY
        beside = replace(before, plans=(other, *before.plans))
        found = apply(beside, answer.operation, edition)
        # then the answer and the plan are the same, and the other is left alone.
        plans = {plan.path: plan for plan in found.state.plans}
        whole = {plan.path: plan for plan in (other, *after.plans)}
        if (found.outcome, plans) != (answer.transition.outcome, whole):
            strays.append(answer.operation)
    assert strays == []
