"""Lines: JSON objects, one on each line, parsed and written without looking at what they mean."""

import json

from impl.json_text import parse_json
from spec.formats.messages import Message

SHOWN = 200
"""The most characters of a bad message that are shown."""


class BadMessage(Exception):
    """A line that is no message: the line, the place in it, and what was expected there."""


def parsed(line: str) -> Message:
    """Return a line as a JSON object; raise `BadMessage` if it is something else."""
    try:
        message = parse_json(line)
    except ValueError as error:
        raise BadMessage(f"{excerpt(line)} is not JSON ({error}); expected one object") from error
    if not isinstance(message, dict):
        raise BadMessage(f"{excerpt(line)} is not an object; expected one like {{...}}")
    return message


def written(message: Message) -> str:
    """Return a message as a line without its end, in ASCII, so that it survives any encoding."""
    return json.dumps(message, ensure_ascii=True, separators=(",", ":"))


def excerpt(value: object) -> str:
    """Return the beginning of a line or value, quoted."""
    line = value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))
    line = line.rstrip("\n")
    return repr(line if len(line) <= SHOWN else f"{line[:SHOWN]}...")
