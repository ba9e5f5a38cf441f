"""TOML files that people write, however malformed: what is wrong is named with its line."""

import re
import tomllib
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from conformance.protocol.operations import adapter
from conformance.protocol.tags import wording
from conformance.protocol.usage import UsageError
from impl.json_text import plain_errors, require_shallow

Read = TypeVar("Read")


def read_toml(file: Path, kind: type[Read], hint: str) -> tuple[Read, str]:
    """Read a file as an object of a class, and return its text too.

    Raises `UsageError` that names every key that is wrong, and its line; `hint` says how to write
    such a file.
    """
    try:
        text = file.read_text(encoding="utf-8")
        read: Read = adapter(kind).validate_python(parse_toml(text))
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror}; {hint}") from error
    except ValidationError as error:
        problems = [problem_text(each, text) for each in error.errors(include_url=False)]
        raise UsageError("\n  ".join([f"{file}; {hint}", *problems])) from error
    except ValueError as error:
        raise UsageError(f"{file} is not TOML: {error}; {hint}") from error
    return read, text


def parse_toml(text: str) -> dict[str, Any]:
    """Parse TOML. Raises `ValueError` if that is not possible."""
    with plain_errors():
        value = tomllib.loads(text)
    require_shallow(value)
    return value


def problem_text(problem: ErrorDetails, text: str) -> str:
    """Return what is wrong with a key, and in which line; entries are counted from 1."""
    place = [part for part in problem["loc"] if part not in ("[key]", "str", "literal[False]")]
    named = ".".join(f"{part + 1}" if isinstance(part, int) else _quoted(part) for part in place)
    return f"line {line_of(place, text)}, {named}: {wording(problem)}"


def line_of(place: Sequence[int | str], text: str) -> int:
    """Return the line of a key, or the last line on the way to it that can be found."""
    lines, found = text.splitlines(), -1
    for part, following in zip(place, [*place[1:], ""], strict=True):
        if isinstance(part, str):
            header = re.compile(rf"\s*\[*\s*[\"']?{re.escape(part)}[\"']?\s*[]=.]")
            matching = (n for n, line in enumerate(lines) if n > found and header.match(line))
            entry = following if isinstance(following, int) else 0
            found = next(islice(matching, entry, None), found)
    return found + 1


def _quoted(part: str) -> str:
    return part if part.isidentifier() else f'"{part}"'
