"""A state that is said as it should be is not compared by fields, and that hides no difference."""

from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from conformance.adapters.model import WHOLE
from conformance.differential.comparator import Comparator
from conformance.protocol.messages import Observed
from model.apply import apply
from spec.formats.messages import Message, state_to_json
from spec.vocabulary.state import State
from tests.rules.builders import claim, document, register, step

REGISTERED = apply(State(), register(document(step("a"), step("b")))).state
CLAIMED = apply(REGISTERED, claim("ann", now=1)).state


def shown(state: State) -> Message:
    """Return a state as a system shows it that leaves out what it does not have."""
    message = deepcopy(state_to_json(state))
    for plan in message["plans"]:
        for name in ("review_cycle", "iteration_loop"):
            plan.pop(name, None)
    return message


def comparator() -> Comparator:
    return Comparator(WHOLE)


def test_what_is_left_out_is_empty_and_no_field_is_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Given a system that leaves out what is null, when it says just what is expected,
    monkeypatch.setattr(Comparator, "stored_differences", lambda *_: pytest.fail("walked"))
    # then nothing has to be compared field by field.
    assert comparator().state_differences(CLAIMED, shown(CLAIMED)) == []


@pytest.mark.parametrize(
    ("name", "value"),
    [("claimed_by", "bob"), ("claimed_by", None), ("index", False), ("index", 0.0), ("fenced", 0)],
)
def test_a_difference_is_found_as_if_all_were_walked(name: str, value: Any) -> None:
    # Given a state in which one value, or only its type, is another,
    wrong = shown(CLAIMED)
    wrong["plans"][0]["steps"][0][name] = value
    # when it is compared, then the lines are those of the comparator that walks.
    found = comparator().state_differences(CLAIMED, wrong)
    assert found == comparator().stored_differences(state_to_json(CLAIMED), wrong) != []


def test_what_is_left_out_although_it_is_there_is_found() -> None:
    # Given a system that leaves out who holds a step, once nobody does and once somebody,
    free, held = shown(REGISTERED), shown(CLAIMED)
    for message in (free, held):
        for each in message["plans"][0]["steps"]:
            del each["claimed_by"]
    # when both are compared, then only the second differs.
    assert comparator().state_differences(REGISTERED, free) == []
    [found] = comparator().state_differences(CLAIMED, held)
    assert (found.field, found.expected, found.observed) == ("claimed_by", "ann", None)


def test_an_empty_text_may_not_be_left_out() -> None:
    # Given a plan without a title, and a system that leaves out empty texts like what is null,
    [plan] = CLAIMED.plans
    untitled = replace(CLAIMED, plans=(replace(plan, title=""),))
    message = shown(untitled)
    del message["plans"][0]["title"]
    # when it is compared, then the title is missing.
    [found] = comparator().state_differences(untitled, message)
    assert (found.field, found.expected, found.observed) == ("title", "", None)


def test_a_partial_system_is_walked_each_time() -> None:
    # Given a system that says that it leaves fields out, then they are noted, not compared.
    partial = Comparator(replace(WHOLE, observe=Observed.PARTIAL))
    assert partial.state_differences(CLAIMED, {"plans": []} | {"reply": "ok"}) != []
    without = shown(CLAIMED)
    del without["plans"][0]["steps"]
    assert partial.state_differences(CLAIMED, without) == []
    assert "plans.steps" in partial.left_out


def test_a_state_that_did_not_change_is_not_what_is_expected_next() -> None:
    # Given a system that answers a claim and stores nothing, when its state comes again,
    again = shown(REGISTERED)
    assert comparator().state_differences(REGISTERED, again) == []
    # then that differs from what the claim should have stored.
    assert comparator().state_differences(CLAIMED, again) != []
