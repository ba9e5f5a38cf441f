"""The clients of one store that a command line names: processes, connections, threads."""

import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

from conformance.adapters.connections import Transport
from conformance.adapters.remote import RemoteSystem
from conformance.cli.common.effort import offered_by
from conformance.cli.common.opening import connected, judged, program_of, require_one
from conformance.cli.options.validation import ConformOptions
from conformance.protocol.messages import Clock
from conformance.protocol.usage import UsageError

PLACEHOLDER = "{store}"
"""The placeholder in a command for the path of the store that all clients share."""
MOST_CLIENTS = 64
"""More would contend for this machine, not for the store."""
SWITCH_INTERVAL = 1e-4
"""How long a thread runs before another one may, in seconds."""
MEMORY, ENOUGH = Path("/dev/shm"), 1 << 28
"""Files in memory, where nothing waits for a disk, and how many bytes have to be free there."""


@contextmanager
def new_store(options: ConformOptions) -> Iterator[Callable[[], RemoteSystem]]:
    """Make a new store for a while; yield what connects one more client to it.

    Each client is judged by the edition that is chosen, or raises `UsageError`.
    """
    with ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix="planspec-", dir=fast_folder()))
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        connect = connections_to(options, str(folder / "store.db"), stack)

        def opened() -> RemoteSystem:
            connection = connect()
            try:
                system = judged(connection, options)
                offered_by(system, frozenset(options.area))
                if system.identity.clock is Clock.OFFSET:
                    raise UsageError(
                        f"{system.identity.name} has a clock that is put forward, which all "
                        "clients would feel; --clients needs the clock 'virtual' or 'none'"
                    )
            except BaseException:
                connection.close()
                raise
            return system

        yield opened


def connections_to(options: ConformOptions, path: str, stack: ExitStack) -> Callable[[], Transport]:
    """Return what connects one more client to the store at a path, until the stack is closed."""
    if options.cli:
        return connections_to_repository(options, stack)
    if not options.python:
        words = tuple(word.replace(PLACEHOLDER, path) for word in require_one(options))
        return lambda: connected(replace(options, command=words))
    from conformance.adapters.in_process import PythonConnection, factory_named, made_by

    make = factory_named(options.python)
    # Threads change places in the middle of operations, as processes do.
    stack.callback(sys.setswitchinterval, sys.getswitchinterval())
    sys.setswitchinterval(SWITCH_INTERVAL)
    return lambda: PythonConnection(made_by(make, options.python, path))


def connections_to_repository(options: ConformOptions, stack: ExitStack) -> Callable[[], Transport]:
    """Return what makes one more client of a program with a command line, in a new repository."""
    from conformance.adapters.command_line.probing import CommandLineSystem, first_client

    first = first_client(CommandLineSystem(program_of(options), options.store))
    stack.callback(first.line.close)
    unused = [first]

    def connection() -> Transport:
        try:
            return unused.pop()
        except IndexError:
            return first.clone()

    return connection


def fast_folder() -> str | None:
    """Return a folder in memory, if this machine has one with space, in which more happens."""
    has_space = MEMORY.is_dir() and os.access(MEMORY, os.W_OK)
    return str(MEMORY) if has_space and shutil.disk_usage(MEMORY).free >= ENOUGH else None


def require_possible(options: ConformOptions) -> None:
    """Raise `UsageError` if what is wanted cannot be done with the system that is named."""
    require_one(options)
    if options.clients > MOST_CLIENTS:
        raise UsageError(f"--clients {options.clients}: expected at most {MOST_CLIENTS}")
    if options.command:
        if not any(PLACEHOLDER in word for word in options.command):
            raise UsageError(
                f"--clients starts the command {options.clients} times on one store; write "
                f"{PLACEHOLDER} where the path of the store stands in it"
            )
    elif (options.kill or options.pause) and not options.cli:
        raise UsageError(
            "--kill and --pause need processes that planspec starts: '-- COMMAND' or '--cli'"
        )
