"""Operations with usual values wherever a trace is about something else."""

from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields
from typing import Any

from spec.vocabulary.checklists import Batch, BatchEntry, RecordArtifact, StatusChange, Update
from spec.vocabulary.completion import Complete
from spec.vocabulary.holding import Heartbeat, Release, Start
from spec.vocabulary.items import ItemKind, ItemStatus
from spec.vocabulary.iterations import IterationReport
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import ItemDefinition, PlanDefinition, StepDefinition
from spec.vocabulary.reviews import (
    CompletePlan,
    CompleteTask,
    ContinuePlan,
    CreateTasks,
    NewPlan,
    NextTask,
    PostReview,
    ReviewResult,
    SetMaxReviews,
    SetNextPhase,
    Stop,
)

Operations = Iterator[Operation]
Kinds = tuple[type[Operation], ...]
Meeting = Callable[[Any, Any], Operations]
HASH, COMMIT = "a" * 64, "c" * 40
TASK = ItemDefinition(ItemKind.TASK, "Write it")
HOLDING: Kinds = (Start, Heartbeat, Update, Batch, RecordArtifact, Complete)
REVIEWING: Kinds = (
    *(NewPlan, CreateTasks, NextTask, CompleteTask, SetMaxReviews, Stop, PostReview),
    *(ContinuePlan, SetNextPhase, CompletePlan),
)


def plan(*anchors: str, document_hash: str = HASH, title: str = "A bridge") -> PlanDefinition:
    """Return a plan of steps with a task each; the last has none."""
    *first, last = anchors
    steps = (
        *(StepDefinition(each, each, (), (TASK,)) for each in first),
        StepDefinition(last, last),
    )
    return PlanDefinition(title, document_hash, steps)


UNTESTED = PlanDefinition(
    "A bridge", HASH, (StepDefinition("build", "Build"), StepDefinition("test", "Test"))
)
"""A plan whose steps have no items, so that a commit completes them."""

USUAL: dict[str, Any] = {
    "plan": "plan.md",
    "definition": plan("build", "test", "ship"),
    "step": "build",
    "worktree": "one",
    "document_hash": HASH,
    "now": 0,
    "commit_hash": COMMIT,
    "changes": (StatusChange(ItemStatus.COMPLETED),),
    "entries": (BatchEntry(ItemKind.TASK, 0, ItemStatus.COMPLETED),),
    "kind": "log",
    "summary": "built",
    "history": (),
    "task": "3",
    "review": ReviewResult.PASS,
    "max_reviews": 2,
    "next_phase": "next-task",
    "max_iterations": 3,
    "report": IterationReport("Phase_2", requires_continuation=True),
    "summary_bytes": 100,
    "command": "make",
}
"""What a field is where a trace is about something else."""


def ask(kind: type[Operation], /, **given: Any) -> Operation:
    """Return an operation with the usual value in each required field that is not given.

    A step is released by force.
    """
    required = [each.name for each in fields(kind) if each.default is MISSING]
    extra = {"force": True} if kind is Release else {}
    return kind(**{name: USUAL[name] for name in required} | extra | given)
