"""A server whose tables are on a disk that is soon full."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest

from tests.servers import started_server, url_of

SMALL, LARGE = "24m", "256m"


class Disk(NamedTuple):
    """A file system in memory, and the URL of a database on it."""

    folder: Path
    url: str

    def make_room(self) -> None:
        """Make the disk larger."""
        mount(self.folder, f"remount,size={LARGE}")


@contextmanager
def small_disk() -> Iterator[Disk]:
    """Start a server with a database on a small disk. Skips where none can be mounted."""
    server = started_server()
    disk = Path(server.pgdata).with_name("small")
    disk.mkdir()
    try:
        mount(disk, f"size={SMALL}")
        space = disk / "space"
        space.mkdir()
        owner = Path(server.pgdata).stat()
        subprocess.run(["chown", f"{owner.st_uid}:{owner.st_gid}", str(space)], check=True)
        with psycopg.connect(url_of(server), autocommit=True) as connection:
            connection.execute(f"CREATE TABLESPACE small LOCATION '{space}'".encode())
            connection.execute("CREATE DATABASE small TABLESPACE small")
        yield Disk(disk, url_of(server).replace("/postgres?", "/small?"))
    finally:
        server.cleanup()
        subprocess.run(["umount", str(disk)], check=False, capture_output=True)


def mount(folder: Path, options: str) -> None:
    """Mount a file system in memory, or skip the test where that is not allowed."""
    words = ["mount", "-t", "tmpfs", "-o", options, "planspec-test", str(folder)]
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"no small disk can be mounted: {done.stderr.strip()}")
