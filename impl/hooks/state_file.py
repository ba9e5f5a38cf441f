"""A JSON object in a file that is replaced atomically, so that no reader sees half of it."""

import json
import os
import re
import secrets
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from impl.files import temporary_name, write_durably
from impl.json_text import parse_json

Fields = dict[str, Any]
"""The fields of the file, in their order."""


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
    temporary = temporary_name(path)
    write_durably(temporary, _encode(fields), mode=path.stat().st_mode if path.exists() else None)
    os.replace(temporary, path)
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)  # so that the new name survives a power failure too
    finally:
        os.close(folder)


def _encode(fields: Fields) -> bytes:
    try:
        return _dump(fields, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:  # a lone surrogate, which JSON can only escape
        return _dump(fields, ensure_ascii=True).encode("ascii")


def _dump(fields: Fields, *, ensure_ascii: bool) -> str:
    # `json` cannot write a number verbatim: it writes a string that nobody else
    # can have written, and that is replaced.
    mark = secrets.token_hex(16)

    def marked(value: object) -> str:
        if isinstance(value, SourceNumber):
            return mark + value.text
        raise TypeError(f"{value!r} is not JSON")

    text = json.dumps(fields, indent=2, ensure_ascii=ensure_ascii, default=marked)
    return re.sub(f'"{mark}([^"]*)"', r"\1", text) + "\n"


def _whole(number: str) -> int | SourceNumber:
    return int(number) if len(number) <= LONGEST_WHOLE_NUMBER else SourceNumber(number)


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number")


def _malformed(path: Path, found: str) -> MalformedState:
    return MalformedState(
        f"{path} is malformed: {found}; expected a JSON object with the state of the reviews: "
        "correct it by hand, or remove it to continue without reviews"
    )
