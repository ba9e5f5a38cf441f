"""The program that a simple command runs, and whether it reads files by name (command format)."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from model.shell.commands import ParsedCommand
from model.shell.parser import ShellWord
from model.shell.values import Role, arguments, first_valued, is_assignment, name
from spec.formats.shell_programs import CHECKED_PROGRAMS, PREFIXES, CheckedProgram, Prefix

_CHECKED = {program.name: program for program in CHECKED_PROGRAMS}
_PREFIXES = {prefix.name: prefix for prefix in PREFIXES}


@dataclass(frozen=True, slots=True)
class ProgramCall:
    """The program that a command runs, and the index of the word after it."""

    name: str
    behind: int
    adds_operands: bool


def checked_program(command: ParsedCommand) -> tuple[CheckedProgram, bool] | None:
    """Return the checked program that a command runs and whether it reads files, or `None`."""
    call = find_call(command.words)
    program = _CHECKED.get(call.name) if call else None
    if call is None or program is None:
        return None
    names_files = call.adds_operands or "<" in command.redirections
    return program, names_files or has_files(program, command.words, call.behind)


def find_call(words: Sequence[ShellWord]) -> ProgramCall | None:
    """Return the program that the words run, or `None`."""
    place, adds_operands = 0, False
    while place < len(words):
        word, place = words[place], place + 1
        if is_assignment(word):
            continue
        prefix = _PREFIXES.get(name(word))
        if prefix is None:
            return ProgramCall(name(word), place, adds_operands)
        options = options_of(prefix, words, place)
        if asks(prefix, options):
            return None
        place += len(options) + prefix.operands
        adds_operands = adds_operands or prefix.adds_operands
    return None


def options_of(prefix: Prefix, words: Sequence[ShellWord], start: int) -> list[tuple[Role, str]]:
    """Return the options of a prefix with their values, up to the first other word."""
    roles = arguments(words, start, prefix.valued)
    return list(takewhile(lambda argument: argument[0] is not Role.OPERAND, roles))


def asks(prefix: Prefix, options: Sequence[tuple[Role, str]]) -> bool:
    """Return whether an option makes the prefix run nothing."""
    return any(
        role is Role.OPTION and not text.startswith("--") and letter in text
        for role, text in options
        for letter in prefix.asking
    )


def has_files(program: CheckedProgram, words: Sequence[ShellWord], start: int) -> bool:
    """Return whether a program has operands that are files."""
    roles = list(arguments(words, start, program.valued))
    given = any(role is Role.OPTION and gives_pattern(program, text) for role, text in roles)
    operands = [text for role, text in roles if role is Role.OPERAND and text != "-"]
    return len(operands) > (0 if given else program.operands)


def gives_pattern(program: CheckedProgram, option: str) -> bool:
    """Return whether an option is the pattern, so that no operand is."""
    if option.startswith("--"):
        return option.partition("=")[0] in program.pattern.words
    place = first_valued(option, program.valued)
    return place is not None and option[place] in program.pattern.letters
