"""Commands of the command format: pipelines of simple commands (SHL-9, SHL-11)."""

import re
from dataclasses import dataclass, field

from model.shell.words import WHITE_SPACE, ReadingStop, ShellWord, Stopped, WordReader
from spec.formats.shell_programs import KEYWORDS, RUNNERS

SEPARATORS = ("&&", "||", ";", "&")
PIPES = ("|&", "|")
REDIRECTIONS = ("&>>", "&>", "<<<", "<&", "<>", "<", ">>", ">&", ">|", ">")
WRITING = (">", ">>", ">|")
WRITING_BOTH = ("&>", "&>>")
ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\+?=")
DESCRIPTOR = re.compile(r"[0-9]*-?|.*\$.*", re.DOTALL)
DIGITS = re.compile(r"[0-9]+(?=[<>])")


@dataclass(frozen=True, slots=True)
class Redirection:
    """A redirection: the digits before it, its operator, and its target."""

    digits: str
    operator: str
    target: ShellWord

    @property
    def writes(self) -> bool:
        """Return whether it redirects the standard output to a file (SHL-12.8, SHL-12.9)."""
        if self.operator == ">&":
            return not self.digits and not DESCRIPTOR.fullmatch(self.target.value)
        plain = self.operator in WRITING and self.digits in ("", "1")
        return plain or self.operator in WRITING_BOTH


@dataclass(slots=True)
class ShellCommand:
    """A simple command: words and redirections, as far as they are read."""

    words: list[ShellWord] = field(default_factory=list)
    redirections: list[Redirection] = field(default_factory=list)

    @property
    def program_index(self) -> int:
        """Return the index of the program among the words; their number if there is none."""
        for index, word in enumerate(self.words):
            if not ASSIGNMENT.match(word.written):
                return index
        return len(self.words)

    @property
    def program(self) -> ShellWord | None:
        """Return the program, or `None` if there is none yet."""
        return next(iter(self.words[self.program_index :]), None)

    @property
    def arguments(self) -> list[ShellWord]:
        """Return the words behind the program."""
        return self.words[self.program_index + 1 :]

    @property
    def writes(self) -> bool:
        """Return whether the command writes to a file (SHL-12.8, SHL-12.9)."""
        return any(redirection.writes for redirection in self.redirections)

    def has(self, operator: str) -> bool:
        """Return whether the command has a redirection with an operator."""
        return any(redirection.operator == operator for redirection in self.redirections)

    @property
    def is_judged(self) -> bool:
        """Return whether the text tells which program runs (SHL-12.6)."""
        program = self.program
        return (
            program is not None
            and (program.value == "[" or not set(program.value) & set("$*?["))
            and program.name not in RUNNERS
        )


Pipeline = list[ShellCommand]


class CommandReader(WordReader):
    """Reads a command. What was read before reading stopped stays in its fields."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.pipelines: list[Pipeline] = []
        self.separators: list[str] = []
        self.stop: ReadingStop | None = None

    @property
    def is_in_subset(self) -> bool:
        """Return whether the command was read to its end (SHL-9.4)."""
        return self.stop is None

    @property
    def simple_commands(self) -> list[ShellCommand]:
        """Return all simple commands, the last of which may have been read in part."""
        return [command for pipeline in self.pipelines for command in pipeline]

    def read(self) -> None:
        """Read the text, to its end or to where reading stops."""
        try:
            self.command()
        except Stopped as stopped:
            self.stop = stopped.reason

    def command(self) -> None:
        """Read pipelines with separators between them (SHL-11.7)."""
        self.skip_white_space()
        while self.here:
            self.pipeline()
            if not self.here:
                return
            self.separators.append(self.one_of(SEPARATORS))
            self.skip_white_space()
        if self.separators and self.separators[-1] in ("&&", "||"):
            raise Stopped(ReadingStop.OUTSIDE)

    def pipeline(self) -> None:
        """Read simple commands with pipes between them (SHL-11.6)."""
        self.pipelines.append([])
        self.simple_command()
        while self.here == "|" and not self.text.startswith("||", self.at):
            self.one_of(PIPES)
            self.simple_command()

    def simple_command(self) -> None:
        """Read words and redirections (SHL-11.4)."""
        command = ShellCommand()
        self.pipelines[-1].append(command)
        self.skip_white_space()
        while self.here and not self.is_at_the_end_of_a_command():
            digits = self.redirection_digits()
            if digits is not None:
                self.redirection(command, digits)
            else:
                self.next_word(command)
            self.skip_white_space()
        if command.program is None:
            raise Stopped(ReadingStop.OUTSIDE)

    def next_word(self, command: ShellCommand) -> None:
        """Read a word of a simple command. Its program is no keyword (SHL-12.2)."""
        had_program = command.program is not None
        start = self.at
        word = self.word()
        if not had_program and word.written in KEYWORDS:
            self.at = start
            raise Stopped(ReadingStop.OUTSIDE)
        command.words.append(word)

    def is_at_the_end_of_a_command(self) -> bool:
        """Return whether a pipe or a separator is next."""
        return self.here in "|;" or (self.here == "&" and not self.text.startswith("&>", self.at))

    def redirection_digits(self) -> str | None:
        """Return the digits before the redirection that is next, or `None` if none is."""
        found = DIGITS.match(self.text, self.at)
        if found:
            return found.group()
        is_redirection = self.here in "<>" or self.text.startswith("&>", self.at)
        return "" if is_redirection else None

    def redirection(self, command: ShellCommand, digits: str) -> None:
        """Read a redirection and its target (SHL-11.2)."""
        behind = self.at + len(digits)
        if self.text.startswith("<<", behind) and not self.text.startswith("<<<", behind):
            raise Stopped(ReadingStop.HERE_DOCUMENT)
        self.at = behind
        operator = self.one_of(REDIRECTIONS)
        self.skip_white_space()
        command.redirections.append(Redirection(digits, operator, self.word()))

    def one_of(self, operators: tuple[str, ...]) -> str:
        """Read the first of some operators that is next. Raises `Stopped` if none is."""
        for operator in operators:
            if self.text.startswith(operator, self.at):
                self.at += len(operator)
                return operator
        raise Stopped(ReadingStop.OUTSIDE)

    def skip_white_space(self) -> None:
        """Read white space."""
        while self.here and self.here in WHITE_SPACE:
            self.at += 1


def read_command(text: str) -> CommandReader:
    """Return what can be read of a command."""
    reader = CommandReader(text)
    reader.read()
    return reader
