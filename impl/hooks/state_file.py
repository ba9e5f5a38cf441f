"""A JSON object in a file that is replaced as a whole, so that nobody ever reads half of it."""

import json
import os
import re
import secrets
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

Fields = dict[str, Any]
"""What the file holds, in the order in which it stands there."""


LONGEST_WHOLE_NUMBER = 1_000
"""How many characters a whole number has at most that is made a number: Python has a limit."""


@dataclass(frozen=True, slots=True)
class SourceNumber:
    """A number that no known field can hold, as it stands in the file: it is written back so."""

    text: str

    def __repr__(self) -> str:
        """Show it as it stands in the file."""
        return self.text


class MalformedState(Exception):
    """The file is there and is not what it must be: says what was found and what to do."""


def read(path: Path) -> Fields | None:
    """Read the object in a file; none if there is no file. Raises `MalformedState`.

    Numbers are `int` if they are written as whole ones of usual length, else `SourceNumber`.
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):  # opening a pipe would wait for ever
            raise _malformed(path, "it is no ordinary file")
        text = path.read_bytes().decode("utf-8")
        found = json.loads(
            text, parse_float=SourceNumber, parse_int=_whole, parse_constant=_no_number
        )
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _malformed(path, f"it cannot be read ({error.strerror})") from error
    except (ValueError, RecursionError) as error:
        raise _malformed(path, f"it is no JSON in UTF-8 ({error})") from error
    if not isinstance(found, dict):
        raise _malformed(path, f"it holds no object but {type(found).__name__}")
    return found


def replace(path: Path, fields: Fields) -> None:
    """Replace the file by one that holds these fields; the caller keeps other writers away.

    Whoever reads meanwhile reads the earlier file or the new one. A process that is killed on the
    way leaves a temporary file behind at most, which the next one overwrites. Raises `OSError`.
    """
    temporary = path.with_name(f".{path.name}.tmp")
    _write_durably(temporary, _encode(fields), mode=path.stat().st_mode if path.exists() else None)
    os.replace(temporary, path)
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)  # the new name, too, survives a loss of power
    finally:
        os.close(folder)


def _write_durably(path: Path, content: bytes, mode: int | None) -> None:
    """Write a file that nobody else knows of, down to the disk, with the permissions given."""
    # Never through a link that somebody has put there.
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        if mode is not None:
            os.fchmod(descriptor, stat.S_IMODE(mode))
        while content:
            content = content[os.write(descriptor, content) :]
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _encode(fields: Fields) -> bytes:
    try:
        return _dump(fields, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:  # half a character, which JSON can only name
        return _dump(fields, ensure_ascii=True).encode("ascii")


def _dump(fields: Fields, *, ensure_ascii: bool) -> str:
    # JSON's writer has no way to write a number as it stands: it writes a text that nobody else
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
        "correct it by hand, or remove it to go on without reviews"
    )
