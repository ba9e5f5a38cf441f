"""Lines: JSON objects, one on each line, parsed and written without looking at what they mean."""

import json
import re

from impl.json_text import parse_json
from spec.formats.messages import Message

SHOWN = 200
"""The most characters of a bad message that are shown."""


ESCAPED_HALF = re.compile(r"\\u[dD][89a-fA-F]")
HALF = re.compile("[\ud800-\udfff]")
"""Half of a character, which JSON can escape, and which is no text."""


class BadMessage(Exception):
    """A line that is no message: the line, the place in it, and what was expected there."""


def parsed(line: str, *, shows_halves: bool = False) -> Message:
    """Return a line as a JSON object; raise `BadMessage` if it is something else.

    Half of a character is refused, or shown as its escape: what a program replies is to be kept.
    """
    try:
        message = parse_json(line)
    except ValueError as error:
        raise BadMessage(f"{excerpt(line)} is not JSON ({error}); expected one object") from error
    if not isinstance(message, dict):
        raise BadMessage(f"{excerpt(line)} is not an object; expected one like {{...}}")
    if ESCAPED_HALF.search(line) and HALF.search(text := json.dumps(message, ensure_ascii=False)):
        if not shows_halves:
            raise BadMessage(f"{excerpt(line)} has half of a character, such as U+D83D, in a text")
        shown: Message = json.loads(HALF.sub(lambda found: f"\\\\u{ord(found[0]):04x}", text))
        return shown
    return message


def written(message: Message) -> str:
    """Return a message as a line without its end, in ASCII, so that it survives any encoding."""
    return json.dumps(message, ensure_ascii=True, separators=(",", ":"))


def excerpt(value: object) -> str:
    """Return the beginning of a line or value, quoted."""
    line = value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))
    line = line.rstrip("\n")
    return repr(line if len(line) <= SHOWN else f"{line[:SHOWN]}...")
