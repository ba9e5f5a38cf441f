"""Lexing a shell command: one sentence of the command format per line of a table."""

import re
from dataclasses import dataclass
from enum import Enum, auto

from spec.formats.shell_operators import CONTROL_OPERATORS, REDIRECTIONS


class PieceKind(Enum):
    """The kinds of pieces."""

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

    kind: PieceKind
    text: str


_OPERATOR = "|".join(
    re.escape(sign) for sign in sorted((*CONTROL_OPERATORS, *REDIRECTIONS), key=len, reverse=True)
)
_ARITHMETIC = (
    (r"\$\(\([\s\S]*?\)\)", PieceKind.LITERAL_PART),
    (r"\$\(\([\s\S]*", PieceKind.UNCLOSED_PART),
)
_COMMENT = (r"#[^\n]*", PieceKind.SPACE)
_BEFORE_WORD = (
    (r"\\\n", PieceKind.SPACE),
    (r"\\[\s\S]", PieceKind.PART),
    (r"\\", PieceKind.LITERAL_PART),
    (r"'[^']*'", PieceKind.PART),
    (r"'[\s\S]*", PieceKind.UNCLOSED_PART),
    (r'"', PieceKind.DOUBLE_QUOTE),
    *_ARITHMETIC,
    (r"[$<>]\(", PieceKind.OPENING),
    (r"`", PieceKind.BACKQUOTE),
    (r"\)", PieceKind.PARENTHESIS),
    _COMMENT,
    (_OPERATOR, PieceKind.OPERATOR),
    (r"[ \t\r]+", PieceKind.SPACE),
    (r"[\w./=:,+-]+|[\s\S]", PieceKind.PART),
)
_IN_QUOTES = (
    (r"\\[\s\S]", PieceKind.PART),
    *_ARITHMETIC,
    (r"\$\(", PieceKind.OPENING),
    (r"`", PieceKind.BACKQUOTE),
    (r'"', PieceKind.DOUBLE_QUOTE),
    (r'[^\\$`"]+|[\s\S]', PieceKind.PART),
)


class LexicalContext(Enum):
    """Where something is read, with the sentences that apply there, the first ones first."""

    BEFORE_WORD = _BEFORE_WORD
    IN_WORD = tuple(line for line in _BEFORE_WORD if line != _COMMENT)
    IN_QUOTES = _IN_QUOTES

    def __init__(self, *lines: tuple[str, PieceKind]) -> None:
        self.pattern = re.compile("|".join(f"({pattern})" for pattern, _ in lines))
        self.kinds = tuple(kind for _, kind in lines)


def piece_at(text: str, position: int, context: LexicalContext) -> Piece:
    """Return the piece that starts at a position before the end of the text."""
    match = context.pattern.match(text, position)
    assert match, "the last sentence takes any character"
    assert match.lastindex, "every sentence is a group"
    return Piece(context.kinds[match.lastindex - 1], match.group())
