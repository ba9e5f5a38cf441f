"""Parsing a shell command: its levels, its pipelines, its words (AGT, command format).

Nothing here is recursive, so that a text may nest arbitrarily deeply.
"""

import re
from dataclasses import dataclass, field

from impl.shell.pieces import QUOTED, UNQUOTED
from spec.formats.shell_operators import HERE_DOCUMENTS, REDIRECTIONS


@dataclass(slots=True)
class Word:
    """A word from one position in the text to another, exactly as it is written.

    `plain` is true if it contains only characters, quotes and backslashes, all complete.
    """

    source: str
    start: int
    end: int = 0
    plain: bool = True

    @property
    def text(self) -> str:
        """The word as it is written."""
        return self.source[self.start : self.end]


@dataclass(slots=True)
class SimpleCommand:
    """Words and redirections between two control operators."""

    words: list[Word] = field(default_factory=list)
    redirections: list[str] = field(default_factory=list)


Pipeline = list[SimpleCommand]


@dataclass(slots=True)
class Reading:
    """A parsed command. `operators` are the control operators at the level of the text.

    `beginning` is the text before the first of these. `pipelines` are those of all levels, in
    no particular order.
    """

    beginning: SimpleCommand
    pipelines: list[Pipeline] = field(default_factory=list)
    operators: list[str] = field(default_factory=list)
    here_document: bool = False
    unclosed: bool = False


@dataclass(slots=True)
class _Level:
    """A level other than double quotes, while it is parsed.

    `parentheses` counts the operators `(` without their `)`; `quoted` is true if double quotes are
    open in the level's current word; with `target`, the next word is that of a redirection.
    """

    opened_by: str
    command: SimpleCommand = field(default_factory=SimpleCommand)
    pipeline: Pipeline = field(default_factory=list)
    word: Word | None = None
    target: bool = False
    quoted: bool = False
    parentheses: int = 0


TEXT = ""
BACKQUOTE = "`"

DIGITS = re.compile(r"[0-9]+")


def read(text: str) -> Reading:
    """Parse a text. Any text can be parsed."""
    return _ShellReader(text).read()


class _ShellReader:
    """Parses a text in one pass. The last of `_levels` is the current one."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._place = 0
        self._end = len(text)
        self._levels = [_Level(TEXT)]
        self._reading = Reading(self._levels[0].command)

    def read(self) -> Reading:
        while self._place < self._end:
            pattern = QUOTED if self._levels[-1].quoted else UNQUOTED
            found = pattern.match(self._text, self._place)
            assert found is not None  # because of its last alternative
            self._take(found.lastgroup or "", found.group())
        self._finish()
        return self._reading

    def _take(self, kind: str, piece: str) -> None:
        """Consume one token of the text."""
        level = self._levels[-1]
        if kind in ("white", "blank"):
            self._end_word(level)
        elif kind == "operator":
            self._take_operator(level, piece)
        elif kind == "hash" and level.word is None:
            newline = self._text.find("\n", self._place)
            piece = self._text[self._place : newline if newline >= 0 else self._end]
        elif kind == "backquote" and level.opened_by == BACKQUOTE and not level.quoted:
            self._close()
        else:
            self._take_part(level, kind, piece)
        self._place += len(piece)

    def _take_part(self, level: _Level, kind: str, piece: str) -> None:
        """Consume a part of a word."""
        if level.word is None:
            level.word = Word(self._text, self._place)
        if kind == "double":
            level.quoted = not level.quoted
        elif kind == "single":
            self._note_unclosed(level.word, len(piece) > 1 and piece.endswith("'"))
        elif kind == "arithmetic":
            self._note_unclosed(level.word, piece.endswith("))"))
            level.word.plain = False
        elif kind in ("opening", "backquote"):
            level.word.plain = False
            self._levels.append(_Level(piece))
        elif piece == "\\":  # nothing follows it
            level.word.plain = False

    def _note_unclosed(self, word: Word, closed: bool) -> None:
        if not closed:
            word.plain = False
            self._reading.unclosed = True

    def _take_operator(self, level: _Level, operator: str) -> None:
        if operator == ")" and level.parentheses == 0 and level.opened_by not in (TEXT, BACKQUOTE):
            self._close()
        elif operator in REDIRECTIONS:
            self._redirect(level, operator)
        elif operator == "\n" and self._reading.here_document:
            self._end = self._place  # what follows is not a command
        else:
            self._take_control(level, operator)

    def _redirect(self, level: _Level, operator: str) -> None:
        word = level.word
        described = word and DIGITS.fullmatch(self._text, word.start, self._place)
        if described and operator[0] in "<>":
            level.word = None
        self._end_word(level)
        level.target = True
        level.command.redirections.append(operator)
        if operator in HERE_DOCUMENTS:
            self._reading.here_document = True

    def _take_control(self, level: _Level, operator: str) -> None:
        if operator in ("|", "|&"):
            self._end_command(level)
        else:
            self._end_pipeline(level)
        if operator == "(":
            level.parentheses += 1
        elif operator == ")":
            level.parentheses = max(0, level.parentheses - 1)
        if level.opened_by == TEXT:
            self._reading.operators.append(operator)

    def _close(self) -> None:
        """End a substitution; the word that it is part of continues."""
        self._end_pipeline(self._levels.pop())

    def _end_word(self, level: _Level) -> None:
        if level.word is None:
            return
        level.word.end = self._place
        if not level.target:
            level.command.words.append(level.word)
        level.word, level.target = None, False

    def _end_command(self, level: _Level) -> None:
        self._end_word(level)
        level.target = False
        level.pipeline.append(level.command)
        level.command = SimpleCommand()

    def _end_pipeline(self, level: _Level) -> None:
        self._end_command(level)
        self._reading.pipelines.append(level.pipeline)
        level.pipeline = []

    def _finish(self) -> None:
        """Extend whatever was never closed to the end."""
        cut = self._end < len(self._text)
        self._place = self._end
        still_open = len(self._levels) > 1 or self._levels[0].quoted
        if still_open and not cut:
            self._reading.unclosed = True
        for level in reversed(self._levels):
            if level.quoted and level.word is not None:
                level.word.plain = False
            self._end_pipeline(level)
