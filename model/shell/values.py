"""The values of words: names, assignments, options (command format)."""

import re
from collections.abc import Iterator, Sequence
from enum import Enum, auto

from model.shell.parser import ShellWord
from spec.formats.shell_programs import Options

_ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\+?=")
_QUOTED = re.compile(r"""\\([\s\S])|'([^']*)'|"([^"\\]*(?:\\[\s\S][^"\\]*)*)\"""")
_ESCAPED = re.compile(r'\\(["\\])')


class Role(Enum):
    """The role of a word after a program or a prefix."""

    OPTION = auto()
    VALUE_OF_OPTION = auto()
    OPERAND = auto()


def value(word: ShellWord) -> str:
    """Return the word without quotes and backslashes, unless it is literal."""
    return word.written if word.literal else _QUOTED.sub(_unquoted, word.written)


def _unquoted(match: re.Match[str]) -> str:
    """Return a quoted part without its quotes or backslash."""
    character, single, double = match.groups()
    if double is not None:
        return _ESCAPED.sub(r"\1", double)
    return character if single is None else single


def name(word: ShellWord) -> str:
    """Return the name of a program: what follows the last slash."""
    return value(word).rpartition("/")[2]


def is_assignment(word: ShellWord) -> bool:
    """Return whether a word, as written, assigns a variable."""
    return _ASSIGNMENT.match(word.text, word.start, word.end) is not None


def arguments(
    words: Sequence[ShellWord], start: int, valued: Options
) -> Iterator[tuple[Role, str]]:
    """Yield the role and value of each word from an index on."""
    value_follows = options_ended = False
    for index in range(start, len(words)):
        text = value(words[index])
        if value_follows:
            value_follows = False
            yield Role.VALUE_OF_OPTION, text
        elif options_ended or text == "-" or not text.startswith("-"):
            yield Role.OPERAND, text
        else:
            options_ended = text == "--"
            value_follows = takes_next_word(text, valued)
            yield Role.OPTION, text


def takes_next_word(option: str, valued: Options) -> bool:
    """Return whether an option has its value in the next word."""
    if option.startswith("--"):
        return option in valued.words
    return first_valued(option, valued) == len(option) - 1


def first_valued(option: str, valued: Options) -> int | None:
    """Return the index of the first letter with a value in a short option, or `None`."""
    letters = (place for place in range(1, len(option)) if option[place] in valued.letters)
    return next(letters, None)
