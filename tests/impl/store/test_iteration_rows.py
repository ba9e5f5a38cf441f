"""A store carries iteration loops; the tables refuse impossible ones."""

import sqlite3
from dataclasses import replace

from impl.store.store import Store
from spec.vocabulary.iteration_loops import IterationLoop, LoopStatus, Override, Violation
from spec.vocabulary.plans import Register
from spec.vocabulary.state import State
from tests.impl.bridge import BRIDGE, PLAN, given, plan_of

RICH_LOOP = IterationLoop(
    9,
    4,
    ("Phase 4", "Ünïcode \x00 😀", "\ud800", '"[]'),
    LoopStatus.STUCK,
    "stuck",
    "\x00",
    (
        Violation(1, ("a b",), False, Override.FORCED_TRUE),
        Violation(4, ("c",), False),
        Violation(9, (), True, Override.FORCED_FALSE),
    ),
)


def test_a_loaded_loop_is_the_loop_that_is_stored(store: Store) -> None:
    state = State((replace(plan_of(store), iteration_loop=RICH_LOOP),))
    store.load(state)
    assert store.snapshot_state() == state
    store.load(State())
    given(store, Register(PLAN, BRIDGE, 0))
    assert plan_of(store).iteration_loop is None


VIOLATION = Violation(1, ("a",), False)

IMPOSSIBLE: dict[str, tuple[str, IterationLoop]] = {
    "a limit below one": ("max_iterations_from_one", IterationLoop(0)),
    "an iteration below one": ("iteration_from_one", IterationLoop(1, 0)),
    "an iteration after the last": ("iteration_within_limit", IterationLoop(1, 2)),
    "a halt without a reason": (
        "halt_reason_repeats_status",
        IterationLoop(1, status=LoopStatus.STUCK),
    ),
    "a reason without a halt": (
        "halt_reason_repeats_status",
        IterationLoop(1, halt_reason="stuck"),
    ),
    "complete with work remaining": (
        "complete_has_no_work",
        IterationLoop(1, 1, ("a",), LoopStatus.COMPLETE),
    ),
    "a violation that is none": (
        "signal_contradicts_work",
        IterationLoop(1, violations=(replace(VIOLATION, requires_continuation=True),)),
    ),
    "an override to what was said": (
        "override_word",
        IterationLoop(1, violations=(replace(VIOLATION, override=Override.FORCED_FALSE),)),
    ),
    "a violation before the first iteration": (
        "violation_iteration_from_one",
        IterationLoop(1, violations=(replace(VIOLATION, iteration=0),)),
    ),
}


def test_an_impossible_loop_is_not_loaded(store: Store) -> None:
    before, found = store.snapshot_state(), dict.fromkeys(IMPOSSIBLE, "loaded")
    for name, (_, loop) in IMPOSSIBLE.items():
        try:
            store.load(State((replace(plan_of(store), iteration_loop=loop),)))
        except sqlite3.IntegrityError as refused:
            found[name] = str(refused).removeprefix("CHECK constraint failed: ")
    assert found == {name: constraint for name, (constraint, _) in IMPOSSIBLE.items()}
    assert store.snapshot_state() == before
