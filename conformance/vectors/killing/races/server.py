"""A process of a contest: it serves a store, and asks before every statement whether to go on.

    python -m conformance.vectors.killing.races.server SOCKET FOLDER

Every `reset` opens the store file that is the current one in the folder, by the implementation or
by one with a module changed.
"""

import os
import socket
import sqlite3
import sys
from functools import cache
from pathlib import Path
from typing import Any

from conformance.adapters.serving import serve
from conformance.adapters.stores import StoreSystem
from conformance.mutants.faults.loading import stores_with
from conformance.vectors.killing.races.files import StoreFiles
from impl.store.store import Store

TRY_AGAIN, GIVE_UP = b".", b"!"
"""What a process that waits for a lock is told; the first also lets any other statement run."""


class CurrentFile(StoreSystem):
    """The current store of a folder after each reset, so that nothing is left over."""

    def __init__(self, files: StoreFiles) -> None:
        self.files = files
        super().__init__()

    def reset(self) -> None:
        """Go on to the current store."""
        self.store.close()
        number, module, source = self.files.current
        stores = Store if module is None else changed_store(module, source)
        # Only a loss of power could tell that the file is not synchronised.
        self.store = stores.open(self.files.path(number), synchronous="OFF")


@cache
def changed_store(module: str, source: str) -> type[Store]:
    """Return the store of an implementation with one module changed."""
    changed: type[Store] = stores_with(module, source).Store
    return changed


def stop_before_statements(path: str) -> None:
    """Send each statement of every connection to a socket, and wait for a byte before it runs.

    A statement that has to wait for a lock fails at once instead, and changes nothing. Then an
    empty line is sent, and a byte says whether to run it again.
    """
    channel = socket.socket(socket.AF_UNIX)
    channel.connect(path)

    def ask(line: str) -> bytes:
        channel.sendall(line.encode() + b"\n")
        answer = channel.recv(1)
        if not answer:
            os._exit(1)  # whoever holds this process is gone
        return answer

    class Waiting(sqlite3.Connection):
        """A connection that asks whether to wait."""

        def execute(self, *statement: Any) -> sqlite3.Cursor:
            while True:
                try:
                    return super().execute(*statement)
                except sqlite3.OperationalError as error:
                    is_busy = error.sqlite_errorcode == sqlite3.SQLITE_BUSY
                    if not is_busy or ask("") == GIVE_UP:
                        raise

    connect = sqlite3.connect

    def connect_traced(*arguments: Any, **options: Any) -> sqlite3.Connection:
        options |= {"timeout": 0, "factory": Waiting}
        connection: sqlite3.Connection = connect(*arguments, **options)
        connection.set_trace_callback(lambda statement: ask(" ".join(statement.split())))
        return connection

    # In this process nothing else connects to a database.
    setattr(sqlite3, "connect", connect_traced)  # noqa: B010


def main(place: str, folder: str) -> None:
    """Serve a store on standard input and output."""
    served = CurrentFile(StoreFiles(Path(folder)))
    stop_before_statements(place)
    serve(served, sys.stdin, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
