"""PostgreSQL: a store on a server, shared by several machines.

A transaction that writes holds the row of its plan, so plans do not wait for each other. A path
that is not registered has no row: a lock on its hash stands for it. The isolation is READ
COMMITTED, so that each statement after the lock sees what was committed before it was taken; what
only reads has one snapshot (REPEATABLE READ).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from hashlib import sha256
from math import ceil
from typing import TYPE_CHECKING, Any

from impl.store.database import postgresql_schema as tables
from impl.store.database import schema
from impl.store.database.opening import CommitFailed, ServerAway, StoreUnavailable, concealed

try:
    import psycopg
    from psycopg import sql
    from psycopg.types.numeric import Int8Dumper
except ImportError as missing:
    raise StoreUnavailable(
        "a store on a server needs the package psycopg, which is not installed: run "
        "`pip install 'planspec[postgresql]'`, or name a file"
    ) from missing

from impl.store.database.postgresql_connection import (
    PostgresqlConnection,
    is_lost,
    sentence,
    unavailable,
)
from impl.store.database.postgresql_schema import foreign, require_own

if TYPE_CHECKING:
    from impl.store.database.opening import Synchronous
    from impl.store.database.postgresql_connection import Driver

OLDEST_SERVER = 160_000
"""PostgreSQL 16, the first with `IS JSON`."""

TO_WRITE = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
TO_READ = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
LOCK_PLAN = "SELECT 1 FROM plans WHERE path = {path} FOR UPDATE"
LOCK_PATH = "SELECT pg_advisory_xact_lock({key})"
LOCK_ALL = "LOCK TABLE plans IN EXCLUSIVE MODE"
# A migration excludes this. Unlike a SELECT, it takes no snapshot, which would be too old then.
LOCK_TABLES = "LOCK TABLE plans IN ACCESS SHARE MODE"
READ_VERSION = "SELECT version FROM planspec_store"
# Not now(), which is when the transaction began, before it waited for the lock.
CLOCK = "CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS BIGINT)"
READ_CLOCK = f"SELECT {CLOCK}"
READ_VERSION_AND_CLOCK = f"SELECT version, {CLOCK} FROM planspec_store"


class PostgresqlDatabase:
    """A store in a schema of a PostgreSQL database."""

    def __init__(self, connect: Callable[[], Driver]) -> None:
        self._connect = connect
        self.connection = PostgresqlConnection(connect())
        self._open = True
        self._locked_at: int | None = None
        self._written_before = 0

    @property
    def written_rows(self) -> int:
        """The number of rows written so far, also in transactions that were rolled back."""
        return self.connection.written_rows

    def begin_to_write(self, plan: str | None) -> None:
        """Begin a transaction with the lock of a plan, or of all plans for `None`."""
        with self._rolling_back():
            # In one message, because others wait as long for this plan.
            if plan is None:
                [found] = self._begin(TO_WRITE, LOCK_ALL, READ_VERSION_AND_CLOCK)
            else:
                lock_row = LOCK_PLAN.format(path=self.connection.literal(plan))
                locked, found = self._begin(TO_WRITE, lock_row, READ_VERSION_AND_CLOCK)
                if not locked:
                    # Whoever registers it has this lock too, and then there is a row.
                    lock_path = LOCK_PATH.format(key=_lock_key(plan))
                    found = self.connection.together(lock_path, lock_row, READ_VERSION_AND_CLOCK)[2]
            # After the lock, for which a migration waits.
            [(version, self._locked_at)] = found
            schema.require_current(version, "this")

    def begin_to_read(self) -> None:
        """Begin a transaction that sees one state of the store."""
        with self._rolling_back():
            [[(version,)]] = self._begin(TO_READ, LOCK_TABLES, READ_VERSION)
            schema.require_current(version, "this")

    def _begin(self, *statements: str) -> list[list[Any]]:
        """Begin a transaction; connect again if the connection was lost since the last one."""
        self._written_before = self.written_rows
        try:
            return self.connection.together(*statements)
        except ServerAway:
            if not self._open:
                raise
        self.connection.driver = self._connect()
        return self.connection.together(*statements)

    @contextmanager
    def _rolling_back(self) -> Iterator[None]:
        try:
            yield
        except BaseException:
            self.rollback()
            raise

    def now(self) -> int:
        """Return the time of the server in milliseconds."""
        if self._locked_at is not None:
            return self._locked_at
        [[(now,)]] = self.connection.together(READ_CLOCK)
        return int(now)

    def commit(self) -> None:
        """Commit. Raises `CommitFailed` if nobody knows whether what was written is stored."""
        self._locked_at = None
        try:
            status = self.connection.driver.execute("COMMIT").statusmessage
        except psycopg.Error as error:
            if is_lost(error) and self.written_rows != self._written_before:
                raise CommitFailed(error) from error
            raise unavailable(error) from error
        if status != "COMMIT":  # but ROLLBACK, which is no error, after a failed statement
            raise StoreUnavailable(f"the server answered COMMIT with {status}: nothing was changed")

    def rollback(self) -> None:
        """Roll back, if a transaction is open. One whose connection is lost, the server ends."""
        self._locked_at = None
        with suppress(psycopg.Error):
            self.connection.driver.rollback()

    def integrity_problems(self) -> list[str]:
        """Return what neither the caller nor the schema's owner owns: PostgreSQL checks data."""
        return foreign(self.connection.driver, also_of_schema=False)

    def close(self) -> None:
        """Close the connection."""
        self._open = False
        self.connection.driver.close()


