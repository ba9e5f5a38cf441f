"""Adopting: which states of a system the reference takes over, so that a run goes on."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from conformance.adapters.model import ModelSystem
from conformance.differential.adopting import adopted_state
from conformance.differential.comparator import Comparator
from conformance.protocol.messages import Observed
from model.apply import apply
from spec.formats.messages import state_to_json
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import State
from tests.rules.builders import claim, complete, document, register, step

REGISTER = register(document(step("build"), step("test")))
CLAIM = claim("one", now=1)
ITEM = {"kind": "task", "ordinal": 0, "text": "Build it", "status": "open", "reason": None}
NOTE = {"id": 1, "kind": "log", "summary": "built", "recorded_at": 1}


def state_after(*operations: Operation) -> State:
    state = State()
    for operation in operations:
        state = apply(state, operation).state
    return state


@pytest.mark.parametrize("change", [{"heartbeat_at": 7}, {"commit_hash": "c" * 40}])
def test_a_legal_state_is_adopted(change: dict[str, Any]) -> None:
    # Given a state that differs from the expected one and is legal, when it is observed
    expected = state_after(REGISTER, CLAIM, complete("build", "one", now=2))
    [plan] = expected.plans
    first, *others = plan.steps
    other = replace(expected, plans=(replace(plan, steps=(replace(first, **change), *others)),))
    # then it is adopted as it is.
    assert adopted_state(Comparator(), expected, state_to_json(other)) == other


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("e\u0301", "\u00e9"),
        ("Ann", "ann"),
        ("ann ", "ann"),
        ("the worktree of Ann", "the worktree of A"),
    ],
    ids=["composed", "in small letters", "without its space", "cut off"],
)
def test_an_owner_in_another_form_is_the_one_that_was_given(given: str, shown: str) -> None:
    # Given a state with an owner,
    expected = state_after(REGISTER, replace(CLAIM, worktree=given))
    observed = state_to_json(expected)
    # when it is observed with another lease and the name of the owner in another form,
    observed["plans"][0]["steps"][0].update(claimed_by=shown, lease_expires_at=9)
    # then all is taken over but that.
    adopted = adopted_state(Comparator(), expected, observed, {given, shown})
    assert adopted is not None
    [plan] = adopted.plans
    assert (plan.steps[0].claimed_by, plan.steps[0].lease_expires_at) == (given, 9)


DAMAGES: dict[str, Callable[[Any], None]] = {
    "no owner": lambda plans: plans[0]["steps"][0].update(claimed_by=None),
    "no parent": lambda plans: plans[0]["steps"][0].update(parent="nowhere"),
    "no status": lambda plans: plans[0].update(status="elsewhere"),
    "a plan twice": lambda plans: plans.append(plans[0]),
    "a step twice": lambda plans: plans[0]["steps"].append(plans[0]["steps"][0]),
    "an item twice": lambda plans: plans[0]["steps"][0].update(items=[ITEM, ITEM]),
    "a note twice": lambda plans: plans[0]["steps"][0].update(artifacts=[NOTE, NOTE]),
    "a plan of another name": lambda plans: plans[0].update(path="Plan.md"),
    "a step of another name": lambda plans: plans[0]["steps"][1].update(anchor="Test"),
    "an owner of another name": lambda plans: plans[0]["steps"][0].update(claimed_by="somebody"),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_an_illegal_state_is_not_adopted(damage: Callable[[Any], None]) -> None:
    # Given a state with damage, of which nobody can say what it means,
    expected = state_after(REGISTER, CLAIM)
    observed = state_to_json(expected)
    damage(observed["plans"])
    # when it is observed, then the reference does not take it over.
    assert adopted_state(Comparator(), expected, observed) is None


def test_what_a_partial_system_does_not_show_stays_as_expected() -> None:
    # Given a system that shows no titles, when it shows another owner
    expected = state_after(REGISTER, CLAIM)
    comparator = Comparator(replace(ModelSystem().identity, observe=Observed.PARTIAL))
    observed = state_to_json(expected)
    del observed["plans"][0]["title"]
    observed["plans"][0]["steps"][0]["claimed_by"] = "two"
    # then the owner is adopted, and the title is kept.
    adopted = adopted_state(comparator, expected, observed, given={"two"})
    assert adopted == state_after(REGISTER, replace(CLAIM, worktree="two"))
