"""A process of a contest: it serves a store, and asks before every statement whether to go on.

    python -m conformance.mutants.races.server SOCKET FOLDER [MODULE]

A module of the implementation that is named has its changed source in the folder. Every `reset`
takes the next store file there, which exists already.
"""

import os
import socket
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from conformance.adapters.serving import serve
from conformance.adapters.stores import StoreSystem
from conformance.mutants.faults.loading import stores_with
from conformance.mutants.races.files import StoreFiles
from impl.store.store import Store

OpenStore = Callable[[Path], Store]


class NextFile(StoreSystem):
    """A store in the next file of a folder after each reset, so that nothing is left over."""

    def __init__(self, files: StoreFiles, open_store: OpenStore) -> None:
        self.files = files
        self.open_store = open_store
        self.number = 0
        super().__init__()

    def reset(self) -> None:
        """Go on to the next file."""
        self.store.close()
        self.number += 1
        self.store = self.open_store(self.files.path(self.number))


def stop_before_statements(path: str) -> None:
    """Send each statement of every connection to a socket, and wait for a byte before it runs."""
    channel = socket.socket(socket.AF_UNIX)
    channel.connect(path)

    def wait(statement: str) -> None:
        channel.sendall(" ".join(statement.split()).encode() + b"\n")
        if not channel.recv(1):
            os._exit(1)  # whoever holds this process is gone

    connect = sqlite3.connect

    def connect_traced(*arguments: Any, **options: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*arguments, **options)
        connection.set_trace_callback(wait)
        return connection

    # In this process nothing else connects to a database.
    setattr(sqlite3, "connect", connect_traced)  # noqa: B010


def opener(files: StoreFiles, module: str | None) -> OpenStore:
    """Return what opens a store of the implementation, perhaps with one module changed."""
    stores = Store
    if module is not None:
        stores = stores_with(module, files.changed.read_text(encoding="utf-8")).Store
    # Only a loss of power could tell that the file is not synchronised.
    return lambda path: stores.open(path, synchronous="OFF")


def main(place: str, folder: str, module: str | None = None) -> None:
    """Serve a store on standard input and output."""
    files = StoreFiles(Path(folder))
    served = NextFile(files, opener(files, module))
    stop_before_statements(place)
    serve(served, sys.stdin, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
