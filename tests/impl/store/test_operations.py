"""A command of the store takes the write lock, and a query does not."""

import sqlite3

from impl.store.store import Store
from spec.vocabulary.readiness import Readiness, Ready
from tests.impl.bridge import PLAN, claim


def test_only_a_command_takes_the_write_lock(store: Store) -> None:
    statements: list[str] = []
    connection = store._connection
    assert isinstance(connection, sqlite3.Connection)
    connection.set_trace_callback(statements.append)
    assert isinstance(store.apply(Ready(PLAN, 1)), Readiness)
    assert statements[0] == "BEGIN"
    statements.clear()
    store.apply(claim())
    assert statements[0] == "BEGIN IMMEDIATE"
