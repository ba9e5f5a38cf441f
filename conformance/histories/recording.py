"""What a history holds, from its lines: JSON objects, one per line."""

from collections.abc import Callable
from dataclasses import dataclass

from conformance.protocol.lines import BadMessage, parsed
from conformance.protocol.messages import Feature
from conformance.protocol.usage import UsageError
from spec.editions import UnknownEdition, edition_named
from spec.formats.histories import FORMAT, Event, History, Invoke
from spec.formats.messages import OPERATION_NAMES, Message

BEGINNING = b'{"event":'
"""The beginnings of lines that may be incomplete, because a writer was killed or still writes."""


class BadHistory(UsageError):
    """A file that cannot be read as a history: what was found, what was expected, what to do."""


@dataclass(frozen=True, slots=True)
class Recording:
    """What a file holds: the first line, and the events in the order of their times."""

    history: History
    events: tuple[Event, ...]


def recording_from(
    source: str, data: bytes, event_from: Callable[[Message], History | Event]
) -> Recording:
    """Return what the bytes of a file hold. Raises `BadHistory` with the line that is wrong.

    Beginnings of lines, which a writer was killed in, are left out, and lines that are empty: a
    writer who sees half a line of another begins a line of its own. `event_from` raises
    `BadMessage` for an object that is no event.
    """
    # What follows the last end of a line is torn; others go on after a torn line on one of theirs.
    lines = enumerate(data.split(b"\n")[:-1], start=1)
    numbered = [(n, _line(f"{source}, line {n}", line, event_from)) for n, line in lines]
    read = [(number, event) for number, event in numbered if event is not None]
    if not read:
        raise BadHistory(
            f"{source} is empty; expected a history, whose first line says its edition"
        )
    (_, first), *events = read
    if not isinstance(first, History):
        raise BadHistory(f'{source}, line 1: expected a line with "event": "history" first')
    if late := next((n for n, each in events if isinstance(each, History)), None):
        raise BadHistory(f'{source}, line {late}: a second line with "event": "history"')
    _require_known(source, first)
    happened = (each for _, each in events if not isinstance(each, History))
    return Recording(first, tuple(sorted(happened, key=moment_of)))


def moment_of(event: Event) -> tuple[int, bool]:
    """Return the sort key of an event: at the same time, a request comes first."""
    return event.time, not isinstance(event, Invoke)


def _line(
    place: str, line: bytes, event_from: Callable[[Message], History | Event]
) -> History | Event | None:
    """Return the event of a line, or `None` if the line is only the beginning of one."""
    try:
        message = parsed(line.decode())
    except (BadMessage, UnicodeDecodeError) as error:
        if line.startswith(BEGINNING) or BEGINNING.startswith(line.strip()):
            return None
        raise BadHistory(f"{place}: {error}") from error
    try:
        return event_from(message)
    except BadMessage as error:
        raise BadHistory(f"{place}: {error}") from error


def _require_known(source: str, history: History) -> None:
    if history.format != FORMAT:
        raise BadHistory(f"{source}: found format {history.format!r}; expected {FORMAT!r}")
    try:
        edition_named(history.edition)
    except UnknownEdition as error:
        raise BadHistory(f"{source}: {error}") from error
    for key, names, known in (
        ("without", history.without, list(Feature)),
        ("unlogged", history.unlogged, list(OPERATION_NAMES)),
    ):
        if strange := [name for name in names if name not in known]:
            raise BadHistory(
                f"{source}, line 1: `{key}` names {strange[0]!r}; expected some of "
                f"{', '.join(known)}"
            )
