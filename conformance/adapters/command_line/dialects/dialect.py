"""What a dialect can say, each table as it stands in its file."""

import re
import shlex
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from conformance.adapters.command_line.commands import CLOCK_VARIABLE, COMMANDS, GLOBAL
from conformance.protocol.toml_text import read_toml
from spec.vocabulary.rejections import REASON_WORDS, Code

REJECTION_CODES = tuple(each for each in Code if each != Code.STORE_UNAVAILABLE)
PlanForm = Literal["relative", "absolute"]
Spelling = str | Literal[False]
"""How something fixed is written: `{}` stands for the value; `false` if it is not there."""


class DialectTable(BaseModel):
    """A table of the file, which has no keys but these."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def known_command(name: str) -> str:
    """Return the name of a fixed subcommand. Raises `ValueError` if there is none."""
    if name not in COMMANDS:
        raise ValueError(f"unknown subcommand {name!r}; expected one of {', '.join(COMMANDS)}")
    return name


def known_argument(name: str) -> str:
    """Return the name of a fixed argument, perhaps after its subcommand. Raises `ValueError`."""
    command, _, option = name.rpartition(" ")
    subcommands = [known_command(command)] if command else COMMANDS
    known = (*dict.fromkeys(each for name in subcommands for each in COMMANDS[name]), *GLOBAL)
    if option not in known:
        raise ValueError(f"unknown argument {option!r}; expected one of {', '.join(known)}")
    return name


def required(holds: Callable[[Any], object], problem: str) -> AfterValidator:
    """Return what validates a value by a condition. It raises `ValueError` with the problem."""

    def validate(value: Any) -> Any:
        if not holds(value):
            raise ValueError(problem)
        return value

    return AfterValidator(validate)


ShellWords = Annotated[str, required(shlex.split, "expected a command")]
CommandName = Annotated[str, AfterValidator(known_command)]
ArgumentName = Annotated[str, AfterValidator(known_argument)]
REJECTS_NOTHING = f"{Code.STORE_UNAVAILABLE} rejects no operation: the store cannot be opened"
RejectionCode = Annotated[Code, required(REJECTION_CODES.__contains__, REJECTS_NOTHING)]
NO_GROUP = "expected a group for the code, such as (?P<code>E[0-9]{3})"
CodePattern = Annotated[re.Pattern[str], required(lambda each: "code" in each.groupindex, NO_GROUP)]
ExitCode = Annotated[int, Field(ge=0, le=255)]


class SetUp(DialectTable):
    """Commands that prepare each new repository in its root, and each new worktree in it."""

    repository: tuple[ShellWords, ...] = ()
    worktree: tuple[ShellWords, ...] = ()


class Paths(DialectTable):
    """How paths are written, relative to the root if so, and where the program is run.

    `plan_of` is the form of a plan's path for single subcommands.
    """

    plan: PlanForm = "relative"
    plan_of: dict[CommandName, PlanForm] = {}
    worktree: Literal["absolute", "relative", "name"] = "absolute"
    run_in: Literal["root", "worktree"] = "root"


class ClockTable(DialectTable):
    """What makes time pass for the program: a variable, or editing the times in its `store`."""

    variable: str | Literal[False] = CLOCK_VARIABLE
    store: bool = True


class ExitCodes(DialectTable):
    """How the program ends: after success, after a rejection, after a usage error."""

    ok: frozenset[ExitCode] = frozenset([0])
    error: frozenset[ExitCode] = frozenset([1])
    usage: frozenset[ExitCode] = frozenset([2])

    @model_validator(mode="after")
    def _usage_is_apart(self) -> Self:
        if both := sorted(self.usage & (self.ok | self.error)):
            raise ValueError(f"{both[0]} cannot be in 'usage' and in 'ok' or 'error'")
        return self


class OutputTable(DialectTable):
    """What is printed: the envelope, the form of times, whether `state show` shows all plans.

    `mixed`: lines of text may stand before the envelope.
    """

    envelope: Literal["full", "loose", "bare"] = "full"
    mixed: bool = False
    times: Literal["iso", "utc", "seconds", "milliseconds"] = "iso"
    all_plans: bool = True


class TextRule(DialectTable):
    """A text to be searched for, of one subcommand or of all."""

    match: re.Pattern[str]
    command: CommandName | None = None

    def fits(self, text: str, command: str) -> bool:
        """Return whether the text of a subcommand is meant."""
        return self.command in (None, command) and self.match.search(text) is not None


class AnswerRule(TextRule):
    """A text that is an answer, and what would be printed in `data` instead."""

    command: CommandName
    data: dict[str, Any]


class CodeRule(TextRule):
    """What a text, such as a warning, means: a code."""

    code: RejectionCode


class ErrorRule(CodeRule):
    """What an error text means: a code, and a reason word where the text makes it certain."""

    reason: str | None = None

    @model_validator(mode="after")
    def _reason_is_of_code(self) -> Self:
        words = REASON_WORDS[self.code]
        if self.reason not in (None, *words):
            expected = ", ".join(words)
            raise ValueError(f"{self.reason!r} is no reason of {self.code}; expected {expected}")
        return self


class Dialect(DialectTable):
    """How a command line differs from the fixed one. What is not mentioned does not differ."""

    code_pattern: CodePattern | None = None
    default_code: RejectionCode | None = None
    once: frozenset[ArgumentName] = frozenset()
    setup: SetUp = SetUp()
    paths: Paths = Paths()
    clock: ClockTable = ClockTable()
    commands: dict[CommandName, Spelling] = {}
    options: dict[ArgumentName, Spelling] = {}
    exit: ExitCodes = ExitCodes()
    output: OutputTable = OutputTable()
    data: dict[CommandName, dict[str, Any]] = {}
    fields: dict[str, str] = {}
    answers: tuple[AnswerRule, ...] = ()
    errors: tuple[ErrorRule, ...] = ()
    warnings: tuple[CodeRule, ...] = ()

    def command(self, name: str) -> Spelling:
        """Return how a fixed subcommand is written."""
        return self.commands.get(name, name)

    def option(self, command: str, name: str) -> Spelling:
        """Return how an argument of a subcommand is written."""
        positional = name if name.startswith("-") else "{}"
        return self.options.get(f"{command} {name}", self.options.get(name, positional))

    def code_in(self, text: str) -> Code | None:
        """Return the code of a rejection that the pattern finds in a text, or `None`."""
        found = self.code_pattern.search(text) if self.code_pattern else None
        named = found["code"] if found else None
        return Code(named) if named in REJECTION_CODES else None


PLAIN = Dialect()
"""The command line of `planstate` itself."""


def template() -> str:
    """Return a dialect that differs in nothing, with every key explained."""
    return files(__package__).joinpath("template.toml").read_text(encoding="utf-8")


def read_dialect(file: Path) -> Dialect:
    """Read a dialect. Raises `UsageError` that names every key that is wrong, and its line."""
    return read_toml(file, Dialect, "'planspec dialect' prints a template with every key")[0]
