"""The page of messages shows every message with an example that fits its schema."""

import json
import re

import pytest

from conformance.protocol.codec import request_from
from conformance.protocol.lines import parsed
from conformance.protocol.schemas import schemas
from docs.build.checks import BrokenSite
from docs.build.pages import messages
from tests.cases import for_each

pytestmark = pytest.mark.xdist_group("pages")


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
