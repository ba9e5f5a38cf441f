"""The envelope in which a program with the command line of `planstate` answers."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from conformance.adapters.command_line.dialects.dialect import PLAIN, Dialect
from conformance.adapters.command_line.dialects.hints import UNKNOWN_TIME, no_envelope, no_field
from conformance.adapters.command_line.dialects.outputs import document
from conformance.adapters.command_line.processes import Ended
from conformance.protocol.codec import answer_from, state_from
from conformance.protocol.lines import BadMessage, excerpt
from conformance.protocol.misfits import MUST_BE, described, misfit
from conformance.protocol.times import TIMES
from spec.formats.messages import Message

Kind = TypeVar("Kind")
BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)
FORMS = {
    "iso": "'2026-01-31T12:00:00.000Z'",
    "utc": "'2026-01-31 12:00:00'",
    "seconds": "1769860800.0",
    "milliseconds": "1769860800000",
}
"""An example of each form of a time."""


@dataclass(frozen=True, slots=True)
class Translation:
    """From the program's words back to those of the operations.

    `name_map` has the words of operations by the real names. `beginning` and `unit` are those of
    the program's clock; `times` are the times that follow it, and others are left out.
    """

    name_map: Mapping[str, str]
    beginning: int
    unit: int
    times: frozenset[str]

    def word(self, real: Any) -> Any:
        """Return the word of the operations for a real name, where there is one."""
        return self.name_map.get(real, real) if isinstance(real, str) else real


@dataclass(frozen=True, slots=True)
class Envelope:
    """An answer: whether it is an error, its fields, and its issues."""

    ended: Ended
    command: str
    failed: bool
    data: Message
    issues: tuple[Message, ...]
    translation: Translation
    dialect: Dialect

    def required(self, name: str, kind: type[Kind]) -> Kind:
        """Return a field of `data`, of one kind, without which the answer means nothing."""
        if name not in self.data:
            problem = f"its `data` lacks {name!r}: {excerpt(self.data)}"
            raise self.ended.broken(problem + no_field(self.command, name))
        return self.of_kind(self.data, name, kind)

    def of_kind(self, fields: Message, name: str, kind: type[Kind]) -> Kind:
        """Return a field that is there. Raises `BrokenProgram` if it is of another kind."""
        value = fields[name]
        if not isinstance(value, kind):
            expected = MUST_BE[f"{kind.__name__}_type"]
            raise self.ended.broken(f"`{name}` must be {expected}, got {described(value)}")
        return value

    def require_done(self, word: str) -> None:
        """Raise `BrokenProgram` if an answer does not say that something was done."""
        if self.required(word, bool) is not True:
            raise self.ended.broken(f"the status is 'ok', but {word!r} is false")

    def time(self, value: Any) -> int:
        """Return a time in the operations' milliseconds."""
        try:
            since = milliseconds(value, self.dialect.output.times) - self.translation.beginning
        except (TypeError, ValueError) as error:
            raise self.ended.broken(
                f"{excerpt(json.dumps(value))} is no time; expected one such as "
                f"{FORMS[self.dialect.output.times]}" + UNKNOWN_TIME
            ) from error
        return since // self.translation.unit

    def taken(self, found: Message, names: Mapping[str, str]) -> Message:
        """Take fields out of an object as far as they are there, by the names that are printed.

        They are in the operations' words, and times in milliseconds from the beginning. Times that
        do not follow the clock that is set are left out.
        """
        values = {name: found[printed] for name, printed in names.items() if printed in found}
        taken = {}
        for name, value in values.items():
            if name not in TIMES or value is None:
                taken[name] = self.translation.word(value)
            elif name in self.translation.times:
                taken[name] = self.time(value)
        return taken

    def records(self, fields: Message, name: str) -> list[Message]:
        """Return a field that is a list of objects."""
        found = self.of_kind(fields, name, list)
        for member in found:
            if not isinstance(member, dict):
                raise self.ended.broken(
                    f"{name!r} holds {excerpt(json.dumps(member))}, expected objects"
                )
        return found

    def checked(self, reply: Message) -> Message:
        """Return a reply. Raises `BrokenProgram` if a field in it is not of the right kind."""
        try:
            (answer_from if "answer" in reply else state_from)(reply)
        except BadMessage as error:
            raise self.ended.broken(str(error)) from error
        return reply


def milliseconds(value: Any, form: str) -> int:
    """Return a time in milliseconds since 1970. Raises `TypeError` or `ValueError` if it is none.

    In ISO 8601 it must have its zone, unless the form says that it is UTC.
    """
    if form in ("iso", "utc"):
        time = datetime.fromisoformat(value)
        if form == "utc" and time.tzinfo is None:
            time = time.replace(tzinfo=UTC)
        since: timedelta = time - BEGINNING
        return since // timedelta(milliseconds=1)
    if type(value) not in (int, float):
        raise TypeError(f"{value!r} is no number")
    number: float = value
    return round(number * 1_000) if form == "seconds" else round(number)


class PrintedEnvelope(BaseModel):
    """The document that a subcommand prints: what of it every program has to keep to."""

    model_config = ConfigDict(strict=True)

    schema_version: Literal["1"]
    command: str
    status: Literal["ok", "error"]
    data: dict[str, Any]
    issues: list[dict[str, Any]]


def envelope(
    ended: Ended, command: str, translation: Translation, dialect: Dialect = PLAIN
) -> Envelope:
    """Read what a subcommand printed. Raises `BrokenProgram` unless it is its envelope.

    `command` is the subcommand's fixed name, such as `state claim`.
    """
    printed = document(ended, command, dialect)
    try:
        found = PrintedEnvelope.model_validate(printed)
    except ValidationError as error:
        problems = error.errors(include_url=False)
        path = problems[0]["loc"]
        text = excerpt(ended.output.decode(errors="replace"))
        raise ended.broken(
            f"its standard output is {text}, no envelope: {misfit(printed, problems, path)}"
            + no_envelope(".".join(map(str, path)))
        ) from error
    if found.command != command:
        raise ended.broken(
            f"the command in its envelope is {found.command!r}, not {command!r}"
            + no_envelope("command")
        )
    issues = tuple(found.issues)
    return Envelope(
        ended, command, found.status == "error", found.data, issues, translation, dialect
    )
