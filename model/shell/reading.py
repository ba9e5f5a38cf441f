"""Reading a shell command: its levels, and the words and operators of each (command format)."""

from dataclasses import dataclass

from model.shell.pieces import Kind, Piece, Place, piece_at
from spec.formats.shell_operators import HERE_DOCUMENTS


@dataclass(frozen=True, slots=True)
class Word:
    """A word: what stands from `start` up to `end` in the text.

    `literal` says that its value is what is written, with all quotes and backslashes. A word is
    cut out of the text only when it is asked for: words stand in words, and may be long.
    """

    text: str
    start: int
    end: int
    literal: bool

    @property
    def written(self) -> str:
        """What is written."""
        return self.text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Operator:
    """An operator, and where it begins."""

    sign: str
    start: int


Token = Word | Operator
Level = tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """The level of the text, then that of every substitution; and what AGT-1 asks about them."""

    levels: tuple[Level, ...]
    unclosed: bool
    here_document: bool


def read(text: str) -> Reading:
    """Read a text once, from its beginning to its end. Every text can be read."""
    reader = Reader(text)
    while reader.position < reader.end:
        reader.take(piece_at(text, reader.position, reader.open[-1].place()))
    return reader.finish()


class OpenLevel:
    """A level that is being read, and the word in it that is being read, if any.

    Double quotes are a level without words: what stands in them is part of the word around them.
    """

    def __init__(self, opener: Kind | None) -> None:
        self.opener = opener
        self.tokens: list[Token] = []
        self.word_start: int | None = None
        self.literal = False
        self.parentheses = 0

    def place(self) -> Place:
        """Say where the next piece is read."""
        if self.opener is Kind.DOUBLE_QUOTE:
            return Place.IN_QUOTES
        return Place.BEFORE_WORD if self.word_start is None else Place.IN_WORD

    def end_word(self, text: str, end: int) -> None:
        """End the word that is being read, if any."""
        if self.word_start is not None:
            self.tokens.append(Word(text, self.word_start, end, self.literal))
        self.word_start, self.literal = None, False

    def is_closed_by(self, kind: Kind) -> bool:
        """Tell whether a piece of a kind closes the level."""
        if kind is Kind.PARENTHESIS:
            return self.opener is Kind.OPENING and self.parentheses == 0
        return kind is self.opener and kind is not Kind.OPENING


class Reader:
    """A run through a text. `open` are the levels around the position, the innermost last."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.end = len(text)
        self.open = [OpenLevel(None)]
        self.levels = [self.open[0]]
        self.unclosed = self.here_document = False

    def take(self, piece: Piece) -> None:
        """Take the piece at the position, and go on behind it."""
        level = self.open[-1]
        if level.is_closed_by(piece.kind):
            level.end_word(self.text, self.position)
            self.open.pop()
        elif piece.kind is Kind.SPACE:
            level.end_word(self.text, self.position)
        elif piece.kind in (Kind.OPERATOR, Kind.PARENTHESIS):
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

    def take_part(self, level: OpenLevel, kind: Kind) -> None:
        """Begin a word or go on with it, and open the level that the piece opens, if any."""
        owner = self.open[-2] if level.opener is Kind.DOUBLE_QUOTE else level
        if owner.word_start is None:
            owner.word_start = self.position
        owner.literal = owner.literal or kind not in (Kind.PART, Kind.DOUBLE_QUOTE)
        self.unclosed = self.unclosed or kind is Kind.UNCLOSED_PART
        if kind in (Kind.DOUBLE_QUOTE, Kind.BACKQUOTE, Kind.OPENING):
            self.open.append(OpenLevel(kind))
        if kind in (Kind.BACKQUOTE, Kind.OPENING):
            self.levels.append(self.open[-1])

    def finish(self) -> Reading:
        """End what is still open; unless a here-document ended the text, it is unclosed."""
        for level in self.open:
            level.literal = level.literal or level is not self.open[-1]
            level.end_word(self.text, self.end)
        never_closed = len(self.open) > 1 and self.end == len(self.text)
        levels = tuple(tuple(level.tokens) for level in self.levels)
        return Reading(levels, self.unclosed or never_closed, self.here_document)
