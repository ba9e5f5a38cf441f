"""Parsing a shell command into levels of words and operators (command format)."""

from dataclasses import dataclass

from model.shell.lexer import LexicalContext, Piece, PieceKind, piece_at
from spec.formats.shell_operators import HERE_DOCUMENTS


@dataclass(frozen=True, slots=True)
class ShellWord:
    """A word: the text from `start` up to `end`.

    `literal` says that its value is its text, with all quotes and backslashes. The text is sliced
    only on demand: words contain words, and may be long.
    """

    text: str
    start: int
    end: int
    literal: bool

    @property
    def written(self) -> str:
        """The text of the word."""
        return self.text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Operator:
    """An operator, and where it starts."""

    sign: str
    start: int


Token = ShellWord | Operator
CommandLevel = tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class ParsedText:
    """The level of the text, those of its substitutions, and what AGT-1 checks."""

    levels: tuple[CommandLevel, ...]
    unclosed: bool
    here_document: bool


def parse(text: str) -> ParsedText:
    """Parse a text in one pass. Every text can be parsed."""
    parser = Parser(text)
    while parser.position < parser.end:
        parser.take(piece_at(text, parser.position, parser.open[-1].context()))
    return parser.finish()


class OpenLevel:
    """A level that is being parsed, and its current word, if any.

    Double quotes are a level without words: their contents are part of the word around them.
    """

    def __init__(self, opener: PieceKind | None) -> None:
        self.opener = opener
        self.tokens: list[Token] = []
        self.word_start: int | None = None
        self.literal = False
        self.parentheses = 0

    def context(self) -> LexicalContext:
        """Return where the next piece is read."""
        if self.opener is PieceKind.DOUBLE_QUOTE:
            return LexicalContext.IN_QUOTES
        return LexicalContext.BEFORE_WORD if self.word_start is None else LexicalContext.IN_WORD

    def end_word(self, text: str, end: int) -> None:
        """End the current word, if any."""
        if self.word_start is not None:
            self.tokens.append(ShellWord(text, self.word_start, end, self.literal))
        self.word_start, self.literal = None, False

    def is_closed_by(self, kind: PieceKind) -> bool:
        """Return whether a piece of a kind closes the level."""
        if kind is PieceKind.PARENTHESIS:
            return self.opener is PieceKind.OPENING and self.parentheses == 0
        return kind is self.opener and kind is not PieceKind.OPENING


class Parser:
    """The parser of a text. `open` are the levels around the position, the innermost last."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.end = len(text)
        self.open = [OpenLevel(None)]
        self.levels = [self.open[0]]
        self.unclosed = self.here_document = False

    def take(self, piece: Piece) -> None:
        """Consume the piece at the position."""
        level = self.open[-1]
        if level.is_closed_by(piece.kind):
            level.end_word(self.text, self.position)
            self.open.pop()
        elif piece.kind is PieceKind.SPACE:
            level.end_word(self.text, self.position)
        elif piece.kind in (PieceKind.OPERATOR, PieceKind.PARENTHESIS):
            level.end_word(self.text, self.position)
            self.take_operator(level, piece.text)
        else:
            self.take_part(level, piece.kind)
        self.position += len(piece.text)

    def take_operator(self, level: OpenLevel, sign: str) -> None:
        """Add an operator to its level; after a here-document, a newline ends the text instead."""
        if sign == "\n" and self.here_document:
            self.end = self.position
            return
        level.tokens.append(Operator(sign, self.position))
        level.parentheses += {"(": 1, ")": -1}.get(sign, 0)
        self.here_document = self.here_document or sign in HERE_DOCUMENTS

    def take_part(self, level: OpenLevel, kind: PieceKind) -> None:
        """Start or continue a word, and open the level that the piece opens, if any."""
        owner = self.open[-2] if level.opener is PieceKind.DOUBLE_QUOTE else level
        if owner.word_start is None:
            owner.word_start = self.position
        owner.literal = owner.literal or kind not in (PieceKind.PART, PieceKind.DOUBLE_QUOTE)
        self.unclosed = self.unclosed or kind is PieceKind.UNCLOSED_PART
        if kind in (PieceKind.DOUBLE_QUOTE, PieceKind.BACKQUOTE, PieceKind.OPENING):
            self.open.append(OpenLevel(kind))
        if kind in (PieceKind.BACKQUOTE, PieceKind.OPENING):
            self.levels.append(self.open[-1])

    def finish(self) -> ParsedText:
        """End all open levels; unless a here-document ended the text, they are unclosed."""
        for level in self.open:
            level.literal = level.literal or level is not self.open[-1]
            level.end_word(self.text, self.end)
        never_closed = len(self.open) > 1 and self.end == len(self.text)
        levels = tuple(tuple(level.tokens) for level in self.levels)
        return ParsedText(levels, self.unclosed or never_closed, self.here_document)
