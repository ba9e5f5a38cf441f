"""The system under test that a command line names: a program, a port, a factory."""

import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cache, partial
from typing import TYPE_CHECKING

from conformance.adapters.connections import Broken, Transport
from conformance.adapters.remote import RemoteSystem, Timeouts
from conformance.adapters.sut import BrokenProgram
from conformance.cli.options.fields import MOST_SECONDS
from conformance.cli.options.shared import AdapterOptions, ProgramOptions
from conformance.kit.session import edition_for
from conformance.kit.target import NamedSystem
from conformance.protocol.messages import Clock
from conformance.protocol.usage import UsageError
from impl.given_text import parsed_number, shown
from spec.editions import edition_named
from spec.vocabulary.operations import Operation

LAST_PORT = 65_535
SERVED = (
    "import sys; from conformance.adapters.in_process import loaded; "
    "from conformance.adapters.serving import serve"
)
"""What a process imports that answers as a system in Python does."""

if TYPE_CHECKING:
    from conformance.adapters.command_line.program import DrivenProgram


def connected(options: AdapterOptions) -> Transport:
    """Connect to the one system that was named; a command line is driven by a line process.

    Raises `UsageError` unless it is exactly one, or if there is no such dialect, and `Broken` if
    there is no such program.
    """
    command = require_one(options)
    if options.python:
        from conformance.adapters.in_process import PythonConnection, loaded

        return PythonConnection(loaded(options.python))
    if options.connect:
        from conformance.adapters.connections import SocketConnection

        return SocketConnection(*host_and_port(options.connect), options.start_timeout)
    from conformance.adapters.processes import ProcessConnection

    if options.cli:
        words = cli_words(options, shlex.join(program_of(options).command))
        serve = (sys.executable, "-m", "conformance.cli", "serve")
        command = [*serve, *words, "--timeout", f"{options.timeout:f}"]
    return ProcessConnection(command, show=True)


def program_of(options: ProgramOptions) -> "DrivenProgram":
    """Return the program that is named, in its dialect. Raises `UsageError` or `Broken`."""
    from conformance.adapters.command_line.dialects.dialect import PLAIN, read_dialect
    from conformance.adapters.command_line.program import program_named

    dialect = PLAIN if options.dialect is None else read_dialect(options.dialect)
    try:
        return program_named(options.cli, options.timeout, dialect)
    except BrokenProgram as error:
        raise Broken("not started", str(error)) from error


def require_one(options: AdapterOptions) -> list[str]:
    """Return the words of the program to start. Raises `UsageError` unless one system is named."""
    command = list(options.command)
    given = [name for name in (command, options.python, options.connect, options.cli) if name]
    if len(given) != 1:
        forms = "'-- COMMAND', '--python FILE:FACTORY', '--connect HOST:PORT' or '--cli PROGRAM'"
        raise UsageError(f"{len(given)} implementations are named; expected exactly one of {forms}")
    return command


def host_and_port(place: str) -> tuple[str, int]:
    """Return host and port of HOST:PORT. Raises `UsageError` if it is something else."""
    host, _, port = place.rpartition(":")
    number = parsed_number(port, 1, LAST_PORT)
    if not host or number is None:
        raise UsageError(f"--connect {shown(place)}: expected HOST:PORT, such as localhost:5000")
    return host, number


@contextmanager
def opened(options: AdapterOptions, restarts: bool = True) -> Iterator[RemoteSystem]:
    """Connect, shake hands and choose the edition that the system is judged by.

    With `restarts`, a system that breaks is started again. Raises `Broken` if it cannot be, and
    `UsageError` if there is no such edition; nothing is left running.
    """
    if options.edition is not None:
        edition_named(options.edition)
    reopen = (lambda: connected(options)) if restarts else None
    with (
        closing(connected(options)) as connection,
        closing(judged(connection, options, reopen)) as system,
    ):
        yield system


def judged(
    connection: Transport,
    options: AdapterOptions,
    reopen: Callable[[], Transport] | None = None,
) -> RemoteSystem:
    """Return the system behind a connection, and how it is judged: its edition and tolerance.

    Raises `Broken` if it does not say who it is, and `UsageError` if there is no such edition.
    """
    timeouts = Timeouts(options.start_timeout, options.timeout)
    if options.cli:  # Each run of the command line has a limit of its own.
        timeouts = Timeouts(MOST_SECONDS, MOST_SECONDS)
    system = RemoteSystem(connection, timeouts, reopen)
    system.edition = edition_for(system.identity, options.edition)
    if options.tolerance is not None:
        system.tolerance = round(options.tolerance * 1_000)
    return system


def target_of(options: AdapterOptions) -> NamedSystem:
    """Return the options that name the system, and how it is validated."""
    how = () if options.tolerance is None else ("--tolerance", f"{options.tolerance:g}s")
    named = partial(NamedSystem, edition=options.edition, options=how)
    if options.python:
        served = f"{SERVED}; serve(loaded({options.python!r}), sys.stdin, sys.stdout)"
        return named(("--python", options.python), (sys.executable, "-c", served))
    if options.cli:
        return named(tuple(cli_words(options, options.cli)), script=scripted(options))
    if options.connect:
        host, port = host_and_port(options.connect)
        return named(("--connect", options.connect), ("nc", host, str(port)))
    return named(("--", *options.command), options.command)


def cli_words(options: ProgramOptions, program: str) -> Iterator[str]:
    """Yield the words that name a program with the command line of planstate again."""
    yield from ("--cli", program)
    if options.dialect is not None:
        yield from ("--dialect", str(options.dialect))
    if options.store is not None:
        yield from ("--store", options.store)


def scripted(options: AdapterOptions) -> Callable[[Sequence[Operation], Clock, bool], str]:
    """Return the writer of shell scripts for a program with the command line of planstate."""
    from conformance.adapters.command_line.scripts import script_of

    program = cache(lambda: program_of(options))

    def script(operations: Sequence[Operation], clock: Clock, real_time: bool) -> str:
        return script_of(operations, program(), options.store, clock, real_time=real_time)

    return script
