"""Opening a program with the command line of `planstate`: `--cli PROGRAM`."""

from conformance.adapters.command_line.adapter import CommandLine, Habits
from conformance.adapters.command_line.program import program_named
from conformance.adapters.connections import Broken
from conformance.adapters.in_process import PythonConnection
from conformance.adapters.sut import BrokenProgram


class CommandLineConnection(PythonConnection):
    """Requests that become runs of a program, each of which may take `timeout` seconds.

    Raises `Broken` if there is no such program.
    """

    def __init__(self, program: str, habits: Habits, timeout: float) -> None:
        try:
            self.line = CommandLine(program_named(program, timeout), habits)
        except BrokenProgram as error:
            raise Broken("not started", str(error)) from error
        super().__init__(self.line)

    def close(self) -> None:
        """Take the program's repositories away."""
        self.line.close()
