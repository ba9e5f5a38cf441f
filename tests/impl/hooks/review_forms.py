"""The two forms that keep the reviews of a plan, behind one interface, and words for the tests."""

import json
from abc import ABC, abstractmethod
from dataclasses import replace
from pathlib import Path
from typing import Any

from impl.hooks.review_state import ReviewFolder
from impl.store.store import Store
from spec.vocabulary.operations import Outcome
from spec.vocabulary.plans import Register
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.review_cycles import ReviewCycle
from spec.vocabulary.reviews import (
    CompletePlan,
    CompleteTask,
    ContinuePlan,
    CreateTasks,
    NewPlan,
    NextTask,
    PostReview,
    ReviewOperation,
    ReviewResult,
    SetMaxReviews,
    SetNextPhase,
    Stop,
    StopAnswered,
)
from spec.vocabulary.state import State
from tests.impl.bridge import BRIDGE, PLAN

PASS, FAIL = ReviewResult.PASS, ReviewResult.FAIL


class ReviewForm(ABC):
    """One form: takes operations, gives outcomes, shows what it keeps of the one plan."""

    @abstractmethod
    def do(self, operation: ReviewOperation) -> Outcome:
        """Do an operation and give its outcome."""

    @abstractmethod
    def cycle(self) -> ReviewCycle | None:
        """Return the reviews of the plan."""

    @abstractmethod
    def put(self, cycle: ReviewCycle) -> None:
        """Replace the reviews of the plan, as a person who edits them would."""

    def given(self, *operations: ReviewOperation) -> None:
        for operation in operations:
            assert not isinstance(self.do(operation), Rejected)

    def kept(self) -> ReviewCycle:
        cycle = self.cycle()
        assert cycle is not None
        return cycle

    def stop(self, result: ReviewResult = PASS) -> StopAnswered:
        answer = self.do(stop(result))
        assert isinstance(answer, StopAnswered)
        return answer

    def refuses(self, operation: ReviewOperation, rejected: Rejected) -> None:
        before = self.cycle()
        assert self.do(operation) == rejected
        assert self.cycle() == before


class StoreForm(ReviewForm):
    def __init__(self, store: Store) -> None:
        self._store = store
        store.apply(Register(PLAN, BRIDGE, 0))

    def do(self, operation: ReviewOperation) -> Outcome:
        return self._store.apply(operation)

    def cycle(self) -> ReviewCycle | None:
        plan = self._store.snapshot(PLAN)
        assert plan is not None
        return plan.review_cycle

    def put(self, cycle: ReviewCycle) -> None:
        state = self._store.snapshot_state()
        (plan,) = state.plans
        self._store.load(State((replace(plan, review_cycle=cycle),)))


class FileForm(ReviewForm):
    def __init__(self, folder: Path) -> None:
        self._folder = ReviewFolder(folder)

    def do(self, operation: ReviewOperation) -> Outcome:
        return self._folder.apply(operation)

    def cycle(self) -> ReviewCycle | None:
        return self._folder.cycle()

    def put(self, cycle: ReviewCycle) -> None:
        with self._folder.locked():
            self._folder.store(cycle)


def new_plan(max_reviews: int = 8) -> NewPlan:
    return NewPlan(PLAN, 1, max_reviews)


def next_task(task: str | None, *, tests_first: bool = False) -> NextTask:
    return NextTask(PLAN, task, 1, tests_first)


def stop(result: ReviewResult = PASS, *, active: bool = False) -> Stop:
    return Stop(PLAN, result, 1, active)


def set_next_phase(phase: str | None, *, by_hand: bool = False) -> SetNextPhase:
    return SetNextPhase(PLAN, phase, 1, by_hand)


CREATE_TASKS = CreateTasks(PLAN, 1)
COMPLETE_TASK = CompleteTask(PLAN, "task-1", 1)
COMPLETE_PLAN = CompletePlan(PLAN, 1)
POST_REVIEW = PostReview(PLAN, 1)
CONTINUE = ContinuePlan(PLAN, 1)
SET_MAX_REVIEWS = SetMaxReviews(PLAN, 3, 1)

DUE: dict[str, Any] = {
    "max_reviews": 8,
    "current_task": "task-1",
    "phase": "next-task",
    "phase_iteration": 0,
    "next_phase": "code-review",
    "review_model": "opus",
    "consecutive_clean": 0,
}
"""The fields of a state in which a review is due."""


def write_state(folder: ReviewFolder, content: object) -> Path:
    path = folder.folder / "state.json"
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def read_state(folder: ReviewFolder) -> dict[str, Any]:
    fields: dict[str, Any] = json.loads((folder.folder / "state.json").read_text())
    return fields
