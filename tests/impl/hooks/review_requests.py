"""Requests about reviews that a file keeps, and the file."""

import json
from pathlib import Path
from typing import Any

from impl.hooks.review_state import ReviewFolder
from spec.vocabulary.reviews import (
    CompleteTask,
    ContinuePlan,
    CreateTasks,
    NewPlan,
    ReviewResult,
    SetMaxReviews,
    Stop,
)
from tests.impl.bridge import PLAN

PASS = ReviewResult.PASS


def new_plan(max_reviews: int = 8) -> NewPlan:
    return NewPlan(PLAN, 1, max_reviews)


def stop(result: ReviewResult = PASS, *, active: bool = False) -> Stop:
    return Stop(PLAN, result, 1, active)


CREATE_TASKS = CreateTasks(PLAN, 1)
COMPLETE_TASK = CompleteTask(PLAN, "task-1", 1)
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
