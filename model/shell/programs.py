"""The program that a simple command runs, and whether it reads files by name (command format)."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from model.shell.commands import SimpleCommand
from model.shell.reading import Word
from model.shell.values import Role, arguments, first_valued, is_assignment, name
from spec.formats.shell_programs import CHECKED_PROGRAMS, PREFIXES, CheckedProgram, Prefix

_CHECKED = {program.name: program for program in CHECKED_PROGRAMS}
_PREFIXES = {prefix.name: prefix for prefix in PREFIXES}


@dataclass(frozen=True, slots=True)
class Call:
    """The name of the program that a command runs, and the place behind it among the words."""

    name: str
    behind: int
    adds_operands: bool


def checked_program(command: SimpleCommand) -> tuple[CheckedProgram, bool] | None:
    """Find the checked program that a command runs, and whether it reads files by name."""
    call = find_call(command.words)
    program = _CHECKED.get(call.name) if call else None
    if call is None or program is None:
        return None
    names_files = call.adds_operands or "<" in command.redirections
    return program, names_files or has_files(program, command.words, call.behind)


def find_call(words: Sequence[Word]) -> Call | None:
    """Look the words through for the program; there may be none."""
    place, adds_operands = 0, False
    while place < len(words):
        word, place = words[place], place + 1
        if is_assignment(word):
            continue
        prefix = _PREFIXES.get(name(word))
        if prefix is None:
            return Call(name(word), place, adds_operands)
        options = options_of(prefix, words, place)
        if asks(prefix, options):
            return None
        place += len(options) + prefix.operands
        adds_operands = adds_operands or prefix.adds_operands
    return None


def options_of(prefix: Prefix, words: Sequence[Word], start: int) -> list[tuple[Role, str]]:
    """List the options of a prefix with their values, up to the first word that is neither."""
    roles = arguments(words, start, prefix.valued)
    return list(takewhile(lambda argument: argument[0] is not Role.OPERAND, roles))


def asks(prefix: Prefix, options: Sequence[tuple[Role, str]]) -> bool:
    """Tell whether an option says that the prefix runs nothing."""
    return any(
        role is Role.OPTION and not text.startswith("--") and letter in text
        for role, text in options
        for letter in prefix.asking
    )


def has_files(program: CheckedProgram, words: Sequence[Word], start: int) -> bool:
    """Tell whether a program has more operands than those that are no files."""
    roles = list(arguments(words, start, program.valued))
    given = any(role is Role.OPTION and gives_pattern(program, text) for role, text in roles)
    operands = [text for role, text in roles if role is Role.OPERAND and text != "-"]
    return len(operands) > (0 if given else program.operands)


def gives_pattern(program: CheckedProgram, option: str) -> bool:
    """Tell whether an option gives the pattern, so that no operand does."""
    if option.startswith("--"):
        return option.partition("=")[0] in program.pattern.words
    place = first_valued(option, program.valued)
    return place is not None and option[place] in program.pattern.letters
