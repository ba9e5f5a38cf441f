"""A proxy before a server, which cuts connections in the middle of COMMIT."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

import psycopg

COMMIT = b"COMMIT\0"
SOCKET = ".s.PGSQL.5432"


class Cut(StrEnum):
    """When a connection is cut: before the server sees COMMIT, or before its answer is seen."""

    BEFORE = "before"
    AFTER = "after"


def once(cut: Cut) -> Callable[[], Cut | None]:
    """Return what cuts at the first COMMIT only."""
    cuts = [cut]
    return lambda: cuts.pop() if cuts else None


class Proxy:
    """Passes on what clients and a server say to each other.

    `cut` is asked at each COMMIT whether the connection is cut there.
    """

    def __init__(self, url: str, folder: Path, cut: Callable[[], Cut | None]) -> None:
        with psycopg.connect(url) as connection:
            self._host, self._port = connection.info.host, connection.info.port
        self.url = f"{url}&host={quote(str(folder), safe='')}&port=5432"
        self.cuts = 0
        self._cut = cut
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(folder / SOCKET))
        self._listener.listen(64)
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Accept nobody any more."""
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client, self._connected() as server, suppress(OSError):
            muted = threading.Event()
            back = threading.Thread(target=pass_on, args=(server, client, muted), daemon=True)
            back.start()
            while data := client.recv(65_536):
                cut = self._cut() if COMMIT in data else None
                if cut is None:
                    server.sendall(data)
                    continue
                self.cuts += 1
                muted.set()
                if cut is Cut.AFTER:
                    server.sendall(data)
                # The client learns of the cut when the server has done all that it will do.
                server.shutdown(socket.SHUT_WR)
                back.join()
                break
            server.shutdown(socket.SHUT_RDWR)

    def _connected(self) -> socket.socket:
        if not self._host.startswith("/"):
            return socket.create_connection((self._host, self._port))
        server = socket.socket(socket.AF_UNIX)
        server.connect(f"{self._host}/.s.PGSQL.{self._port}")
        return server


def pass_on(source: socket.socket, target: socket.socket, muted: threading.Event) -> None:
    """Pass on what one says to the other, unless muted, until one of them is gone."""
    with suppress(OSError):
        while data := source.recv(65_536):
            if not muted.is_set():
                target.sendall(data)
    with suppress(OSError):
        target.shutdown(socket.SHUT_RDWR)


@contextmanager
def proxy(url: str, cut: Callable[[], Cut | None]) -> Iterator[Proxy]:
    """Start a proxy before the server of a URL."""
    with TemporaryDirectory(prefix="planspec-proxy-") as folder:
        started = Proxy(url, Path(folder), cut)
        try:
            yield started
        finally:
            started.close()
