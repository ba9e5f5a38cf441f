"""The words of a shell command: their values, the program, its options and operands."""

import re
import shlex
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from impl.shell.reading import SimpleCommand, Word
from spec.formats.shell_programs import CHECKED_PROGRAMS, PREFIXES, CheckedProgram, Options, Prefix

PROGRAMS = {program.name: program for program in CHECKED_PROGRAMS}
PREFIXES_BY_NAME = {prefix.name: prefix for prefix in PREFIXES}

ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\+?=")
QUOTING = re.compile(r"""['"\\]""")


@dataclass(frozen=True, slots=True)
class CheckedRun:
    """A checked program in a simple command, and whether it reads files by name."""

    program: CheckedProgram
    reads_files: bool


def value(word: Word) -> str:
    """Return a word without its quotes and backslashes."""
    text = word.text
    if not word.plain or not QUOTING.search(text):
        return text
    lexer = shlex.shlex(text, posix=True)
    lexer.commenters = lexer.whitespace = ""
    lexer.whitespace_split = True
    return lexer.get_token() or ""


def checked_run(command: SimpleCommand) -> CheckedRun | None:
    """Return the checked program that a simple command runs, or `None`."""
    words, adds_operands = _Values(command.words), False
    while (first := words.take()) is not None:
        if words.was_assignment:
            continue
        prefix = PREFIXES_BY_NAME.get(_name(first))
        if prefix is None:
            given_names = adds_operands or "<" in command.redirections
            return _run(_name(first), words, given_names)
        if _skip_prefix(words, prefix):
            return None
        adds_operands = adds_operands or prefix.adds_operands
    return None


def _run(name: str, arguments: Iterable[str], given_names: bool) -> CheckedRun | None:
    program = PROGRAMS.get(name)
    if program is None:
        return None
    return CheckedRun(program, given_names or _names_files(arguments, program))


class _Values:
    """The values of words, consumed from the first to the last."""

    def __init__(self, words: list[Word]) -> None:
        self._words = words
        self._next = 0
        self.was_assignment = False

    def take(self) -> str | None:
        """Return the next value, or `None` after the last."""
        if self._next == len(self._words):
            return None
        word = self._words[self._next]
        self._next += 1
        self.was_assignment = ASSIGNMENT.match(word.text) is not None
        return value(word)

    def peek(self) -> str | None:
        """Return the next value without consuming it."""
        return value(self._words[self._next]) if self._next < len(self._words) else None

    def __iter__(self) -> Iterator[str]:
        while (one := self.take()) is not None:
            yield one


def _name(value: str) -> str:
    return value.rpartition("/")[2]


def _is_option(value: str | None) -> bool:
    return value is not None and value.startswith("-") and value != "-"


def _first_valued(option: str, letters: str) -> int | None:
    """Return the first letter of a short option that takes a value; `None` for a long option."""
    if option.startswith("--"):
        return None
    return next((place for place in range(1, len(option)) if option[place] in letters), None)


def _takes_next(option: str, valued: Options) -> bool:
    """Return whether the next word is the value of an option."""
    return option in valued.words or _first_valued(option, valued.letters) == len(option) - 1


def _skip_prefix(words: _Values, prefix: Prefix) -> bool:
    """Skip the options and operands of a prefix; return whether it runs no command."""
    asks = False
    while _is_option(words.peek()):
        option = words.take() or ""
        if option == "--":
            break
        asks = asks or (not option.startswith("--") and not set(option).isdisjoint(prefix.asking))
        if _takes_next(option, prefix.valued):
            words.take()
    for _ in range(prefix.operands):
        words.take()
    return asks


def _names_files(words: Iterable[str], program: CheckedProgram) -> bool:
    """Return whether a program has more operands than without reading a file."""
    operands, allowed, options_end = 0, program.operands, False
    values = iter(words)
    for one in values:
        if one == "-":
            continue
        if options_end or not _is_option(one):
            operands += 1
        elif one == "--":
            options_end = True
        else:
            allowed = 0 if _gives_pattern(one, program) else allowed
            if _takes_next(one, program.valued):
                next(values, None)
    return operands > allowed


def _gives_pattern(option: str, program: CheckedProgram) -> bool:
    """Return whether an option of a search replaces its first operand."""
    if option.startswith("--"):
        return option.partition("=")[0] in program.pattern.words
    place = _first_valued(option, program.valued.letters)
    return place is not None and option[place] in program.pattern.letters
