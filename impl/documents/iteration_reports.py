"""Reports of iterations: a JSON object, or the block that a coordinator prints."""

import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from impl.documents import iteration_blocks as blocks
from impl.documents.iteration_forms import UnreadableReport
from impl.json_text import require_shallow
from spec.vocabulary.iterations import IterationReport

__all__ = ["ReadReport", "UnreadableReport", "read_report"]

SIGNAL = "requires_continuation"

_OPENING_LINE = re.compile(r"^[ \t]*+\{", re.MULTILINE)
_GOES_ON = re.compile(r"\s*[\[{,]")
_NUMBER = re.compile(r"([0-9]{1,9})(?:\.[0-9]*)?\s*%?")


@dataclass(frozen=True, slots=True)
class ReadReport:
    """A report in the words of the vocabulary, and all its fields as they were written."""

    report: IterationReport
    fields: Mapping[str, object]


def read_report(text: str) -> ReadReport:
    """Parse a report. Raises `UnreadableReport` if it can be read in no way, or in more than one.

    Unknown fields are kept. Fields without effect on the decision may have any value.
    """
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise UnreadableReport("it is empty")
    opening = None if blocks.begins_block(text) else _OPENING_LINE.search(text)
    fields = blocks.read_block(text) if opening is None else _object(text, opening.end() - 1)
    if blocks.WORK not in fields and SIGNAL not in fields:
        raise UnreadableReport(f"it has no `{blocks.WORK}`")
    if blocks.WORK not in fields:
        blocks.require_no_other_work(text)
    checkpoint = fields.get("checkpoint_path")
    report = IterationReport(
        _work(fields.get(blocks.WORK)),
        _is_true(fields.get(SIGNAL)),
        _flag(fields, "stuck_detected"),
        fields.get("context_exhausted") in (True, "true"),
        _number(fields.get("context_usage_percent")),
        checkpoint if isinstance(checkpoint, str) else None,
        _path(fields, "summary_path"),
        _number(fields.get("phase_count", fields.get(blocks.HEADING))),
        _names(fields.get("git_commits")),
    )
    return ReadReport(report, fields)


def _object(text: str, start: int) -> dict[str, object]:
    """Parse the JSON object that begins at `start`, with prose before and after it."""
    try:
        found, end = json.JSONDecoder(object_pairs_hook=_distinct).raw_decode(text, start)
        require_shallow(found)
    except (ValueError, RecursionError) as error:
        if isinstance(error, UnreadableReport):
            raise
        raise UnreadableReport(f"it begins with a brace but is not JSON ({error})") from error
    assert isinstance(found, dict)  # because of the brace
    if _GOES_ON.match(text, end):
        raise UnreadableReport(f"it is not JSON: {text[end:].strip()[:60]!r} follows the object")
    blocks.require_no_field(text[:start].splitlines(), 1)
    blocks.require_no_field(text[end:].splitlines(), text[:end].count("\n") + 1)
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
        (twice, _), *_ = Counter(key for key, _ in pairs).most_common(1)
        raise UnreadableReport(f"it gives `{twice}` a second time")
    return fields


def _work(value: object) -> str | tuple[str, ...] | None:
    """Return `work_remaining` as it is; the store checks whether it is a list of names."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, list):
        numbers = [each for each in value if isinstance(each, int) and not isinstance(each, bool)]
        texts = [each for each in value if isinstance(each, str)]
        if 0 not in numbers and len(numbers) + len(texts) == len(value):
            return tuple(map(str, value))
    if value == 0 and not isinstance(value, bool):
        return "0"
    raise UnreadableReport(f"`work_remaining` is {_shown(value)}; expected names")


def _is_true(value: object) -> bool:
    """Return whether a value is true; everything else counts as false (ITR-3.6)."""
    return value is True or (isinstance(value, str) and value.strip().lower() == "true")


def _flag(fields: Mapping[str, object], key: str) -> bool:
    """Return a field that is true or false, and false if it is missing."""
    value = fields.get(key)
    is_word = isinstance(value, str) and value.strip().lower() == "false"
    if value is None or value is False or is_word:
        return False
    if _is_true(value):
        return True
    raise UnreadableReport(f"`{key}` is {_shown(value)}; expected true or false")


def _path(fields: Mapping[str, object], key: str) -> str | None:
    value = fields.get(key)
    if value is None or (isinstance(value, str) and "\x00" not in value):
        return value
    raise UnreadableReport(f"`{key}` is {_shown(value)}; expected a path or null")


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
