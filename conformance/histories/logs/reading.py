"""Reading a log of another program as a history, line by line."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar

from conformance.histories.logs.mapping import FieldSource, MappedOperation, MappingFile
from conformance.histories.logs.values import (
    MISSING,
    NANOSECONDS,
    Unreadable,
    as_word,
    member,
    nanoseconds,
    required,
    sourced,
)
from conformance.histories.recording import BadHistory, Recording
from conformance.protocol.codec import validated
from conformance.protocol.lines import BadMessage, parsed
from conformance.protocol.operations import OPERATION
from spec.formats.histories import Event, Fail, History, Info, Invoke, Ok
from spec.formats.messages import OPERATION_NAMES, Message
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import State

Value = TypeVar("Value")

FILLED = ("now", "plan", "document_hash")
"""The arguments that are filled in for operations that have them."""


def read_log(path: Path, file: MappingFile) -> Recording:
    """Return a log as a history. Raises `BadHistory` with its line, and that of the mapping."""
    mapping = file.mapping
    state = file.initial_state()
    reader = LogReader(path, file, state)
    # Sorting keeps the order of the lines of one time, and so that of each process.
    events = sorted(reader.events(), key=lambda event: event.time)
    given = mapping.history.model_dump()
    return Recording(History(**given, state=state, partial=True), tuple(events))


@dataclass
class LogReader:
    """Reads lines in their order, which is that of the calls of each process."""

    path: Path
    file: MappingFile
    state: State
    asked: dict[str, str] = field(default_factory=dict)
    last: dict[str, int] = field(default_factory=dict)

    def events(self) -> Iterator[Event]:
        """Yield the events of all lines."""
        try:
            # Not `splitlines`: texts may hold other ends of lines, such as U+2028.
            lines = self.path.read_text(encoding="utf-8").split("\n")
        except (OSError, UnicodeDecodeError) as error:
            raise BadHistory(
                f"{self.path}: {error}; expected JSON lines: check the path"
            ) from error
        for number, text in enumerate(lines, start=1):
            if not text.strip():
                continue
            try:
                line = parsed(text)
                if not self.is_ignored(line):
                    yield from self.read(line)
            except (BadMessage, Unreadable) as error:
                raise BadHistory(f"{self.path}, line {number}: {error}") from error

    def is_ignored(self, line: Message) -> bool:
        """Return whether a line is ignored."""
        found = ((member(line, each.field), each.values) for each in self.file.mapping.ignore)
        return any(value is not MISSING and as_word(value) in values for value, values in found)

    def read(self, line: Message) -> Iterator[Event]:
        """Yield the events of a line. Raises `Unreadable` or `BadMessage`."""
        names, process = self.file.mapping.line, self.word(line, "process")
        time = self.time(line, "time")
        if names.event is None:
            began = self.in_order(process, self.beginning(line, time))
            name = self.word(line, "operation")
            yield Invoke(process, began, self.operation(line, name, began))
            yield self.outcome(line, process, self.in_order(process, time), name)
            return
        event, time = self.word(line, "event"), self.in_order(process, time)
        if event in names.asks:
            name = self.asked[process] = self.word(line, "operation")
            yield Invoke(process, time, self.operation(line, name, time))
        elif event in names.answers:
            if process not in self.asked:
                raise Unreadable(f"{process} has a reply without a request")
            yield self.outcome(line, process, time, self.asked.pop(process))
        else:
            raise Unreadable(
                f"`{names.event}` is {event!r}; expected a word of `asks` or `answers` "
                f"({self.file.where('line', 'event')}), or one that an [[ignore]] names"
            )

    def beginning(self, line: Message, time: int) -> int:
        """Return when the call of a line that was answered at a time began."""
        names = self.file.mapping.line
        if names.began is not None:
            return self.time(line, "began")
        if names.duration is None:
            return time
        unit = "ms" if names.unit == "iso" else names.unit
        return time - nanoseconds(required(line, names.duration), unit, names.duration)

    def in_order(self, process: str, time: int) -> int:
        """Return a time, or that of the process's last line if only rounding is between them."""
        last = self.last.get(process, time)
        if last - time > 2 * self.file.mapping.history.uncertainty * NANOSECONDS["ms"]:
            raise Unreadable(
                f"{process} goes back by {(last - time) / NANOSECONDS['ms']:g} ms; expected one "
                "operation at a time, in order: name a field as `process` that distinguishes the "
                f"clients ({self.file.where('line', 'process')}), or give an `uncertainty`"
            )
        self.last[process] = max(time, last)
        return self.last[process]

    def operation(self, line: Message, name: str, time: int) -> Operation:
        """Return the operation of a line."""
        mapped = self.mapped(name)
        place = ("operations", name, "arguments")
        values = self.values(line, mapped.arguments, *place)
        known = {each.name for each in fields(OPERATION_NAMES[mapped.operation])}
        values.setdefault("now", time // NANOSECONDS["ms"])
        plans = {each.path: each.document_hash for each in self.state.plans}
        if len(plans) == 1:
            values.setdefault("plan", next(iter(plans)))
        if values.get("plan") in plans:
            values.setdefault("document_hash", plans[values["plan"]])
        asked = {key: value for key, value in values.items() if key in known or key not in FILLED}
        try:
            return validated(OPERATION, {"operation": mapped.operation, **asked})
        except BadMessage as error:
            raise Unreadable(f"{error}; see {self.file.where(*place)}") from error

    def outcome(self, line: Message, process: str, time: int, name: str) -> Event:
        """Return the reply of a line to an operation."""
        outcome = self.word(line, "outcome")
        outcomes = self.mapped(name).outcomes
        if outcome not in outcomes:
            raise Unreadable(
                f"the outcome {outcome!r} of {name!r} is unknown; add "
                f"[operations.{name}.outcomes.{outcome}] to the mapping, below "
                f"{self.file.where('operations', name)}"
            )
        found = outcomes[outcome]
        if found.reply == "unknown":
            return Info(process, time, outcome)
        place = ("operations", name, "outcomes", outcome, "fields")
        message = found.model_dump(mode="json", exclude={"fields"}, exclude_none=True)
        message |= self.values(line, found.fields, *place)
        return (Ok if found.reply == "ok" else Fail)(process, time, message)

    def mapped(self, name: str) -> MappedOperation:
        """Return what an operation of the log is. Raises `Unreadable`."""
        operations = self.file.mapping.operations
        if name not in operations:
            raise Unreadable(
                f"the operation {name!r} is unknown; add [operations.{name}] to the mapping "
                f"({self.file.path}), or an [[ignore]] with field = "
                f'"{self.file.mapping.line.operation}"'
            )
        return operations[name]

    def values(self, line: Message, sources: dict[str, FieldSource], *place: str) -> dict[str, Any]:
        """Return the values that a table of the mapping names, by their names here."""
        found = {}
        for name, source in sources.items():
            try:
                found[name] = sourced(line, source)
            except Unreadable as error:
                where = self.file.where(*place, name)
                raise Unreadable(f"{error}, which is `{name}` in {where}") from error
        return {name: value for name, value in found.items() if value is not MISSING}

    def time(self, line: Message, key: str) -> int:
        """Return the time in the field that `[line]` names for a key, in nanoseconds."""
        names = self.file.mapping.line
        return self.named(key, lambda name: nanoseconds(required(line, name), names.unit, name))

    def word(self, line: Message, key: str) -> str:
        """Return the word in the field that `[line]` names for a key."""
        return self.named(key, lambda name: as_word(required(line, name)))

    def named(self, key: str, read: Callable[[str], Value]) -> Value:
        """Return what is read from the field that `[line]` names for a key."""
        try:
            return read(getattr(self.file.mapping.line, key))
        except Unreadable as error:
            raise Unreadable(
                f"{error}, which is `{key}` in {self.file.where('line', key)}"
            ) from error
