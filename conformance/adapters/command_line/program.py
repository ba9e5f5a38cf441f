"""The program under test: asking one of its subcommands, and reading its envelope."""

import os
import shlex
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from signal import Signals
from subprocess import Popen

from conformance.adapters.command_line.commands import Invocation, PassedArgument
from conformance.adapters.command_line.dialects.dialect import PLAIN, Dialect
from conformance.adapters.command_line.dialects.hints import missing, usage_is_rejection
from conformance.adapters.command_line.dialects.spelling import (
    set_up_commands,
    spelled,
    spelled_argument,
    spelled_command,
)
from conformance.adapters.command_line.envelopes import Envelope, Translation, envelope
from conformance.adapters.command_line.processes import Ended, run
from conformance.adapters.processes import signalled
from conformance.adapters.repositories import ENVIRONMENT
from conformance.adapters.sut import BrokenProgram, UnsupportedRequest

NOT_INHERITED = ("PLANSTATE_", "GIT_")
"""How variables begin that would lead the program out of its repository, to the caller's own."""


class RefusedArguments(BrokenProgram):
    """The program has the subcommand, and cannot use the arguments."""


@dataclass
class DrivenProgram:
    """A program by the words that start it; each of its runs may take `timeout` seconds.

    `running` is the process of the run that goes on, if one does.
    """

    command: tuple[str, ...]
    timeout: float
    dialect: Dialect = PLAIN
    running: Popen[bytes] | None = None
    _helps: dict[str, str | None] = field(default_factory=dict)

    def ask(
        self, call: Invocation, root: Path, variables: Mapping[str, str], translation: Translation
    ) -> Envelope:
        """Call a subcommand, in the root or in a worktree as the dialect says.

        Raises `UnsupportedRequest` if the program has no such subcommand or option,
        `RefusedArguments` if it has and says that it is called wrongly, and `BrokenProgram` if
        there is no envelope.
        """
        command = spelled(call, self.dialect, root)
        folder = call.folder(self.dialect.paths.run_in, root)
        ended = self.run(command, folder, variables, call.standard_input)
        try:
            if ended.code in self.dialect.exit.usage:
                raise self._refusal(ended, call, root)
            return envelope(ended, call.command, translation, self.dialect)
        except BrokenProgram as error:
            if ended.code != 0 and not self.has(call.command, root):
                why = f"the program has no subcommand `{call.command}`"
                line = missing("commands", f'"{call.command}" = "ITS NAME"')
                raise UnsupportedRequest(why + line) from error
            raise

    def _refusal(self, ended: Ended, call: Invocation, root: Path) -> BrokenProgram:
        """Return that arguments are refused. Raises `UnsupportedRequest` for an unknown option."""
        names = list(dict.fromkeys(each.name for each in call.arguments))
        for option in self._unknown_options(call.command, names, root):
            raise UnsupportedRequest(f"the help on `{call.command}` knows no {option}")
        repeated = [name for name in names if sum(each.name == name for each in call.arguments) > 1]
        if repeated:
            raise UnsupportedRequest(
                f"`{call.command}` is a usage error with {repeated[0]} more than once; name it "
                "under `once` in the dialect if the program takes it once"
            )
        problem = "a usage error, of arguments that the command line has"
        hint = usage_is_rejection(ended.code, self.dialect.exit, ["--json", *names])
        return RefusedArguments(str(ended.broken(problem + hint)))

    def _unknown_options(self, command: str, names: Sequence[str], root: Path) -> list[str]:
        """Return the options that the help on a subcommand lacks, if it has any option at all."""
        known = self._help(command, root) or ""
        spellings = (str(self.dialect.option(command, name)) for name in names)
        options = [each.split()[0].partition("=")[0] for each in spellings if each.startswith("-")]
        unknown = [each for each in options if each not in known]
        return unknown if "--json" in known or unknown != options else []

    def has(self, command: str, root: Path) -> bool:
        """Return whether a subcommand is there: its dialect says so, or there is a help on it."""
        if command in self.dialect.commands:
            return self.dialect.commands[command] is not False
        without_help = self.dialect.option(command, "--help") is False
        return without_help or self._help(command, root) is not None

    def _help(self, command: str, root: Path) -> str | None:
        """Return the help on a subcommand, or `None` if there is none."""
        if self.dialect.option(command, "--help") is False:
            return None
        if command not in self._helps:
            name = spelled_command(command, self.dialect)
            helping = spelled_argument(command, PassedArgument("--help"), self.dialect, root)
            ended = self.run((*name, *helping), root, {}, "")
            text = (ended.output + ended.errors).decode(errors="replace")
            self._helps[command] = text if ended.code == 0 else None
        return self._helps[command]

    def version(self, root: Path) -> tuple[str, tuple[str, ...]]:
        """Return the last word of its first line about its version, and the editions it names.

        It names them on a line such as `edition 2026.2`.
        """
        try:
            asked = spelled_argument("", PassedArgument("--version"), self.dialect, root)
        except UnsupportedRequest:
            return "unknown", ()
        ended = self.run(asked, root, {}, "")
        said = ended.output.decode(errors="replace").splitlines() if ended.code == 0 else []
        lines = [line.replace(",", " ").split() for line in said if line.strip()]
        named = (line[1:] for line in lines[1:] if line[0] in ("edition", "editions"))
        return lines[0][-1] if lines else "unknown", tuple(next(named, ()))

    def set_up(
        self, commands: Sequence[str], root: Path, worktree: Path, variables: Mapping[str, str]
    ) -> None:
        """Run commands that prepare a worktree. Raises `BrokenProgram` if one of them fails."""
        for command in set_up_commands(commands, self.command, root, worktree):
            ended = self.start(command, worktree, variables, "")
            if ended.code != 0:
                raise ended.broken("a command of [setup] in the dialect failed")

    def run(
        self, arguments: tuple[str, ...], folder: Path, variables: Mapping[str, str], given: str
    ) -> Ended:
        """Run the program with arguments."""
        return self.start((*self.command, *arguments), folder, variables, given)

    def start(
        self, command: tuple[str, ...], folder: Path, variables: Mapping[str, str], given: str
    ) -> Ended:
        """Run a command in the surroundings that the program is run in."""
        inherited = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(NOT_INHERITED) or name == "GIT_COMMITTER_DATE"  # is set here
        }
        everything = {**inherited, **ENVIRONMENT, **variables}
        try:
            return run(command, folder, everything, given, self.timeout, self._started)
        finally:
            self.running = None

    def _started(self, process: Popen[bytes]) -> None:
        self.running = process

    def signal(self, number: Signals) -> bool:
        """Send a signal to the run that goes on, and all that it started; return whether one does.

        Any thread may do that.
        """
        running = self.running
        return running is not None and signalled(running, number)


def program_named(text: str, timeout: float, dialect: Dialect = PLAIN) -> DrivenProgram:
    """Return a program by its name or path, with arguments behind it if it needs any."""
    try:
        name, *arguments = shlex.split(text) or [""]
    except ValueError as error:
        raise BrokenProgram(f"{text!r} cannot be read as a shell would: {error}") from error
    found = shutil.which(name)
    if found is None:
        raise BrokenProgram(f"{text!r} names no program; expected one that can be run")
    # It is run in other folders. Links stay: a program may find its surroundings through its name.
    return DrivenProgram((os.path.abspath(found), *arguments), timeout, dialect)
