"""Words of the command format, character by character (SHL-10, SHL-12)."""

import re
from dataclasses import dataclass
from enum import Enum

WHITE_SPACE = " \t"
ENDS_OF_WORDS = " \t|&;<>()`"
BRACED_NAME = re.compile(r"\{[A-Za-z0-9_]+\}")


class ReadingStop(Enum):
    """Why reading stopped before the end."""

    HERE_DOCUMENT = "here-document"
    UNCLOSED = "unclosed quote"
    OUTSIDE = "outside"


class Stopped(Exception):
    """Reading stopped. `reason` says why."""

    def __init__(self, reason: ReadingStop) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class ShellWord:
    """A word: where it begins, how it is written, and its value."""

    start: int
    written: str
    value: str

    @property
    def name(self) -> str:
        """Return the name of the word (SHL-12.5)."""
        return self.value.rpartition("/")[2]


def is_control(character: str) -> bool:
    """Return whether a character is a control character."""
    return character < " " or character == "\x7f"


class WordReader:
    """Reads the words of a text from left to right. `at` is where it is."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    @property
    def here(self) -> str:
        """Return the character at the place of reading; nothing at the end."""
        return self.text[self.at : self.at + 1]

    def word(self) -> ShellWord:
        """Read a word. Raises `Stopped` where none begins or where it cannot go on."""
        start, value = self.at, ""
        if self.here == "#":
            raise Stopped(ReadingStop.OUTSIDE)
        while self.here and self.here not in ENDS_OF_WORDS and not is_control(self.here):
            value += self.part()
        if self.at == start:
            raise Stopped(ReadingStop.OUTSIDE)
        return ShellWord(start, self.text[start : self.at], value)

    def part(self) -> str:
        """Read a character, an escape or a quoted part, and return its value."""
        match self.here:
            case "'":
                return self.single_quoted()
            case '"':
                return self.double_quoted()
            case "\\":
                return self.escaped()
            case "$":
                return self.dollar("('\"")
            case _:
                return self.taken()

    def taken(self) -> str:
        """Read one character."""
        self.at += 1
        return self.text[self.at - 1]

    def escaped(self) -> str:
        """Read an escape and return the character after the backslash (SHL-10.4)."""
        self.at += 1
        if not self.here or is_control(self.here):
            raise Stopped(ReadingStop.OUTSIDE)
        return self.taken()

    def dollar(self, forbidden: str) -> str:
        """Read a `$`, behind which none of some characters stands (SHL-10.7, SHL-10.8)."""
        self.at += 1
        if self.here and self.here in forbidden:
            raise Stopped(ReadingStop.OUTSIDE)
        if self.here == "{" and not BRACED_NAME.match(self.text, self.at):
            raise Stopped(ReadingStop.OUTSIDE)
        return "$"

    def single_quoted(self) -> str:
        """Read a single-quoted part and return what is between its quotes."""
        value = ""
        self.at += 1
        while self.quoted_character() != "'":
            value += self.taken()
        self.at += 1
        return value

    def double_quoted(self) -> str:
        """Read a double-quoted part and return its value (SHL-12.4)."""
        value = ""
        self.at += 1
        while (character := self.quoted_character()) != '"':
            if character == "`":
                raise Stopped(ReadingStop.OUTSIDE)
            if character == "$":
                value += self.dollar("(")
            elif character == "\\" and self.at + 1 < len(self.text):
                escaped = self.escaped()
                value += escaped if escaped in '"\\$`' else "\\" + escaped
            else:
                value += self.taken()
        self.at += 1
        return value

    def quoted_character(self) -> str:
        """Return the character here, in quotes. Raises `Stopped` if none may stand there."""
        if not self.here:
            raise Stopped(ReadingStop.UNCLOSED)
        if is_control(self.here) and self.here != "\t":
            raise Stopped(ReadingStop.OUTSIDE)
        return self.here
