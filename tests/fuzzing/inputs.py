"""Hostile input: words for arguments and variables, and files that are nearly what is expected."""

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

from hypothesis import strategies as st

from tests.fuzzing.calls import Content, Form

MANY_DIGITS = "9" * 5_000
"""More digits than Python converts."""
DEEP = 5_000

NUMBERS = st.just(MANY_DIGITS) | st.sampled_from(
    (
        *("0", "-1", "007", "1e9", "nan", "inf", "1_000", "１２", "²", "9" * 20, "1:completed"),
        *(f"{MANY_DIGITS}:open", f"1:{MANY_DIGITS}", "²:open", "0:open", ":", "1:"),
    )
)
UNDECODABLE = st.sampled_from(("\udc80", "a\udcffb"))
ODD = st.sampled_from(
    (
        *("", " ", "-", "--", "---", "#", ".", "..", "=", "~", "{prompt}", "%(prog)s", "%s"),
        *("\ufeff", "\u202e", "a\rb", "a\nb", "\x1b[31m", "\x7f", "é" * 300, "x" * 5_000),
        *("x/" * 2_500, "plans", "plans/bridge.md", "plans/bridge.md/x", "review.json"),
    )
)
# Without slashes, nothing outside of the folder of a call is named.
RANDOM = st.text(st.characters(exclude_characters="/\0", codec="utf-8"), max_size=12)
WORDS = NUMBERS | UNDECODABLE | ODD | RANDOM


def nested(depth: int) -> str:
    """Return arrays in arrays."""
    return "[" * depth + "]" * depth


DEEP_ARRAY = nested(DEEP)
DEEP_OBJECT = '{"a":' * DEEP + "1" + "}" * DEEP
VALUES = st.sampled_from(
    (
        *("null", "true", "0", "-1", '""', "[]", "{}", '"\\ud800"', '"\\u0000"', '"a\\rb"'),
        *("NaN", "-Infinity", "1e999", "1.5", MANY_DIGITS, f"-{MANY_DIGITS}", "1" * 25),
        *("2026-01-01", DEEP_ARRAY, DEEP_OBJECT, '"\\u001b[31m"', "[[]]", f'"{"x" * 10_000}"'),
        *map(nested, (200, 400, 900, 950, 984, 990)),
    )
)
"""Values as the text of JSON, or nearly."""

FORMS = st.sampled_from(Form)
WHOLE = st.sampled_from(
    (
        *(b"", b"\0", b"\r", b"\n" * 1_000, b"\xff\xfe", b"\xef\xbb\xbf", b"null", b"[]", b"{}"),
        *(DEEP_ARRAY.encode(), DEEP_OBJECT.encode(), MANY_DIGITS.encode(), b"x" * 1_000_000),
        *(b"a = " + DEEP_ARRAY.encode(), b"> " * DEEP, b"- " * DEEP, b"#" * DEEP, b"[[" * DEEP),
        b"a" + b".a" * DEEP + b" = 1",
        b"a = " + b"{a = " * DEEP + b"1" + b"}" * DEEP,
        b"n = " + MANY_DIGITS.encode(),
    )
) | st.binary(max_size=30)


@cache
def contents(valid: bytes) -> st.SearchStrategy[Content]:
    """Return a strategy for what may stand in place of a valid file."""
    kinds = [WHOLE, FORMS, damaged(valid)]
    if values_in(valid):
        kinds += [with_other_value(valid)] * 2
    return st.one_of(kinds)


@st.composite
def damaged(draw: st.DrawFn, valid: bytes) -> bytes:
    """Draw a file that was damaged as editors, transfers and full disks damage files."""
    place = draw(st.integers(0, len(valid)))
    start, end = valid[:place], valid[place:]
    inserted = draw(st.sampled_from((b"\0", b"\xff", b"\r", b"\x1b[2J", b"\xed\xa0\x80", b"'")))
    return draw(
        st.sampled_from(
            (
                start,
                start + inserted + end,
                start + end[1:],
                b"\xef\xbb\xbf" + valid,
                valid.replace(b"\n", b"\r\n"),
                valid.replace(b"\n", b"\r"),
                valid.decode("utf-8", "replace").encode("utf-16"),
                valid * 50,
            )
        )
    )


@st.composite
def with_other_value(draw: st.DrawFn, valid: bytes) -> bytes:
    """Draw a JSON document, or lines of them, in which one value is another."""
    lines = json_lines(valid)
    number = draw(st.integers(0, len(lines) - 1))
    place = draw(st.sampled_from(places(lines[number])))
    mark = "the other value"
    texts = [json.dumps(line) for line in lines]
    texts[number] = json.dumps(replaced(lines[number], place, mark))
    return "\n".join(texts).replace(json.dumps(mark), draw(VALUES)).encode()


def values_in(valid: bytes) -> bool:
    """Return whether a file is JSON, or has lines of it."""
    return bool(json_lines(valid))


def json_lines(valid: bytes) -> list[Any]:
    """Return the one value in a file, or those of its lines, or nothing if it is not JSON."""
    try:
        return [json.loads(valid)]
    except ValueError:
        pass
    try:
        return [json.loads(line) for line in valid.splitlines()]
    except ValueError:
        return []


def places(value: Any) -> list[tuple[str | int, ...]]:
    """Return the paths of all values in a value, its own among them."""
    found: list[tuple[str | int, ...]] = [()]
    children: Sequence[tuple[str | int, Any]] = ()
    if isinstance(value, dict):
        children = list(value.items())
    elif isinstance(value, list):
        children = list(enumerate(value))
    return found + [(key, *path) for key, child in children for path in places(child)]


def replaced(value: Any, path: tuple[str | int, ...], other: object) -> Any:
    """Return a value in which the one at a path is another."""
    if not path:
        return other
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = replaced(copy[path[0]], path[1:], other)  # type: ignore[index]
    return copy
