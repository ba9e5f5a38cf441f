"""A store keeps what it answered: snapshots, loading, transactions, several stores at once."""

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from impl.store.database.snapshots import PlanTimes, read_mark, read_paths, read_times
from impl.store.store import Store
from spec.vocabulary.checklists import BatchEntry
from spec.vocabulary.holding import Heartbeat
from spec.vocabulary.items import Item, ItemStatus
from spec.vocabulary.iteration_loops import IterationLoop, LoopStatus, Override, Violation
from spec.vocabulary.plans import Register
from spec.vocabulary.readiness import Ready
from spec.vocabulary.review_cycles import ReviewCycle, ReviewModel
from spec.vocabulary.state import Artifact, Plan, PlanStatus, State, Step, StepStatus
from tests.impl.bridge import (
    BRIDGE,
    CHANGED_BRIDGE,
    CHANGED_HASH,
    CHECKPOINT,
    HASH,
    PLAN,
    TASK,
    TEST,
    batch,
    claim,
    given,
)

ITEMS = (
    Item(TASK, 0, "Ünïcode \x00 and NUL 😀"),
    Item(TASK, 1, "", ItemStatus.COMPLETED),
    Item(TEST, 0, "test", ItemStatus.DEFERRED, "\x00"),
    Item(CHECKPOINT, 0, "checkpoint"),
)
COMPLETED = Step(
    "z-first",
    0,
    "Completed by force",
    status=StepStatus.COMPLETED,
    claimed_by="ann",
    claimed_at=1,
    heartbeat_at=2,
    started_at=3,
    completed_at=4,
    commit_hash="c0ffee",
    complete_reason="because",
    items=(replace(ITEMS[0], status=ItemStatus.COMPLETED),),
    artifacts=(Artifact(2, "note", "early", 3), Artifact(7, "log", "x" * 500, 4)),
)
IN_PROGRESS = Step(
    "a-second",
    1,
    "In progress",
    dependencies=("z-first",),
    status=StepStatus.IN_PROGRESS,
    claimed_by="bob",
    claimed_at=-5,
    lease_expires_at=2**62,
    heartbeat_at=6,
    started_at=7,
    items=ITEMS,
)
CLAIMED = Step(
    "sub",
    2,
    "Claimed",
    parent="a-second",
    status=StepStatus.CLAIMED,
    claimed_by="",
    claimed_at=0,
    lease_expires_at=0,
    heartbeat_at=0,
    artifacts=(Artifact(3, "", "", 0),),
    claim_id=7,
    fenced=True,
)
PENDING = Step("last", 3, "Pending", dependencies=("sub", "a-second", "z-first"), items=ITEMS)
REVIEWS = ReviewCycle(-5, "a/b\n'", "lunch", None, "", ReviewModel.SONNET, 7)
LOOP = IterationLoop(
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
STEPS = (COMPLETED, IN_PROGRESS, CLAIMED, PENDING)
DONE = replace(COMPLETED, artifacts=())
RICH = State(
    (
        Plan(
            "a",
            CHANGED_HASH,
            "Done",
            PlanStatus.DONE,
            (DONE,),
            last_artifact_id=2,
            last_claim_id=0,
        ),
        Plan(
            "b",
            HASH,
            "Active",
            PlanStatus.ACTIVE,
            STEPS,
            REVIEWS,
            LOOP,
            last_artifact_id=11,
            last_claim_id=7,
        ),
    )
)


def test_a_snapshot_of_a_family_holds_that_step_and_its_substeps_only() -> None:
    with Store.in_memory() as store:
        store.load(RICH)
        expected = replace(RICH.plans[1], steps=(IN_PROGRESS, CLAIMED))
        assert store.snapshot("b", "a-second") == expected


def test_an_impossible_state_is_not_loaded() -> None:
    unowned = replace(RICH.plans[1], steps=(replace(PENDING, claimed_by="ann", dependencies=()),))
    with Store.in_memory() as store:
        store.load(RICH)
        with pytest.raises(sqlite3.IntegrityError, match="pending_has_no_claim"):
            store.load(State((unowned,)))
        assert store.snapshot_state() == RICH


def test_an_error_within_an_operation_changes_nothing_and_propagates(store: Store) -> None:
    given(store, claim())
    before = store.snapshot_state()
    not_unicode = BatchEntry("checkpoint", 0, "deferred", "\ud800")
    with pytest.raises(UnicodeEncodeError):
        store.apply(batch(BatchEntry("task", 0, "completed"), not_unicode))
    assert store.snapshot_state() == before
    given(store, batch(BatchEntry("task", 0, "completed")))


def test_a_file_keeps_its_state(tmp_path: Path) -> None:
    with Store.open(tmp_path / "plans.db") as store:
        store.load(RICH)
    with Store.open(str(tmp_path / "plans.db")) as store:
        assert store.snapshot_state() == RICH
        assert store.integrity_problems() == []


def test_a_lease_that_is_shortened_leaves_another_mark_in_the_same_millisecond(
    store: Store,
) -> None:
    # Given a step that is claimed, when its lease is shortened in the same millisecond,
    given(store, claim(now=1))
    mark = store.read(read_mark, PLAN)
    given(store, Heartbeat(PLAN, "deck", "ann", 1, lease=10, shorten=True))
    # then who waits sees that the plan has changed.
    assert store.read(read_mark, PLAN) != mark


def test_a_change_is_remembered_and_a_question_is_not(store: Store) -> None:
    assert store.read(read_times, PLAN) == PlanTimes(0, 0)
    given(store, claim(now=10), Ready(PLAN, 20), Register(PLAN, BRIDGE, 30))
    assert store.read(read_times, PLAN) == PlanTimes(0, 10)


def test_a_new_document_changes_a_plan(store: Store) -> None:
    given(store, Register(PLAN, CHANGED_BRIDGE, 40))
    assert store.read(read_times, PLAN) == PlanTimes(0, 40)


def test_the_times_of_another_plan_stay(store: Store) -> None:
    given(store, Register("other.md", BRIDGE, 50), claim(now=60))
    assert store.read(read_times, "other.md") == PlanTimes(50, 50)
    assert store.read(read_paths) == ["other.md", PLAN]


def test_of_what_is_not_known_there_are_no_times(store: Store) -> None:
    assert store.read(read_times, "nowhere.md") == PlanTimes(None, None)
    state = store.snapshot_state()
    store.load(state)
    assert store.read(read_times, PLAN) == PlanTimes(None, None)
    assert store.snapshot_state() == state != State()
