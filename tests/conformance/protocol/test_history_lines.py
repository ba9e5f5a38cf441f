"""The published schema of a line of a history describes what `planspec audit` reads."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from conformance.histories.format import event_from, line_of
from conformance.protocol.histories import history_schemas
from conformance.protocol.lines import BadMessage
from spec.formats.histories import Event, History
from tests.conformance.histories.simulated import BEGINNING, histories
from tests.profiles import requires_ci_profile

SCHEMA = history_schemas()["history-line"]
FITS = Draft202012Validator(SCHEMA)
FIRST = History("2026.2", state=BEGINNING)
OTHERS: tuple[Any, ...] = (None, 7, "", "x", True, [], {})
"""Values of which most fit no field."""


@requires_ci_profile
@given(histories())
def test_every_line_that_is_written_fits_the_schema(events: tuple[Event, ...]) -> None:
    for event in (FIRST, *events):
        FITS.validate(json.loads(line_of(event)))


@given(histories(), st.data())
def test_the_schema_refuses_what_is_not_read(
    events: tuple[Event, ...], data: st.DataObject
) -> None:
    # Given a line of which a field is left out or has another value,
    line = json.loads(line_of(data.draw(st.sampled_from((FIRST, *events)))))
    place = line["operation"] if "operation" in line and data.draw(st.booleans()) else line
    field = data.draw(st.sampled_from(sorted(place)))
    value = data.draw(st.sampled_from((*OTHERS, "left out")))
    place[field] = value
    if value == "left out":
        del place[field]
    # when it is read, then it is understood if it fits the schema, and only then.
    assert is_read(line) == FITS.is_valid(line), line


def is_read(line: dict[str, Any]) -> bool:
    """Return whether a line is understood; only the file's reader judges its format and edition."""
    try:
        event_from(line)
    except BadMessage:
        return False
    return line.get("format") in (None, FIRST.format) or line["event"] != "history"
