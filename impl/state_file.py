"""A JSON object in a file that is replaced as a whole, so that nobody ever reads half of it."""

import json
import math
import os
import stat
from pathlib import Path
from typing import Any, NoReturn

Fields = dict[str, Any]
"""What the file holds, in the order in which it stands there."""


class MalformedState(Exception):
    """The file is there and is not what it must be: says what was found and what to do."""


def read(path: Path) -> Fields | None:
    """Read the object in a file; none if there is no file. Raises `MalformedState`."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):  # opening a pipe would wait for ever
            raise _malformed(path, "it is no ordinary file")
        text = path.read_bytes().decode("utf-8")
        found = json.loads(text, parse_float=_finite, parse_constant=_no_number)
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
    text = json.dumps(fields, indent=2, ensure_ascii=False) + "\n"
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:  # half a character, which JSON can only name
        return (json.dumps(fields, indent=2) + "\n").encode("ascii")


def _finite(number: str) -> float:
    """Refuse a number that would be written back as a word."""
    value = float(number)
    if math.isinf(value):
        raise ValueError(f"{number} is too large")
    return value


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number")


def _malformed(path: Path, found: str) -> MalformedState:
    return MalformedState(
        f"{path} is malformed: {found}; expected a JSON object with the state of the reviews: "
        "correct it by hand, or remove it to go on without reviews"
    )
