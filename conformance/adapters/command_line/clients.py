"""Concurrent clients of a program, in one repository that they share.

They run in threads of this process, so that what is killed or stopped in the middle of an operation
is the program and not its adapter.
"""

from dataclasses import replace
from signal import Signals

from conformance.adapters.command_line.probing import CommandLineSystem
from conformance.adapters.connections import Broken
from conformance.adapters.in_process import PythonConnection
from conformance.adapters.sut import BrokenProgram
from conformance.protocol.messages import Clock


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
