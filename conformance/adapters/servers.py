"""The PostgreSQL store as a system under test, in a schema of its own on a server."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from secrets import token_hex

from conformance.adapters.stores import ReopenedStore, StoreSystem


class ServerSystem(StoreSystem):
    """A store on a server."""

    identity = replace(
        StoreSystem.identity, name="planspec PostgreSQL store", language="Python, PostgreSQL"
    )


class ServerStore(ReopenedStore):
    """Opens a store in a schema of its own. Whatever else the database holds stays as it is."""

    def __init__(self, url: str) -> None:
        super().__init__(own_schema(url), ServerSystem)


@contextmanager
def own_schema(url: str) -> Iterator[str]:
    """Create a schema; yield the URL of a database that uses no other, and drop it in the end."""
    from impl.store.database.postgresql import connect

    name = f"planspec_{token_hex(8)}"
    with connect(url, timeout_seconds=5.0) as connection:
        connection.execute(f"CREATE SCHEMA {name}".encode())
    try:
        yield in_schema(url, name)
    finally:
        with connect(url, timeout_seconds=5.0) as connection:
            connection.execute("SET client_min_messages = warning")
            connection.execute(f"DROP SCHEMA {name} CASCADE".encode())


def in_schema(url: str, name: str) -> str:
    """Return the URL of a database in which only a schema is used."""
    return f"{url}{'&' if '?' in url else '?'}options=-csearch_path%3D{name}"
