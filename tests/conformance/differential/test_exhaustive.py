"""Model and implementation agree on every operation in every state of the smaller scopes."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest

from conformance.adapters.stores import ServerStore, StoreSystem
from conformance.differential.exhaustive import compare_scope
from model.explorer.scopes.catalog import SCOPES
from model.explorer.scopes.themes import LEASES
from tests.profiles import mostly_nightly
from tests.servers import server_url

BY_NAME = {scope.name: scope for scope in (*SCOPES, LEASES)}
TRANSITIONS = {
    "order": 5_175,
    "single": 8_478,
    "two-plans": 134_869,
    "history": 36_540,
    "iterations": 8_784,
    "commits": 7_910,
    "reviews": 157_238,
}
ON_A_SERVER = {
    "leases": 1_364,
    **{name: TRANSITIONS[name] for name in ("order", "single", "iterations", "commits")},
}
"""Scopes that are compared on PostgreSQL too, where a transition takes ten times as long."""


@contextmanager
def in_memory() -> Iterator[StoreSystem]:
    """Open a store of SQLite."""
    yield StoreSystem()


@contextmanager
def on_a_server() -> Iterator[StoreSystem]:
    """Open a store of PostgreSQL."""
    with ServerStore(server_url()) as store:
        yield store.open()


@pytest.mark.parametrize(
    ("opened", "name"),
    [
        *mostly_nightly(
            [(in_memory, name) for name in TRANSITIONS],
            in_ci=[(in_memory, "order"), (in_memory, "single")],
            in_dev=[(in_memory, "order")],
        ),
        *(
            pytest.param(*each.values, marks=(*each.marks, pytest.mark.xdist_group("postgresql")))
            for each in mostly_nightly(
                [(on_a_server, name) for name in ON_A_SERVER],
                in_ci=[(on_a_server, "leases")],
                in_dev=(),
            )
        ),
    ],
    ids=lambda each: each if isinstance(each, str) else each.__name__,
)
def test_they_agree_on_all_transitions_of_a_scope(
    opened: Callable[[], AbstractContextManager[StoreSystem]],
    name: str,
    record_property: Callable[[str, object], None],
) -> None:
    # Given every reachable state of a scope, when it is loaded and every operation is applied,
    with opened() as system:
        result = compare_scope(BY_NAME[name], system)
    record_property(
        f"exhaustive agreement on {name}, {opened.__name__}",
        f"{result.agreed:,} of {result.transitions:,} transitions",
    )
    # then outcome and state agree, in all of this many transitions.
    expected = {**TRANSITIONS, **ON_A_SERVER}[name]
    assert result.divergences == []
    assert result.complete
    assert (result.agreed, result.transitions) == (expected, expected)
