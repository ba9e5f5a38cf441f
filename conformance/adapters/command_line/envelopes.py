"""The envelope in which a program with the command line of `planstate` answers."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from conformance.adapters.command_line.processes import Ended
from conformance.protocol.codec import Message, excerpt
from conformance.protocol.tags import wording
from spec.vocabulary.rejections import REASON_WORDS, Code

BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)
TIME = datetime
"""The kind of a field that holds a time."""
Fields = Mapping[str, tuple[str, tuple[type, ...]]]
"""The fields of an object: the name that each is printed under, and the kinds it may be of."""


@dataclass(frozen=True, slots=True)
class Translation:
    """From the program's words back to those of the operations.

    `invented` are the invented words by the real ones; `beginning` and `unit` are those of the
    program's clock; `times` are the times that follow it, and others are left out.
    """

    invented: Mapping[str, str]
    beginning: int
    unit: int
    times: frozenset[str]

    def word(self, real: Any) -> Any:
        """Return the invented word for a real one, where there is one."""
        return self.invented.get(real, real) if isinstance(real, str) else real


@dataclass(frozen=True, slots=True)
class Envelope:
    """An answer: whether it is an error, its fields, and its issues."""

    ended: Ended
    failed: bool
    data: Message
    issues: tuple[Message, ...]
    translation: Translation

    def required(self, name: str, kind: type) -> Any:
        """Return a field of `data` without which the answer means nothing."""
        if name not in self.data:
            raise self.ended.broken(f"its `data` lacks {name!r}: {excerpt(self.data)}")
        return self.field(self.data, name, kind)

    def require_done(self, word: str) -> None:
        """Raise `BrokenProgram` if an answer does not say that something was done."""
        if self.required(word, bool) is not True:
            raise self.ended.broken(f"the status is 'ok', but {word!r} is false")

    def field(self, fields: Message, name: str, *kinds: type) -> Any:
        """Return a field that is there, in the operations' words; it must be of one of the kinds.

        A time is read in ISO 8601 with its zone, as milliseconds from the beginning.
        """
        value = fields[name]
        if object in kinds or type(value) in kinds:
            return self.translation.word(value)
        if TIME in kinds:
            return self.time(value)
        expected = " or ".join("null" if k is type(None) else k.__name__ for k in kinds)
        raise self.ended.broken(f"{name!r} is {excerpt(json.dumps(value))}, expected {expected}")

    def time(self, value: Any) -> int:
        """Return a time in the operations' milliseconds."""
        try:
            read = datetime.fromisoformat(value) - BEGINNING
        except (TypeError, ValueError) as error:
            raise self.ended.broken(
                f"{excerpt(json.dumps(value))} is no time; expected one such as "
                "'2026-01-31T12:00:00.000Z'"
            ) from error
        since = read // timedelta(milliseconds=1) - self.translation.beginning
        return since // self.translation.unit

    def taken(self, found: Message, fields: Fields) -> Message:
        """Take fields out of an object as far as they are there."""
        return {
            name: self.field(found, printed, *kinds)
            for name, (printed, kinds) in fields.items()
            if printed in found
        }

    def records(self, fields: Message, name: str) -> list[Message]:
        """Return a field that is a list of objects."""
        found: list[Message] = self.field(fields, name, list)
        for member in found:
            if not isinstance(member, dict):
                raise self.ended.broken(
                    f"{name!r} holds {excerpt(json.dumps(member))}, expected objects"
                )
        return found


class PrintedEnvelope(BaseModel):
    """The document that a subcommand prints: what of it every program has to keep to."""

    model_config = ConfigDict(strict=True)

    schema_version: Literal["1"]
    command: str
    status: Literal["ok", "error"]
    data: dict[str, Any]
    issues: list[dict[str, Any]]


def envelope(ended: Ended, command: str, translation: Translation) -> Envelope:
    """Read what a subcommand printed. Raises `BrokenProgram` unless it is its envelope.

    `command` is the subcommand's name, such as `state claim`.
    """
    try:
        found = PrintedEnvelope.model_validate_json(ended.output)
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        place = ".".join(map(str, problem["loc"])) or "expected one JSON document and nothing else"
        text = excerpt(ended.output.decode(errors="replace"))
        raise ended.broken(
            f"its standard output is {text}, no envelope: {place}: {wording(problem)}"
        ) from error
    if found.command != command:
        raise ended.broken(f"the command in its envelope is {found.command!r}, not {command!r}")
    failed = found.status == "error"
    if ended.code != int(failed):
        raise ended.broken(
            f"its envelope has the status {found.status!r}, whose exit code is {int(failed)}: "
            f"{excerpt(ended.output.decode())}"
        )
    return Envelope(ended, failed, found.data, tuple(found.issues), translation)


def rejection(envelope: Envelope) -> Message:
    """Return the code of the first error, and its reason word if there is one."""
    errors = [issue for issue in envelope.issues if issue.get("severity") == "error"]
    if not errors:
        raise envelope.ended.broken("its envelope has the status 'error', and no issue says why")
    code, message = errors[0].get("code"), str(errors[0].get("message", ""))
    if code not in list(Code) or code == Code.STORE_UNAVAILABLE:
        known = ", ".join(each for each in Code if each != Code.STORE_UNAVAILABLE)
        raise envelope.ended.broken(
            f"it refuses with the code {code!r} ({message}), expected one of {known}"
        )
    words = REASON_WORDS[Code(code)]
    said = {envelope.data.get("reason"), *message.replace(":", " ").split()}
    reasons = [word for word in words if word in said]
    return refused(Code(code), reasons[0] if len(reasons) == 1 else None)


def refused(code: Code, reason: str | None = None) -> Message:
    """Make a rejection."""
    return {"reply": "rejected", "code": str(code)} | ({"reason": reason} if reason else {})
