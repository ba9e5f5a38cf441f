"""The reviews of a plan as `state.json`: read, and replaced so that no reader sees half of it."""

import json
import re
import secrets
import stat
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NoReturn

from impl.files import replace_file, sync_folder
from impl.json_text import is_whole, parse_json
from spec.vocabulary.review_cycles import DEFAULT_MAX_REVIEWS, ReviewCycle, ReviewModel

Fields = dict[str, Any]
"""The fields of the file, in their order."""

AN_OBJECT = (
    "a JSON object with the state of the reviews: correct it by hand, or remove it to continue "
    "without reviews"
)

LONGEST_WHOLE_NUMBER = 1_000
"""The maximum length of a whole number that is converted, below Python's own limit."""


@dataclass(frozen=True, slots=True)
class SourceNumber:
    """A number that no known field can have, written back exactly as it was read."""

    text: str

    def __str__(self) -> str:
        """Return the number as it was written in the file."""
        return self.text

    __repr__ = __str__


class MalformedState(Exception):
    """The file is malformed: what was found and what to do."""


def read(path: Path) -> Fields | None:
    """Return the object in a file, or `None` if there is no file. Raises `MalformedState`.

    Whole numbers of usual length are `int`, all other numbers `SourceNumber`.
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):  # opening a pipe would block forever
            raise _malformed(path, "it is not a regular file")
        text = path.read_bytes().decode("utf-8")
        found = parse_json(
            text, parse_float=SourceNumber, parse_int=_whole, parse_constant=_no_number
        )
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _malformed(path, f"it cannot be read ({error.strerror})") from error
    except ValueError as error:
        raise _malformed(path, f"it is not JSON in UTF-8 ({error})") from error
    if not isinstance(found, dict):
        raise _malformed(path, f"it is not an object but {type(found).__name__}")
    return found


def replace(path: Path, fields: Fields) -> None:
    """Replace the file by one with these fields; the caller holds the lock.

    A concurrent reader sees the old file or the new one. A process that is killed leaves at most a
    temporary file, which the next one overwrites. Raises `OSError`.
    """
    replace_file(path, _encode(fields), path.stat().st_mode if path.exists() else None)
    sync_folder(path.parent)


def _encode(fields: Fields) -> bytes:
    # `json` cannot write a number verbatim: it writes a string that nobody else
    # can have written, and that is replaced.
    mark = secrets.token_hex(16)

    def marked(value: object) -> str:
        if isinstance(value, SourceNumber):
            return mark + value.text
        raise TypeError(f"{value!r} is not JSON")

    text = json.dumps(fields, indent=2, ensure_ascii=False, default=marked)
    text = re.sub(f'"{mark}([^"]*)"', r"\1", text) + "\n"
    return text.encode("utf-8", "backslashreplace")  # JSON can only escape a lone surrogate


def _whole(number: str) -> int | SourceNumber:
    return int(number) if len(number) <= LONGEST_WHOLE_NUMBER else SourceNumber(number)


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number")


def _malformed(path: Path, found: str, expected: str = AN_OBJECT) -> MalformedState:
    return MalformedState(f"{path} is malformed: {found}; expected {expected}")


DEFAULTS: Fields = {
    "max_reviews": DEFAULT_MAX_REVIEWS,
    "current_task": None,
    "review_model": ReviewModel.OPUS.value,
    "consecutive_clean": 0,
}
"""The defaults of missing fields. The others are required, because `null` has a meaning there."""


def cycle_of(fields: Fields, path: Path) -> ReviewCycle:
    """Return the reviews from the fields of a file. Raises `MalformedState`, which names the file.

    `max_reviews` may be negative: that is malformed only for a stop, and a person may correct it.
    """
    given = DEFAULTS | fields
    for name, (fits, expected) in EXPECTED.items():
        if name not in given:
            raise _malformed(path, f"it has no {name}", f"{expected}: add the field")
        if not fits(given[name]):
            found = f"its {name} is {_shown(given[name])}"
            raise _malformed(path, found, f"{expected}: correct the field")
    known = {name: given[name] for name in EXPECTED}
    if _is_number(known["current_task"]):  # STA-2.9
        known["current_task"] = str(known["current_task"])
    return ReviewCycle(**(known | {"review_model": model_of(given["review_model"])}))


def model_of(name: str) -> ReviewModel:
    """Return the model that a name counts as (STA-3.5)."""
    is_sonnet = ReviewModel.SONNET in name.casefold()
    return ReviewModel.SONNET if is_sonnet else ReviewModel.OPUS


def updated(fields: Fields, cycle: ReviewCycle) -> Fields:
    """Return the fields of a file, updated by the reviews. Unknown fields and the order stay.

    A task that is a number stays one (STA-1.6).
    """
    now = asdict(cycle)
    task = fields.get("current_task")
    if _is_number(task) and str(task) == cycle.current_task:
        now["current_task"] = task
    return fields | now


def _is_number(value: Any) -> bool:
    return is_whole(value) or isinstance(value, SourceNumber)


def _is_count(value: Any) -> bool:
    return is_whole(value) and value >= 0


def _is_text_or_null(value: Any) -> bool:
    return value is None or isinstance(value, str)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:60] + "..."


EXPECTED: dict[str, tuple[Callable[[Any], bool], str]] = {
    "max_reviews": (is_whole, "a whole number from 0"),
    "current_task": (
        lambda value: _is_text_or_null(value) or _is_number(value),
        "a string, a number or null",
    ),
    "phase": (lambda value: isinstance(value, str), "a text"),
    "phase_iteration": (
        lambda value: value is None or _is_count(value),
        "a whole number from 0, or null",
    ),
    "next_phase": (_is_text_or_null, "a string or null"),
    "review_model": (
        lambda value: isinstance(value, str),
        "a string: one of " + ", ".join(ReviewModel),
    ),
    "consecutive_clean": (_is_count, "a whole number from 0"),
}
