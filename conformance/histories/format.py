"""Read and write histories as files."""

from dataclasses import fields
from pathlib import Path

from conformance.histories.calls import WORDS
from conformance.histories.recording import BadHistory, Recording, recording_from
from conformance.protocol.codec import validated
from conformance.protocol.histories import LINE
from conformance.protocol.lines import BadMessage, excerpt, written
from conformance.protocol.operations import OPERATION
from spec.editions import edition_named
from spec.formats.histories import KINDS, LINE_NAMES, Event, Fail, History, Invoke, Ok
from spec.formats.messages import Message, state_to_json, stated


def read_history(path: Path) -> Recording:
    """Return what is in a file. Raises `BadHistory` with the line that is wrong."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadHistory(f"{path}: {error}; expected a history: check the path") from error
    return recording_from(str(path), data, event_from)


def line_of(event: History | Event) -> str:
    """Return an event as its line."""
    values = {each.name: getattr(event, each.name) for each in fields(event)}
    if isinstance(event, Invoke):
        values["operation"] = stated(event.operation)
    if isinstance(event, History):
        values["state"] = state_to_json(event.state, edition_named(event.edition))
    return written({"event": LINE_NAMES[type(event)], **values}) + "\n"


def event_from(message: Message) -> History | Event:
    """Return a message as an event. Raises `BadMessage`. Unknown fields are ignored."""
    if "event" not in message:
        raise BadMessage(f"in {excerpt(message)}: expected an `event` of {', '.join(KINDS)}")
    line = validated(LINE, message)
    kind = KINDS[str(message["event"])]
    values = {each.name: getattr(line, each.name) for each in fields(kind)}
    if kind is Invoke:
        values["operation"] = validated(OPERATION, values["operation"])
    event: History | Event = kind(**values)
    if isinstance(event, Ok | Fail):
        expected = WORDS[type(event)]
        if (found := event.outcome.get("reply", expected)) != expected:
            raise BadMessage(
                f"the outcome of `{message['event']}` has the reply {found!r}; expected "
                f"{expected!r}: a rejection is a `fail`, every other answer is `ok`"
            )
    return event
