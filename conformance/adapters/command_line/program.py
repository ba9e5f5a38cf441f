"""The program under test: asking one of its subcommands, and reading its envelope."""

import os
import shlex
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from conformance.adapters.command_line.envelopes import Envelope, Translation, envelope
from conformance.adapters.command_line.processes import Ended, run
from conformance.adapters.repositories import ENVIRONMENT
from conformance.adapters.sut import BrokenProgram, UnsupportedRequest

USAGE = 2
"""The exit code for arguments that cannot be used."""
NOT_INHERITED = ("PLANSTATE_", "GIT_")
"""How variables begin that would lead the program out of its repository, to the caller's own."""


class RefusedArguments(BrokenProgram):
    """The program has the subcommand, and cannot use the arguments."""


@dataclass(frozen=True, slots=True)
class Words:
    """What a subcommand is called with: its name, its arguments, its standard input."""

    command: str
    arguments: tuple[str, ...] = ()
    given: str = ""


@dataclass
class Program:
    """A program by the words that start it; each of its runs may take `timeout` seconds."""

    command: tuple[str, ...]
    timeout: float
    _existing: dict[str, bool] = field(default_factory=dict)

    def ask(
        self, words: Words, folder: Path, variables: Mapping[str, str], translation: Translation
    ) -> Envelope:
        """Call a subcommand in a folder.

        Raises `UnsupportedRequest` if the program has no such subcommand, `RefusedArguments` if
        it has and says that it is called wrongly, and `BrokenProgram` if there is no envelope.
        """
        command = (*words.command.split(), "--json", *words.arguments)
        ended = self.run(command, folder, variables, words.given)
        try:
            if ended.code == USAGE:
                problem = "a usage error, of arguments that the command line has"
                raise RefusedArguments(str(ended.broken(problem)))
            return envelope(ended, words.command, translation)
        except BrokenProgram as error:
            if ended.code != 0 and not self.has(words.command, folder):
                why = f"the program has no subcommand `{words.command}`"
                raise UnsupportedRequest(why) from error
            raise

    def has(self, command: str, folder: Path) -> bool:
        """Return whether the program has a subcommand, by whether it has a help on it."""
        if command not in self._existing:
            ended = self.run((*command.split(), "--help"), folder, {}, "")
            self._existing[command] = ended.code == 0
        return self._existing[command]

    def version(self, folder: Path) -> str:
        """Return the last word of what it says about its version, if it says anything."""
        ended = self.run(("--version",), folder, {}, "")
        said = ended.output.decode(errors="replace").split() if ended.code == 0 else []
        return said[-1] if said else "unknown"

    def run(
        self, arguments: tuple[str, ...], folder: Path, variables: Mapping[str, str], given: str
    ) -> Ended:
        """Run the program with arguments."""
        inherited = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(NOT_INHERITED) or name in OURS
        }
        everything = {**inherited, **ENVIRONMENT, **variables}
        return run((*self.command, *arguments), folder, everything, given, self.timeout)


OURS = frozenset([*ENVIRONMENT, "GIT_COMMITTER_DATE"])
"""Variables that are set here, for a while."""


def program_named(text: str, timeout: float) -> Program:
    """Return a program by its name or path, with arguments behind it if it needs any."""
    try:
        name, *arguments = shlex.split(text) or [""]
    except ValueError as error:
        raise BrokenProgram(f"{text!r} cannot be read as a shell would: {error}") from error
    found = shutil.which(name)
    if found is None:
        raise BrokenProgram(f"{text!r} names no program; expected one that can be run")
    # It is run in other folders. Links stay: a program may find its surroundings through its name.
    return Program((os.path.abspath(found), *arguments), timeout)
