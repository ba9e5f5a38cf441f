"""What is read at a place of a shell command: one sentence of the command format per line."""

import re
from dataclasses import dataclass
from enum import Enum, auto

from spec.formats.shell_operators import CONTROL_OPERATORS, REDIRECTIONS


class Kind(Enum):
    """What a piece of a command does."""

    SPACE = auto()
    OPERATOR = auto()
    PART = auto()
    LITERAL_PART = auto()
    """A part of a word that makes the word's value what is written."""
    UNCLOSED_PART = auto()
    DOUBLE_QUOTE = auto()
    BACKQUOTE = auto()
    OPENING = auto()
    """`$(`, `<(` or `>(`."""
    PARENTHESIS = auto()
    """A `)`, which closes the level or is an operator."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a command, never empty."""

    kind: Kind
    text: str


_OPERATOR = "|".join(
    re.escape(sign) for sign in sorted((*CONTROL_OPERATORS, *REDIRECTIONS), key=len, reverse=True)
)
_ARITHMETIC = (
    (r"\$\(\([\s\S]*?\)\)", Kind.LITERAL_PART),
    (r"\$\(\([\s\S]*", Kind.UNCLOSED_PART),
)
_COMMENT = (r"#[^\n]*", Kind.SPACE)
_BEFORE_WORD = (
    (r"\\\n", Kind.SPACE),
    (r"\\[\s\S]", Kind.PART),
    (r"\\", Kind.LITERAL_PART),
    (r"'[^']*'", Kind.PART),
    (r"'[\s\S]*", Kind.UNCLOSED_PART),
    (r'"', Kind.DOUBLE_QUOTE),
    *_ARITHMETIC,
    (r"[$<>]\(", Kind.OPENING),
    (r"`", Kind.BACKQUOTE),
    (r"\)", Kind.PARENTHESIS),
    _COMMENT,
    (_OPERATOR, Kind.OPERATOR),
    (r"[ \t\r]+", Kind.SPACE),
    (r"[\w./=:,+-]+|[\s\S]", Kind.PART),
)
_IN_QUOTES = (
    (r"\\[\s\S]", Kind.PART),
    *_ARITHMETIC,
    (r"\$\(", Kind.OPENING),
    (r"`", Kind.BACKQUOTE),
    (r'"', Kind.DOUBLE_QUOTE),
    (r'[^\\$`"]+|[\s\S]', Kind.PART),
)


class Place(Enum):
    """Where something is read, with the sentences that apply there, the first ones first."""

    BEFORE_WORD = _BEFORE_WORD
    IN_WORD = tuple(line for line in _BEFORE_WORD if line != _COMMENT)
    IN_QUOTES = _IN_QUOTES

    def __init__(self, *lines: tuple[str, Kind]) -> None:
        self.pattern = re.compile("|".join(f"({pattern})" for pattern, _ in lines))
        self.kinds = tuple(kind for _, kind in lines)


def piece_at(text: str, position: int, place: Place) -> Piece:
    """Read the piece that begins at a position before the end of the text."""
    match = place.pattern.match(text, position)
    assert match, "the last sentence takes any character"
    assert match.lastindex, "every sentence is a group"
    return Piece(place.kinds[match.lastindex - 1], match.group())
