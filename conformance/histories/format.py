"""Read and write histories: JSON objects, one per line."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path

from conformance.histories.calls import WORDS
from conformance.protocol.codec import (
    BadMessage,
    Message,
    excerpt,
    parsed,
    state_to_json,
    validated,
    written,
)
from conformance.protocol.histories import KINDS, LINE, LINE_NAMES
from conformance.protocol.messages import Feature
from conformance.protocol.operations import OPERATION, OPERATION_NAMES, stated
from spec.editions import UnknownEdition, edition_named
from spec.formats.histories import FORMAT, Event, Fail, History, Invoke, Ok

BEGINNING = b'{"event":'
"""The beginnings of lines that may be incomplete, because a writer was killed or still writes."""


class BadHistory(Exception):
    """A file that cannot be read as a history: what was found, what was expected, what to do."""


@dataclass(frozen=True, slots=True)
class Recording:
    """What a file holds: the first line, and the events in the order of their times."""

    history: History
    events: tuple[Event, ...]


def read_history(path: Path) -> Recording:
    """Return what is in a file. Raises `BadHistory` with the line that is wrong.

    Beginnings of lines, which a writer was killed in, are left out, and lines that are empty: a
    writer who sees half a line of another begins a line of its own.
    """
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise BadHistory(f"{path}: {error}; expected a history: check the path") from error
    # What follows the last end of a line is torn; others go on after a torn line on one of theirs.
    numbered = [(n, _line(path, n, line)) for n, line in enumerate(lines[:-1], start=1)]
    read = [(number, event) for number, event in numbered if event is not None]
    if not read:
        raise BadHistory(f"{path} is empty; expected a history, whose first line says its edition")
    (_, first), *events = read
    if not isinstance(first, History):
        raise BadHistory(f'{path}, line 1: expected a line with "event": "history" first')
    if late := next((n for n, each in events if isinstance(each, History)), None):
        raise BadHistory(f'{path}, line {late}: a second line with "event": "history"')
    _require_known(path, first)
    happened = (each for _, each in events if not isinstance(each, History))
    return Recording(first, tuple(sorted(happened, key=moment_of)))


def moment_of(event: Event) -> tuple[int, bool]:
    """Return the sort key of an event: at the same time, a request comes first."""
    return event.time, not isinstance(event, Invoke)


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


def _line(path: Path, number: int, line: bytes) -> History | Event | None:
    """Return the event of a line, or `None` if the line is only the beginning of one."""
    try:
        message = parsed(line.decode())
    except (BadMessage, UnicodeDecodeError) as error:
        if line.startswith(BEGINNING) or BEGINNING.startswith(line.strip()):
            return None
        raise BadHistory(f"{path}, line {number}: {error}") from error
    try:
        return event_from(message)
    except BadMessage as error:
        raise BadHistory(f"{path}, line {number}: {error}") from error


def _require_known(path: Path, history: History) -> None:
    if history.format != FORMAT:
        raise BadHistory(f"{path}: found format {history.format!r}; expected {FORMAT!r}")
    try:
        edition_named(history.edition)
    except UnknownEdition as error:
        raise BadHistory(f"{path}: {error}") from error
    if strange := [name for name in history.without if name not in list(Feature)]:
        raise BadHistory(
            f"{path}, line 1: `without` names {strange[0]!r}; expected some of {', '.join(Feature)}"
        )
    if strange := [name for name in history.unlogged if name not in OPERATION_NAMES]:
        raise BadHistory(
            f"{path}, line 1: `unlogged` names {strange[0]!r}; expected some of "
            f"{', '.join(OPERATION_NAMES)}"
        )


def lines_of(recording: Recording) -> Iterator[str]:
    """Yield the lines of a history."""
    yield line_of(recording.history)
    yield from map(line_of, recording.events)


def write_history(path: Path, history: History, events: Iterable[Event]) -> None:
    """Write a history to a new file."""
    path.write_text("".join(lines_of(Recording(history, tuple(events)))), encoding="utf-8")
