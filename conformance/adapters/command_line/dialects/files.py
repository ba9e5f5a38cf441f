"""Files of dialects, and the template for a new one."""

import re
from collections.abc import Sequence
from importlib.resources import files
from itertools import islice
from pathlib import Path

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from conformance.adapters.command_line.dialects.dialect import Dialect
from conformance.protocol.tags import wording
from conformance.protocol.toml_text import parse_toml
from conformance.protocol.usage import UsageError

HINT = "'planspec dialect' prints a template with every key"


class DialectError(UsageError):
    """A file that is no dialect: the key that is wrong, and what was expected."""


def template() -> str:
    """Return a dialect that differs in nothing, with every key explained."""
    return files(__package__).joinpath("template.toml").read_text(encoding="utf-8")


def read_dialect(file: Path) -> Dialect:
    """Read a dialect. Raises `DialectError` that names every key that is wrong, and its line."""
    try:
        text = file.read_text(encoding="utf-8")
        return Dialect.model_validate(parse_toml(text))
    except OSError as error:
        raise DialectError(f"{file}: {error.strerror}; {HINT}") from error
    except ValidationError as error:
        problems = [problem_text(each, text) for each in error.errors(include_url=False)]
        raise DialectError("\n  ".join([f"{file}; {HINT}", *problems])) from error
    except ValueError as error:
        raise DialectError(f"{file} is not TOML: {error}; {HINT}") from error


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
