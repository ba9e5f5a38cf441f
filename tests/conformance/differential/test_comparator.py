"""What of a reply is judged: nothing that is wrong hides behind something that is right."""

from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from conformance.adapters.model import WHOLE, ModelSystem
from conformance.differential.comparator import Comparator
from conformance.reports.words.differences import render_differences
from spec.formats.messages import Message, outcome_to_json, state_to_json
from spec.vocabulary.commits import Committed, FailureReason
from spec.vocabulary.rejections import Rejected, not_claimed, store_unavailable
from tests.rules.builders import TASK, document, listed, register, step


@pytest.fixture
def stored() -> Message:
    """Return the state of a plan with one step and one item."""
    model = ModelSystem()
    model.apply(register(document(step("piers", items=listed(TASK)))))
    return state_to_json(model.observe())


def differences(expected: Message, observed: Message) -> list[str]:
    return render_differences(Comparator(WHOLE).stored_differences(expected, observed))


@pytest.mark.parametrize("name", ["plans", "steps", "items"])
def test_what_is_there_twice_differs(stored: Message, name: str) -> None:
    # Given a plan, step or item that stands twice, wrong at first and right behind that,
    plan: Any = stored["plans"][0]
    holder = {"plans": stored, "steps": plan, "items": plan["steps"][0]}[name]
    expected = deepcopy(stored)
    holder[name] = [{**holder[name][0], "title": "Wrong"}, *holder[name]]
    # then the second does not cover the first.
    assert any(line.endswith("again: missing -> there") for line in differences(expected, stored))


FAILED = Committed(
    "c" * 40, "Build", True, FailureReason.OWNERSHIP, not_claimed("build", "pending")
)


def test_a_rejection_has_the_same_form_in_every_reply() -> None:
    # Given a commit whose update of the state was rejected, when it is written as a message,
    assert FAILED.rejection is not None
    alone = outcome_to_json(FAILED.rejection)
    # then the rejection in it is as it is in a reply of its own.
    assert {"reply": "rejected", **outcome_to_json(FAILED)["rejection"]} == alone
    assert alone["details"] == {"step": "build", "status": "pending"}


@pytest.mark.parametrize(
    ("details", "differs"),
    [
        ({"step": "build", "status": "pending"}, False),
        ([["step", "build"], ["status", "pending"]], False),
        ([["step", "build"], ["status", "claimed"]], True),
        ([], True),
        ([1], True),
        ("build", True),
    ],
)
def test_details_may_be_pairs_as_they_were_until_2026_1(details: object, differs: bool) -> None:
    # Given the answer to a commit with details in some form, then it is the details that count.
    expected = outcome_to_json(FAILED)
    observed = deepcopy(expected)
    observed["rejection"]["details"] = details
    assert bool(Comparator(WHOLE).reply_differences(expected, observed)) == differs


@pytest.mark.parametrize("rejected", [store_unavailable(), not_claimed("build", "pending")])
def test_null_details_of_a_rejection_are_none_at_all(rejected: Rejected) -> None:
    # Given a rejection in a reply of its own and in that to a commit,
    alone = outcome_to_json(rejected)
    in_a_commit = outcome_to_json(replace(FAILED, rejection=rejected))
    # when their details are null,
    without = {**alone, "details": None}
    committed = deepcopy(in_a_commit)
    committed["rejection"]["details"] = None
    # then the first lacks them, and the second says that there are none.
    assert not Comparator(WHOLE).reply_differences(alone, without)
    differs = bool(Comparator(WHOLE).reply_differences(in_a_commit, committed))
    assert differs == bool(rejected.details)


def test_an_empty_text_may_not_be_left_out(stored: Message) -> None:
    # Given a plan without a title, and a system that leaves out empty texts like what is null,
    stored["plans"][0]["title"] = ""
    shown = deepcopy(stored)
    del shown["plans"][0]["title"], shown["plans"][0]["review_cycle"]
    # when it is compared, then only the title is missing.
    assert differences(stored, shown) == ['plan.md.title: "" -> null']
