"""The values of words, and what they tell: names, assignments, options (command format)."""

import re
from collections.abc import Iterator, Sequence
from enum import Enum, auto

from model.shell.reading import Word
from spec.formats.shell_programs import Options

_ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\+?=")
_QUOTED = re.compile(r"""\\([\s\S])|'([^']*)'|"([^"\\]*(?:\\[\s\S][^"\\]*)*)\"""")
_ESCAPED = re.compile(r'\\(["\\])')


class Role(Enum):
    """What a word behind a program or a prefix is to it."""

    OPTION = auto()
    VALUE_OF_OPTION = auto()
    OPERAND = auto()


def value(word: Word) -> str:
    """Take the quotes and backslashes from a word, unless it is literal."""
    return word.written if word.literal else _QUOTED.sub(_unquoted, word.written)


def _unquoted(match: re.Match[str]) -> str:
    """Take the quotes or the backslash from a quoted part."""
    character, single, double = match.groups()
    if double is not None:
        return _ESCAPED.sub(r"\1", double)
    return character if single is None else single


def name(word: Word) -> str:
    """Name a program by what follows the last slash."""
    return value(word).rpartition("/")[2]


def is_assignment(word: Word) -> bool:
    """Tell whether a word, as it is written, assigns a variable."""
    return _ASSIGNMENT.match(word.text, word.start, word.end) is not None


def arguments(words: Sequence[Word], start: int, valued: Options) -> Iterator[tuple[Role, str]]:
    """Tell what each word from a place on is to the program before it, with its value."""
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
    """Tell whether an option has its value in the next word."""
    if option.startswith("--"):
        return option in valued.words
    return first_valued(option, valued) == len(option) - 1


def first_valued(option: str, valued: Options) -> int | None:
    """Find the first letter with a value in an option that does not begin with `--`."""
    letters = (place for place in range(1, len(option)) if option[place] in valued.letters)
    return next(letters, None)
