"""Reports of iterations: a JSON object, or the block that a coordinator prints."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

from impl.documents.iteration_blocks import HEADING, read_block
from impl.documents.unreadable import UnreadableReport
from spec.vocabulary.iterations import IterationReport

__all__ = ["ReadReport", "UnreadableReport", "read_report"]

REQUIRED = ("requires_continuation", "summary_path")

_NUMBER = re.compile(r"([0-9]{1,9})(?:\.[0-9]*)?\s*%?")


@dataclass(frozen=True, slots=True)
class ReadReport:
    """A report in the words of the vocabulary, and all its fields as they were written."""

    report: IterationReport
    fields: Mapping[str, object]


def read_report(text: str) -> ReadReport:
    """Parse a report. Raises `UnreadableReport`, also if a required field is missing.

    Unknown fields are kept. Fields without effect on the decision may have any value.
    """
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise UnreadableReport("it is empty")
    fields = _object(text) if text.lstrip().startswith("{") else read_block(text)
    for key in REQUIRED:
        if key not in fields:
            raise UnreadableReport(f"it has no `{key}`")
    report = IterationReport(
        _work(fields.get("work_remaining")),
        _flag(fields, "requires_continuation"),
        _flag(fields, "stuck_detected", default=False),
        fields.get("context_exhausted") in (True, "true"),
        _number(fields.get("context_usage_percent")),
        _text(fields.get("checkpoint_path")),
        _path(fields, "summary_path"),
        _number(fields.get("phase_count", fields.get(HEADING))),
        _names(fields.get("git_commits")),
    )
    return ReadReport(report, fields)


def _object(text: str) -> dict[str, object]:
    try:
        found = json.loads(text, object_pairs_hook=_distinct)
    except (ValueError, RecursionError) as error:
        if isinstance(error, UnreadableReport):
            raise
        raise UnreadableReport(f"it begins with a brace but is not JSON ({error})") from error
    assert isinstance(found, dict)  # because of the brace
    try:
        json.dumps(found, ensure_ascii=False, allow_nan=False).encode()
    except ValueError as error:
        raise UnreadableReport(
            f"it contains a value that is not valid JSON in UTF-8 ({error})"
        ) from error
    return found


def _distinct(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise UnreadableReport(f"it gives `{twice}` a second time")
    return fields


def _work(value: object) -> str | tuple[str, ...] | None:
    """Return `work_remaining` as it is; the store checks whether it is a list of names."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(name, str) for name in value):
        return tuple(value)
    if value == 0 and not isinstance(value, bool):
        return "0"
    raise UnreadableReport(f"`work_remaining` is {_shown(value)}; expected names")


def _flag(fields: Mapping[str, object], key: str, *, default: bool | None = None) -> bool:
    value = fields.get(key)
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.strip().lower() in ("true", "false"):
        return value.strip().lower() == "true"
    if value is None and default is not None:
        return default
    raise UnreadableReport(f"`{key}` is {_shown(value)}; expected true or false")


def _path(fields: Mapping[str, object], key: str) -> str | None:
    value = fields[key]
    if value is None or (isinstance(value, str) and "\x00" not in value):
        return value
    raise UnreadableReport(f"`{key}` is {_shown(value)}; expected a path or null")


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _number(value: object) -> int | None:
    """Return a number such as 75 or 75%, or `None` if it is not one."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    found = _NUMBER.fullmatch(str(value).strip())
    return int(found[1]) if found else None


def _names(value: object) -> tuple[str, ...]:
    """Parse a list in brackets, in JSON or without quotes, or names separated by whitespace."""
    if isinstance(value, str):
        value = value.strip().removeprefix("[").removesuffix("]").replace(",", " ").split()
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list) else ()


def _shown(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)[:60]
