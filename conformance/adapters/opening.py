"""Opening the implementation that a command line names: a program, a port, a factory."""

import argparse
import sys

from conformance.adapters.connections import Broken, Connection
from conformance.adapters.subject import Subject, Timeouts
from conformance.usage import UsageError

CLOCK_VARIABLE = "PLANSTATE_NOW"
"""The environment variable that sets the time of planstate."""


def connected(options: argparse.Namespace) -> Connection:
    """Connect to the one implementation that was named; raise `UsageError` unless it is one."""
    command = [word for word in options.command if word != "--"]
    given = [name for name in (command, options.python, options.connect, options.cli) if name]
    if len(given) != 1:
        forms = "'-- COMMAND', '--python FILE:FACTORY', '--connect HOST:PORT' or '--cli PROGRAM'"
        raise UsageError(f"{len(given)} implementations are named; expected exactly one of {forms}")
    if options.python:
        from conformance.adapters.in_process import PythonConnection, loaded

        return PythonConnection(loaded(options.python))
    if options.cli:
        from conformance.adapters.command_line.adapter import Habits
        from conformance.adapters.command_line.connection import CommandLineConnection

        habits = Habits(options.clock_variable, options.store)
        return CommandLineConnection(options.cli, habits, options.timeout)
    if options.connect:
        from conformance.adapters.sockets import SocketConnection

        return SocketConnection(*host_and_port(options.connect), options.start_timeout)
    from conformance.adapters.processes import ProcessConnection

    return ProcessConnection(command, show=True)


def host_and_port(place: str) -> tuple[str, int]:
    """Read HOST:PORT; raise `UsageError` if it is something else."""
    host, _, port = place.rpartition(":")
    if not host or not port.isdecimal():
        raise UsageError(f"--connect {place!r}: expected HOST:PORT, such as localhost:5000")
    return host, int(port)


def opened(options: argparse.Namespace) -> Subject:
    """Connect and shake hands; raise `Broken` if that fails, with nothing left running."""
    connection = connected(options)
    try:
        return Subject(connection, Timeouts(options.start_timeout, options.timeout))
    except Broken:
        connection.close()
        raise


def tell_broken(broken: Broken) -> None:
    """Tell what broke. What the program said on standard error was shown as it came."""
    print(f"planspec: the implementation broke ({broken.kind}): {broken}", file=sys.stderr)
