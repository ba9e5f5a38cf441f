"""Spellings: the same message as other lines of JSON, which mean the same to a right reader."""

import json
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


def spaced(message: Message) -> str:
    """Return a message with white space of all kinds between its tokens, and around it."""
    return f" \t{json.dumps(message, separators=(' ,' + chr(9), '  : '))} \t\r"


def unescaped(message: Message) -> str:
    """Return a message in UTF-8, with as few escapes as there can be."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


def escaped(message: Message) -> str:
    """Return a message with every character of its texts and names escaped."""
    return _written(message, lambda text: "".join(map(_escape, text)))


def solidus(message: Message) -> str:
    """Return a message with capital digits in its escapes, and slashes escaped."""

    def change(text: str) -> str:
        return "".join("\\/" if each == "/" else _plain(each) for each in text)

    return _written(message, change)


def backwards(message: Message) -> str:
    """Return a message with its fields in the opposite order."""
    return json.dumps(_reversed(message), separators=(",", ":"))


def extended(message: Message) -> str:
    """Return a message with unknown fields, in its objects too."""
    return json.dumps(_extended(message), separators=(",", ":"))


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


def _written(value: Any, change: Callable[[str], str]) -> str:
    if isinstance(value, str):
        return f'"{change(value)}"'
    if isinstance(value, list):
        return f"[{','.join(_written(each, change) for each in value)}]"
    if isinstance(value, dict):
        parts = (
            f"{_written(name, change)}:{_written(each, change)}" for name, each in value.items()
        )
        return f"{{{','.join(parts)}}}"
    return json.dumps(value)


def _reversed(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _reversed(value[name]) for name in reversed(value)}
    return [*map(_reversed, value)] if isinstance(value, list) else value


def _extended(value: Any) -> Any:
    if isinstance(value, dict):
        return EXTRA | {name: _extended(each) for name, each in value.items()}
    return [*map(_extended, value)] if isinstance(value, list) else value
