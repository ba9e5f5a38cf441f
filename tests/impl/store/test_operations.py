"""Every operation has a function, and `Store.apply` finds it."""

import inspect
import sqlite3
import typing

from impl.store.operations import FUNCTIONS
from impl.store.store import Store
from spec.vocabulary.operations import OPERATIONS, QUERIES
from spec.vocabulary.readiness import Readiness, Ready
from tests.impl.bridge import PLAN, claim


def test_exactly_the_operations_have_functions() -> None:
    assert set(FUNCTIONS.queries) == set(QUERIES)
    assert set(FUNCTIONS.commands) == set(OPERATIONS) - set(QUERIES)


def test_a_function_takes_its_operation() -> None:
    for operation, function in {**FUNCTIONS.commands, **FUNCTIONS.queries}.items():
        takes = inspect.signature(function).parameters["operation"].annotation
        assert operation in (typing.get_args(takes) or (takes,)), operation


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
