"""What an operation on a step costs does not depend on how many steps the plan has.

Counted are the instructions of SQLite's virtual machine, never the time.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count

import pytest

from impl.store.store import Store
from spec.vocabulary.claims import Claim, Claimed
from spec.vocabulary.completion import Complete
from spec.vocabulary.holding import Heartbeat, Release, Reset, Start
from spec.vocabulary.operations import Operation
from tests.impl.bridge import HASH, PLAN, alone, chained, given, register_long

FEW, MANY = 40, 1_600
FAR = 10**12
"""A lease that does not end."""

HARDLY = 1.05
"""The height of a tree of the database may differ, and nothing else."""


def claimed(store: Store, worktree: str, now: int = 0, lease: int = FAR, **more: bool) -> str:
    answer = given(store, Claim(PLAN, worktree, HASH, now, lease, **more))
    assert isinstance(answer, Claimed)
    return answer.anchor


def at_the_beginning(store: Store, size: int) -> None:
    register_long(store, size, alone)


def in_a_chain(store: Store, size: int) -> None:
    register_long(store, size, chained)
    given(store, Complete(PLAN, claimed(store, "ann"), "ann", HASH, 0, force=True))


def when_most_are_completed(store: Store, size: int) -> None:
    register_long(store, size, alone)
    for _ in range(size - 10):
        given(store, Complete(PLAN, claimed(store, "ann"), "ann", HASH, 0, force=True))


def when_most_are_held(store: Store, size: int) -> None:
    register_long(store, size, alone)
    for number in range(size - 10):
        claimed(store, f"worktree-{number}")


def when_one_lease_is_over(store: Store, size: int) -> None:
    when_most_are_held(store, size - 10)
    claimed(store, "gone", lease=0)


@contextmanager
def counted(store: Store) -> Iterator[Callable[[], int]]:
    """Count the instructions that the block runs."""
    ticks = count()
    connection = store._connection
    assert isinstance(connection, sqlite3.Connection)
    connection.set_progress_handler(lambda: next(ticks) and None, 1)
    try:
        yield lambda: next(ticks)
    finally:
        connection.set_progress_handler(None, 0)


def costs(prepare: Callable[[Store, int], None], size: int) -> dict[str, int]:
    """Return how many instructions each operation runs."""
    found: dict[str, int] = {}
    with Store.in_memory() as store:
        prepare(store, size)

        def measure(name: str, operation: Operation) -> object:
            with counted(store) as total:
                answer = given(store, operation)
                found[name] = total()
            return answer

        answer = measure("claim", Claim(PLAN, "ann", HASH, 1, FAR))
        assert isinstance(answer, Claimed)
        step = answer.anchor
        measure("claim again", Claim(PLAN, "ann", HASH, 1, FAR))
        measure("start", Start(PLAN, step, "ann", 1))
        measure("heartbeat", Heartbeat(PLAN, step, "ann", 1, FAR))
        measure("release", Release(PLAN, step, 1, "ann"))
        measure("reset", Reset(PLAN, step, 1))
        measure("claim what was released", Claim(PLAN, "ann", HASH, 1, FAR))
        measure("complete by force", Complete(PLAN, step, "ann", HASH, 1, force=True))
    return found


@pytest.mark.parametrize(
    "prepare",
    [
        at_the_beginning,
        in_a_chain,
        when_most_are_completed,
        when_most_are_held,
        when_one_lease_is_over,
    ],
)
def test_an_operation_costs_the_same_in_a_plan_of_many_steps(
    prepare: Callable[[Store, int], None],
) -> None:
    # Given a plan of few steps and one of many, when every operation is applied to a step,
    few, many = costs(prepare, FEW), costs(prepare, MANY)
    # then it costs the same in both.
    assert few.keys() == many.keys()
    for name, cost in many.items():
        assert cost <= HARDLY * few[name], (name, few, many)
