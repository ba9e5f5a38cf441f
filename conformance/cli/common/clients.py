"""The clients of one store that a command line names: processes, connections, threads."""

import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Iterator
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


class SharedStore:
    """A new store, and how each client is connected to it. This one has processes or a server."""

    def __init__(self, options: ConformOptions, path: Path) -> None:
        self.options = options
        self.path = path

    def connection(self) -> Transport:
        """Connect one more client."""
        words = [word.replace(PLACEHOLDER, str(self.path)) for word in require_one(self.options)]
        return connected(replace(self.options, command=tuple(words)))

    def open(self) -> RemoteSystem:
        """Connect one more client, and choose the edition that it is judged by."""
        connection = self.connection()
        try:
            system = judged(connection, self.options)
            offered_by(system, frozenset(self.options.area))
            if system.identity.clock is Clock.OFFSET:
                raise UsageError(
                    f"{system.identity.name} has a clock that is put forward, which all clients "
                    "would feel; --clients needs the clock 'virtual' or 'none'"
                )
        except BaseException:
            connection.close()
            raise
        return system

    def close(self) -> None:
        """Remove the store."""


class Threads(SharedStore):
    """Systems in Python, made by one factory for threads of this process."""

    def __init__(self, options: ConformOptions, path: Path) -> None:
        super().__init__(options, path)
        from conformance.adapters.in_process import factory_named

        self.make = factory_named(options.python)

    def connection(self) -> Transport:
        """Make one more system."""
        from conformance.adapters.in_process import PythonConnection, made_by

        return PythonConnection(made_by(self.make, self.options.python, str(self.path)))


class Repository(SharedStore):
    """A new repository, in which each client runs a program with a command line."""

    def __init__(self, options: ConformOptions, path: Path) -> None:
        super().__init__(options, path)
        from conformance.adapters.command_line.clients import first_client
        from conformance.adapters.command_line.probing import CommandLineSystem

        self.first = first_client(CommandLineSystem(program_of(options), options.store))
        self.is_open = False
        self.lock = threading.Lock()

    def connection(self) -> Transport:
        """Return the first client, which makes the repository, or one more beside it."""
        with self.lock:
            opened, self.is_open = self.is_open, True
        return self.first.clone() if opened else self.first

    def close(self) -> None:
        """Remove the repository."""
        self.first.line.close()


@contextmanager
def new_store(options: ConformOptions) -> Iterator[SharedStore]:
    """Make a new store for a while."""
    with ExitStack() as stack:
        if options.python:
            # Threads change places in the middle of operations, as processes do.
            stack.callback(sys.setswitchinterval, sys.getswitchinterval())
            sys.setswitchinterval(SWITCH_INTERVAL)
        folder = Path(tempfile.mkdtemp(prefix="planspec-", dir=fast_folder()))
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        kind = Repository if options.cli else Threads if options.python else SharedStore
        store = kind(options, folder / "store.db")
        stack.callback(store.close)
        yield store


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
    if options.report is not None:
        raise UsageError("--report: not with --clients, which saves a history in --traces")
