"""The store as a system under test: in memory, in a real file, or on a server."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory

from conformance.adapters.model import WHOLE
from conformance.adapters.sut import InProcessSystem
from impl.store.store import Store
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.state import Plan, State

OpenSystem = Callable[[], InProcessSystem]
"""Opens a system in this process, empty and independent of every other."""


class StoreSystem:
    """A store of the reference implementation, in memory if none is given.

    One that is `kept` stays open when a run closes it, for the next run to empty.
    """

    identity = replace(WHOLE, name="planspec SQLite store", language="Python, SQLite")

    def __init__(self, store: Store | None = None, *, kept: bool = False) -> None:
        self.store = store or Store.in_memory()
        self.kept = kept

    def open(self, folder: str) -> None:
        """Use the store in a folder from now on; it is made if nothing is there."""
        self.close()
        self.store = type(self.store).open(Path(folder) / "state.db")

    def reset(self) -> None:
        """Forget everything."""
        self.load(State())

    def apply(self, operation: Operation) -> Outcome:
        """Apply an operation."""
        return self.store.apply(operation)

    def observe(self) -> State:
        """Return everything that is stored."""
        return self.store.snapshot_state()

    def observe_plan(self, plan: str, family: str | None = None) -> Plan | None:
        """Return a plan, or `None`; with `family`, only that top-level step and its substeps."""
        return self.store.snapshot(plan, family)

    def load(self, state: State) -> None:
        """Replace everything that is stored by a state."""
        self.store.load(state)

    def integrity_problems(self) -> list[str]:
        """Return what is wrong with the stored data itself."""
        return self.store.integrity_problems()

    def close(self) -> None:
        """Close the store, unless it is kept."""
        if not self.kept:
            self.store.close()


class ReopenedStore(ExitStack):
    """Opens one store at a place again and again, empty each time.

    Preparing its statements once instead of for every example makes checking much faster. Only a
    loss of power could tell that it is not synchronised. Raises `StoreUnavailable`.
    """

    def __init__(self, place: AbstractContextManager[Path | str], kind: type[StoreSystem]) -> None:
        super().__init__()
        with ExitStack() as opened:
            where = opened.enter_context(place)
            store = opened.enter_context(Store.open(where, synchronous="OFF"))
            self.system = kind(store, kept=True)
            self.enter_context(opened.pop_all())

    def open(self) -> StoreSystem:
        """Empty the store and return it."""
        self.system.reset()
        return self.system


class FileStore(ReopenedStore):
    """Opens a store file in a temporary folder."""

    def __init__(self) -> None:
        super().__init__(new_file(), StoreSystem)


@contextmanager
def new_file() -> Iterator[Path]:
    """Yield the path of a store file that is not there yet; its folder goes in the end."""
    with TemporaryDirectory(prefix="planspec-", ignore_cleanup_errors=True) as folder:
        yield Path(folder, "state.db")


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