def open_url(url: str, timeout_seconds: float, synchronous: Synchronous) -> PostgresqlDatabase:
    """Open or create the store in a database. Raises `StoreUnavailable`."""
    return PostgresqlDatabase(partial(_connected, url, timeout_seconds, synchronous))


def _connected(url: str, timeout_seconds: float, synchronous: Synchronous) -> Driver:
    driver = connect(url, timeout_seconds)
    try:
        _prepare(driver, timeout_seconds, synchronous)
    except BaseException as error:
        driver.close()
        if isinstance(error, psycopg.Error):
            raise unavailable(error) from error
        raise
    return driver


def connect(url: str, timeout_seconds: float) -> Driver:
    """Connect to a server. Raises `ServerAway`."""
    try:
        driver = psycopg.connect(
            url,
            autocommit=True,  # every transaction begins and ends by a statement
            connect_timeout=max(2, ceil(timeout_seconds)),  # whole seconds, of which 0 is no limit
            client_encoding="utf8",
        )
    except (psycopg.Error, UnicodeError) as error:
        raise ServerAway(
            f"the server cannot be reached ({concealed(sentence(error), url)}); expected a URL "
            "such as postgresql://user@host/database: check it, the server and your permissions"
        ) from None  # whose traceback would show the URL
    # PostgreSQL prepares a statement for the types of its parameters: one type for all numbers.
    driver.adapters.register_dumper(int, Int8Dumper)
    return driver


def _prepare(driver: Driver, timeout_seconds: float, synchronous: Synchronous) -> None:
    """Set up a session, and create the store if the schema has none."""
    limit_waiting(driver, timeout_seconds)
    if synchronous == "OFF":
        driver.execute("SET synchronous_commit = off")
    if driver.info.server_version < OLDEST_SERVER:
        raise StoreUnavailable(
            f"the server has PostgreSQL {driver.info.server_version // 10_000}; expected 16 or "
            "newer: use another server"
        )
    encoding = driver.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        raise StoreUnavailable(
            f"the database has the encoding {encoding}; expected UTF8: create one with "
            "`createdb --encoding=UTF8 --template=template0 NAME`"
        )
    if not is_store(driver):
        create(driver)
    for (version,) in driver.execute(READ_VERSION):
        schema.require_current(version, "this")


def limit_waiting(driver: Driver, timeout_seconds: float) -> None:
    """Limit the wait of a session for locks, in seconds, and that of others for it to a minute."""
    settings = {
        "lock_timeout": f"{max(1, round(timeout_seconds * 1000))}ms",  # 0 is no limit
        # A client that is stopped in a transaction must not stop all others.
        "idle_in_transaction_session_timeout": "60s",
    }
    for name, value in settings.items():
        driver.execute("SELECT set_config(%s, %s, false)", (name, value))


def is_store(driver: Driver) -> bool:
    """Return whether the schema has a store. Raises `StoreUnavailable` if it has other tables."""
    find = "SELECT to_regclass('planspec_store') IS NOT NULL, to_regclass('plans') IS NOT NULL"
    [(marked, plans)] = driver.execute(find)
    if plans and not marked:
        raise StoreUnavailable(
            "the schema has a table `plans` of another application; expected a store or an empty "
            "schema: name another database, or another schema with `?options=-csearch_path%3DNAME`"
        )
    return bool(marked)


def create(driver: Driver) -> bool:
    """Create the tables of a store, wholly or not at all, and return whether that was needed.

    Several processes may do so at the same time: the first does the work.
    """
    with driver.transaction():
        driver.execute("SELECT pg_advisory_xact_lock(%s)", (_lock_key(""),))
        _create_schema(driver)
        require_own(driver)
        if is_new := not is_store(driver):
            for statement in (*tables.CREATE, tables.MARK):
                driver.execute(tables.translated(statement).encode())
            driver.execute("INSERT INTO planspec_store (version) VALUES (%s)", (schema.VERSION,))
    return is_new


def _create_schema(driver: Driver) -> None:
    """Create the first schema of the search path, if none of them exists."""
    [(schema_in_use, path)] = driver.execute(
        "SELECT current_schema(), current_setting('search_path')"
    )
    if schema_in_use is None:
        name = path.partition(",")[0].strip().strip('"')
        # It may be there, closed to this role: whoever calls this names its owner.
        driver.execute(sql.SQL("CREATE SCHEMA IF NOT EXISTS {}").format(sql.Identifier(name)))


def _lock_key(path: str) -> int:
    """Return the number that stands for a path among the advisory locks of a database."""
    return int.from_bytes(sha256(b"planspec:" + path.encode()).digest()[:8], signed=True)
