"""The system under test that a command line names: a program, a port, a factory."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from conformance.adapters.command_line.variables import CLOCK_VARIABLE
from conformance.adapters.connections import Broken, Connection
from conformance.adapters.remote import RemoteSystem, Timeouts
from conformance.cli.common.printing import print_result
from conformance.cli.common.usage import UsageError
from conformance.kit.target import NamedSystem
from conformance.protocol.documents.validation import BrokenDocument
from conformance.reports.exit_codes import BROKEN


def connected(options: argparse.Namespace) -> Connection:
    """Connect to the one system that was named. Raises `UsageError` unless it is exactly one."""
    command = [word for word in options.command if word != "--"]
    given = [name for name in (command, options.python, options.connect, options.cli) if name]
    if len(given) != 1:
        forms = "'-- COMMAND', '--python FILE:FACTORY', '--connect HOST:PORT' or '--cli PROGRAM'"
        raise UsageError(f"{len(given)} implementations are named; expected exactly one of {forms}")
    if options.python:
        from conformance.adapters.in_process import PythonConnection, loaded

        return PythonConnection(loaded(options.python))
    if options.cli:
        from conformance.adapters.command_line.adapter import CommandLineConnection, Habits

        habits = Habits(options.clock_variable, options.store)
        return CommandLineConnection(options.cli, habits, options.timeout)
    if options.connect:
        from conformance.adapters.sockets import SocketConnection

        return SocketConnection(*host_and_port(options.connect), options.start_timeout)
    from conformance.adapters.processes import ProcessConnection

    return ProcessConnection(command, show=True)


def host_and_port(place: str) -> tuple[str, int]:
    """Return host and port of HOST:PORT. Raises `UsageError` if it is something else."""
    host, _, port = place.rpartition(":")
    if not host or not port.isdecimal():
        raise UsageError(f"--connect {place!r}: expected HOST:PORT, such as localhost:5000")
    return host, int(port)


@contextmanager
def opened(options: argparse.Namespace) -> Iterator[RemoteSystem]:
    """Connect and shake hands. Raises `Broken` if that fails; nothing is left running."""
    connection = connected(options)
    try:
        yield RemoteSystem(connection, Timeouts(options.start_timeout, options.timeout))
    finally:
        connection.close()


def print_broken(broken: Broken) -> int:
    """Print what broke and return the exit code; its standard error was shown as it came."""
    print(f"planspec: the implementation broke ({broken.kind}): {broken}", file=sys.stderr)
    return BROKEN


def report_broken(broken: Broken, as_json: bool) -> int:
    """Print what broke, as a document too if that is wanted, and return the exit code."""
    if as_json:
        kind, last_words = broken.kind, broken.last_words
        document = BrokenDocument(kind=kind, problem=str(broken), last_words=last_words)
        print_result(as_json, lambda: document)
    return print_broken(broken)


def target_of(options: argparse.Namespace) -> NamedSystem:
    """Return which system is meant."""
    command = tuple(word for word in options.command if word != "--")
    if options.python:
        return NamedSystem(("--python", options.python), made=loading(options.python))
    if options.cli:
        return NamedSystem(tuple(cli_words(options)), made=driving(options))
    if options.connect:
        return NamedSystem(("--connect", options.connect), connect=options.connect)
    return NamedSystem(("--", *command), command)


def cli_words(options: argparse.Namespace) -> Iterator[str]:
    """Yield the words that name a program with the command line of planstate again."""
    yield from ("--cli", options.cli)
    if options.clock_variable != CLOCK_VARIABLE:
        yield from ("--clock-variable", options.clock_variable)
    if options.store is not None:
        yield from ("--store", options.store)


def loading(place: str) -> str:
    """Return the lines of Python that make a system in the same process."""
    return (
        "from conformance.adapters.in_process import PythonConnection, loaded\n\n"
        f"connection = PythonConnection(loaded({place!r}))\n"
    )


def driving(options: argparse.Namespace) -> str:
    """Return the lines of Python that drive a program with the command line of planstate."""
    habits = f"Habits({options.clock_variable!r}, {options.store!r})"
    return (
        "from conformance.adapters.command_line.adapter import CommandLineConnection, Habits\n\n"
        f"connection = CommandLineConnection({options.cli!r}, {habits}, {options.timeout!r})\n"
    )
