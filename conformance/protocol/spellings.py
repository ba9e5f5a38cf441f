"""Spellings: the same message as other lines of JSON, which mean the same to a right reader."""

import json
import re
from collections.abc import Callable
from typing import Any

from spec.formats.messages import Message

FILLING = "\u2713\u00e9\U0001f600"
"""Characters of several bytes, so that the end of a buffer divides one of them."""
LONG = 100_000
"""Characters of a very long line: more than a buffer or a pipe takes at once."""
VERY_LONG = "a very long line"
"""The spelling that a program may not be able to read, and that is then sent no more."""
EXTRA: dict[str, Any] = {
    "later": {"plan": "another", "list": [1, None, True, {"now": 0}], "text": '}{"now":-1,'},
    "x-now": 1,
}
"""Fields that this version of the protocol does not know."""
TEXT = re.compile(r'"(?:[^"\\]|\\.)*"')
"""A text or a name in JSON."""


def spaced(message: Message) -> str:
    """Return a message with white space of all kinds between its tokens, and around it."""
    return f" \t{json.dumps(message, separators=(' ,' + chr(9), '  : '))} \t\r"


def unescaped(message: Message) -> str:
    """Return a message in UTF-8, with as few escapes as there can be."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


def escaped(message: Message) -> str:
    """Return a message with every character of its texts and names escaped."""
    return _written(message, _escape)


def solidus(message: Message) -> str:
    """Return a message with capital digits in its escapes, and slashes escaped."""
    return _written(message, lambda each: "\\/" if each == "/" else _plain(each))


def backwards(message: Message) -> str:
    """Return a message with its fields in the opposite order."""
    text = json.dumps(message)
    reverse = json.loads(text, object_pairs_hook=lambda pairs: dict(reversed(pairs)))
    return json.dumps(reverse, separators=(",", ":"))


def extended(message: Message) -> str:
    """Return a message with unknown fields, in its objects too."""
    more = json.loads(json.dumps(message), object_hook=lambda fields: EXTRA | fields)
    return json.dumps(more, separators=(",", ":"))


def long(message: Message) -> str:
    """Return a message as a very long line in UTF-8."""
    filling = FILLING * (LONG // len(FILLING))
    return unescaped({"later": filling, **message, "latest": filling})


SPELLINGS: dict[str, Callable[[Message], str]] = {
    "white space between tokens": spaced,
    "UTF-8 without escapes": unescaped,
    "every character escaped": escaped,
    "escaped slashes and capital digits": solidus,
    "fields in another order": backwards,
    "unknown fields": extended,
    VERY_LONG: long,
}
"""How lines are spelled, by a name."""


def _escape(character: str) -> str:
    units = character.encode("utf-16-be").hex().upper()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


def _plain(character: str) -> str:
    is_plain = " " <= character <= "~" and character not in '"\\'
    return character if is_plain else _escape(character)


def _written(message: Message, change: Callable[[str], str]) -> str:
    """Return a message with every character of its texts and names changed."""

    def changed(found: re.Match[str]) -> str:
        return f'"{"".join(map(change, json.loads(found[0])))}"'

    return TEXT.sub(changed, unescaped(message))
