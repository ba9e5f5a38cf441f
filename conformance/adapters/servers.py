"""The PostgreSQL store as a system under test, in a schema of its own on a server."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from secrets import token_hex
from typing import Self

from conformance.adapters.stores import KeptStore, StoreSystem
from impl.store.store import Store


class ServerSystem(StoreSystem):
    """A store on a server."""

    identity = replace(
        StoreSystem.identity, name="planspec PostgreSQL store", language="Python, PostgreSQL"
    )


class KeptServerSystem(ServerSystem, KeptStore):
    """A store on a server that stays open when a run closes it."""


class ServerStore:
    """Opens one store in a schema of its own again and again, empty each time.

    Whatever else the database holds stays as it is. Raises `StoreUnavailable`.
    """

    def __init__(self, url: str) -> None:
        with ExitStack() as opened:
            place = opened.enter_context(own_schema(url))
            # Only a loss of power could tell that a commit is not synchronised.
            store = opened.enter_context(Store.open(place, synchronous="OFF"))
            self.system = KeptServerSystem(store)
            self._opened = opened.pop_all()

    def open(self) -> StoreSystem:
        """Empty the store and return it."""
        self.system.reset()
        return self.system

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()


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
