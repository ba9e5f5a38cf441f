"""Probing a program: which areas it has, and what makes time pass for it; and its clients.

Concurrent clients share a repository. They run in threads of this process, so that what is killed
or stopped in the middle of an operation is the program and not its adapter.
"""

from dataclasses import replace
from functools import cached_property
from importlib.metadata import version as installed_version
from pathlib import Path
from signal import Signals

from conformance.adapters.command_line.adapter import CommandLine
from conformance.adapters.command_line.dialects.hints import NOT_SET_UP
from conformance.adapters.connections import Broken
from conformance.adapters.in_process import PythonConnection
from conformance.adapters.sut import BrokenProgram, UnsupportedRequest
from conformance.protocol.messages import AreaName, Clock, Faulty, Identity, Observed
from spec.formats.messages import Message
from spec.vocabulary.claims import Claim
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import PlanDefinition, Register, StepDefinition
from spec.vocabulary.readiness import Ready

PLAN, HASH = "probing.md", "0" * 64
DEFINITION = PlanDefinition("Probing", HASH, (StepDefinition("try", "Try it"),))
HOUR = 3_600_000
FIXED = (AreaName.PLANS, AreaName.CLAIMS, AreaName.CHECKLISTS, AreaName.COMPLETION)
NO_SUBCOMMAND = "no-such-subcommand"
COMMAND_OF = {
    AreaName.COMMITS: "commit",
    AreaName.REVIEWS: "review new-plan",
    AreaName.ITERATIONS: "iterations start",
    AreaName.AGENTS: "check-command",
}
"""The subcommand by which a program shows that it has an area that is not in all programs."""


class CommandLineSystem(CommandLine):
    """A command line as a system under test: it is probed when it is asked who it is."""

    @cached_property
    def identity(self) -> Identity:
        """Its name, and what of it can be validated."""
        try:
            return identity_of(self)
        finally:
            self.reset()


def identity_of(line: CommandLine) -> Identity:
    """Find out who the program is. Raises `BrokenProgram` if it cannot even claim a step."""
    given = line.program.dialect.clock
    line.clock_kind = Clock.VIRTUAL
    if given.variable is False or not follows_variable(line):
        line.clock_kind = Clock.OFFSET
        if not given.store or not follows_store(line):
            line.clock_kind = Clock.NONE
            start_plan(line)
    commits = offers(line, AreaName.COMMITS)
    version, editions = line.program.version(line.sandbox.root)
    faults: tuple[Faulty, ...] = (Faulty.GIT, Faulty.ROOT, Faulty.DOCUMENT)
    if line.sandbox.store is not None:
        faults = (*faults, Faulty.STORE)
    return Identity(
        name=Path(line.program.command[0]).name,
        version=version,
        editions=editions,
        language=f"a command line, driven by planspec {installed_version('planspec')}",
        areas=(*FIXED, *(area for area in COMMAND_OF if offers(line, area))),
        clock=line.clock_kind,
        observe=Observed.PARTIAL,
        faults=faults if commits else (),
    )


def offers(line: CommandLine, area: AreaName) -> bool:
    """Return whether the program has the subcommand of an area that not every program has.

    Where there is a help on what is no subcommand too, only a dialect can say that it has.
    """
    program, root, command = line.program, line.sandbox.root, COMMAND_OF[area]
    if command in program.dialect.commands:
        return program.has(command, root)
    return program.has(command, root) and not program.has(NO_SUBCOMMAND, root)


def follows_variable(line: CommandLine) -> bool:
    """Return whether leases end for the program by the variable."""
    start_plan(line)
    asked = (("one", 0), ("two", HOUR - 1), ("two", HOUR + 1))
    said = [probe(line, Claim(PLAN, name, HASH, now, HOUR)).get("answer") for name, now in asked]
    return said == ["claimed", "nothing_claimable", "claimed"]


def follows_store(line: CommandLine) -> bool:
    """Return whether moving the times in the program's store makes a lease end for it."""
    start_plan(line)
    probe(line, Claim(PLAN, "one", HASH, 0, HOUR))
    if line.sandbox.store is None:
        return False
    before = probe(line, Ready(PLAN, 0)).get("expired_claim")
    line.clock.set(line.sandbox, 2 * HOUR)
    if "lease_expires_at" not in line.clock.known:
        return False
    again = probe(line, Claim(PLAN, "two", HASH, 2 * HOUR, HOUR))
    return before in (None, []) and again.get("answer") == "claimed"


def start_plan(line: CommandLine) -> None:
    """Begin with one plan."""
    line.reset()
    try:
        answer = line.apply(Register(PLAN, DEFINITION, 0))
    except UnsupportedRequest as error:
        raise BrokenProgram(f"{error}; expected the command line of planstate") from error
    except BrokenProgram as error:
        raise BrokenProgram(f"{error}{NOT_SET_UP}") from error
    if answer["reply"] != "ok":
        problem = f"a plan of one step is rejected by `state init`: {answer['code']}"
        raise BrokenProgram(problem + NOT_SET_UP)


def probe(line: CommandLine, operation: Operation) -> Message:
    """Answer an operation; what the program does not have is an answer without fields."""
    try:
        return line.apply(operation)
    except UnsupportedRequest:
        return {}


class ClientConnection(PythonConnection):
    """A client of the program: its requests become runs, which may take as long as they do."""

    interrupts = False

    def __init__(self, line: CommandLineSystem) -> None:
        super().__init__(line)
        self.line = line

    def signal(self, number: Signals) -> bool:
        """Send a signal to the process that answers an operation; return whether there is one."""
        return self.line.program.signal(number)

    def clone(self) -> "ClientConnection":
        """Return another client in the same repository, for another thread."""
        return ClientConnection(self.line.clone())


def first_client(line: CommandLineSystem) -> ClientConnection:
    """Return the first client of a program, which makes the repository that all share.

    Nobody moves its clock. Raises `Broken` for one that cannot be probed; nothing is left then.
    """
    try:
        identity = line.identity
    except BrokenProgram as error:
        line.close()
        raise Broken("refused", f"'hello' was answered with an error: {error}") from error
    if identity.clock is Clock.OFFSET:
        line.identity = replace(identity, clock=Clock.NONE)
        line.clock_kind = Clock.NONE
    return ClientConnection(line)
