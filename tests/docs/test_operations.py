"""Every operation has an example that both sides accept, and diagrams are what was explored.

The page of messages shows every message with an example that fits its schema.
"""

import json
import re
from dataclasses import replace

import pytest

from conformance.protocol.codec import request_from
from conformance.protocol.lines import parsed
from conformance.protocol.schemas import schemas
from docs.build.checks import BrokenSite
from docs.build.diagrams.scopes import DIAGRAMS
from docs.build.diagrams.states import (
    ANYWHERE,
    BEGINNING,
    arrows_of,
    arrows_of_runs,
)
from docs.build.examples import example_of, run
from docs.build.pages import messages
from spec.vocabulary.completion import Complete
from spec.vocabulary.holding import Release
from spec.vocabulary.operations import OPERATIONS
from spec.vocabulary.state import StepStatus
from tests.cases import for_each

pytestmark = pytest.mark.xdist_group("pages")


def test_every_operation_has_an_example() -> None:
    assert all(example_of(each).shows for each in OPERATIONS)


def test_an_example_that_is_rejected_stops_the_build() -> None:
    example = example_of(Release)
    rejected = replace(example, request=Release("bridge.md", "piers", 0))
    with pytest.raises(BrokenSite, match="was rejected: E047 invalid_request"):
        run(rejected)


def test_an_example_on_which_the_sides_differ_stops_the_build(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Given an implementation that does not complete what it is asked to complete,
    monkeypatch.setattr("impl.store.store.Store.snapshot_state", lambda _: None)
    # when an example is run, then it fails.
    with pytest.raises(BrokenSite, match="the model not"):
        run(example_of(Complete))


def test_the_diagram_of_a_step_has_every_status_and_no_way_back_from_completed() -> None:
    arrows = arrows_of(DIAGRAMS["claims"])
    places = {place for pair in arrows for place in pair} - {BEGINNING, ANYWHERE}
    assert {place.removesuffix(", lease expired").replace(" ", "_") for place in places} == set(
        StepStatus
    )
    assert not [pair for pair in arrows if pair[0] == "completed"]
    assert list(arrows[("claimed", "in progress")]) == ["start"]


def test_the_diagram_of_runs_leads_to_every_ending_of_the_current_edition() -> None:
    targets = {target for _, target in arrows_of_runs()}
    assert targets >= {"completed", "escalated", "not started", "not approved", "not committed"}


@pytest.fixture(scope="module")
def page() -> str:
    return messages.messages_page()


@for_each("name", schemas())
def test_a_message_is_shown_with_its_fields_and_an_example(page: str, name: str) -> None:
    # Given a message, when its section is read,
    [section] = re.findall(rf"\{{ #{name} \}}\n(.*?)(?=\n### |\n## |\Z)", page, re.DOTALL)
    # then all its fields have a row,
    schema = schemas()[name]
    rows = re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)
    assert rows == list(schema["properties"])
    # and the example has those that it must have, and no others.
    [shown] = re.findall(r"```json\n(.*?)\n```", section, re.DOTALL)
    example = json.loads(shown)
    assert set(schema["required"]) <= example.keys() <= schema["properties"].keys()
    if name.startswith("request-"):
        request_from(parsed(json.dumps(example)))


def test_a_message_without_an_example_stops_the_build(monkeypatch: pytest.MonkeyPatch) -> None:
    # Given a conversation in which nobody says goodbye, when the page is made, then that is told.
    spoken = list(messages.requests())[:-1]
    monkeypatch.setattr(messages, "requests", lambda: spoken)
    with pytest.raises(BrokenSite, match="no example of request-bye"):
        messages.messages_page()
