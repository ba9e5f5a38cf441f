"""The envelope in which a program with the command line of `planstate` answers."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from conformance.adapters.command_line.processes import Ended
from conformance.protocol.codec import Message, excerpt
from spec.vocabulary.rejections import REASON_WORDS, Code

SCHEMA_VERSION = "1"
FIELDS = ("schema_version", "command", "status", "data", "issues")
BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Envelope:
    """An answer: whether it is an error, its fields, and its issues."""

    ended: Ended
    failed: bool
    data: Message
    issues: tuple[Message, ...]

    def required(self, name: str, kind: type) -> Any:
        """Return a field without which the answer means nothing."""
        if name not in self.data:
            raise self.ended.broken(f"its `data` lacks {name!r}: {excerpt(self.data)}")
        return self.field(self.data, name, kind)

    def field(self, fields: Message, name: str, *kinds: type) -> Any:
        """Return a field that is there; it must be of one of the kinds."""
        value = fields[name]
        if type(value) not in kinds:
            expected = " or ".join("null" if k is type(None) else k.__name__ for k in kinds)
            raise self.ended.broken(
                f"{name!r} is {excerpt(json.dumps(value))}, expected {expected}"
            )
        return value

    def milliseconds(self, value: Any) -> int:
        """Read a time in ISO 8601 with its zone, as milliseconds since 1970."""
        try:
            read = datetime.fromisoformat(value)
            return (read - BEGINNING) // timedelta(milliseconds=1)
        except (TypeError, ValueError) as error:
            raise self.ended.broken(
                f"{excerpt(json.dumps(value))} is no time; expected one such as "
                "'2026-01-31T12:00:00.000Z'"
            ) from error

    def records(self, fields: Message, name: str) -> list[Message]:
        """Return a field that is a list of objects."""
        found: list[Message] = self.field(fields, name, list)
        for member in found:
            if not isinstance(member, dict):
                raise self.ended.broken(
                    f"{name!r} holds {excerpt(json.dumps(member))}, expected objects"
                )
        return found


def envelope(ended: Ended, command: str) -> Envelope:
    """Read what a subcommand printed. Raises `BrokenProgram` unless it is its envelope.

    `command` is the subcommand's name, such as `state claim`.
    """
    found = _document(ended)
    missing = [name for name in FIELDS if name not in found]
    if missing:
        raise ended.broken(f"its envelope lacks {', '.join(missing)}: {excerpt(found)}")
    expected: dict[str, tuple[str, ...]] = {
        "schema_version": (SCHEMA_VERSION,),
        "command": (command,),
        "status": ("ok", "error"),
    }
    for name, values in expected.items():
        if found[name] not in values:
            raise ended.broken(
                f"{name!r} in its envelope is {found[name]!r}, expected "
                + " or ".join(repr(value) for value in values)
            )
    _require_shapes(ended, found)
    failed = found["status"] == "error"
    if ended.code != int(failed):
        raise ended.broken(
            f"its envelope has the status {found['status']!r}, whose exit code is {int(failed)}: "
            f"{excerpt(found)}"
        )
    return Envelope(ended, failed, found["data"], tuple(found["issues"]))


def _document(ended: Ended) -> Message:
    try:
        found = json.loads(ended.output)
    except (ValueError, RecursionError) as error:
        text = excerpt(ended.output.decode(errors="replace"))
        raise ended.broken(
            f"its standard output is {text}, expected one JSON document and nothing else ({error})"
        ) from error
    if not isinstance(found, dict):
        raise ended.broken(f"its standard output is {excerpt(json.dumps(found))}, no object")
    return found


def _require_shapes(ended: Ended, found: Message) -> None:
    if not isinstance(found["data"], dict):
        raise ended.broken(f"'data' in its envelope is no object: {excerpt(found)}")
    issues = found["issues"]
    if not isinstance(issues, list) or not all(isinstance(issue, dict) for issue in issues):
        raise ended.broken(f"'issues' in its envelope is no list of objects: {excerpt(found)}")


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
