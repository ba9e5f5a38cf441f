"""The examples: for every operation, what leads to it, and one request that is accepted.

`operations.py` runs them when the site is built, so this file has no replies.
"""

from dataclasses import dataclass

from spec.vocabulary.agents import CheckCommand
from spec.vocabulary.checklists import Batch, BatchEntry, RecordArtifact, StatusChange, Update
from spec.vocabulary.claims import Claim
from spec.vocabulary.commits import Commit
from spec.vocabulary.completion import CommitLogEntry, Complete, Reconcile
from spec.vocabulary.holding import Heartbeat, Release, Reset, Start
from spec.vocabulary.items import ItemKind, ItemStatus
from spec.vocabulary.iterations import IterationReport, ReportIteration, StartIterations
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import ItemDefinition, PlanDefinition, Register, StepDefinition
from spec.vocabulary.readiness import Ready
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
from spec.vocabulary.state import Show


@dataclass(frozen=True, slots=True)
class Example:
    """Operations that lead to a situation, a request in it, and what the example shows."""

    shows: str
    given: tuple[Operation, ...]
    request: Operation


PLAN, HASH, COMMIT = "plans/bridge.md", "5e" * 32, "c0ffee42" * 5
ANN, BOB = "worktrees/ann", "worktrees/bob"
HOUR = 3_600_000
NINE, TEN, NOON = 9 * HOUR, 10 * HOUR, 12 * HOUR

BRIDGE = PlanDefinition(
    "A footbridge",
    HASH,
    (
        StepDefinition(
            "piers",
            "Build the piers",
            items=(
                ItemDefinition(ItemKind.TASK, "Dig two holes"),
                ItemDefinition(ItemKind.TASK, "Pour the concrete"),
                ItemDefinition(ItemKind.CHECKPOINT, "The engineer agrees"),
            ),
        ),
        StepDefinition("deck", "Lay the deck", ("piers",)),
    ),
)

REGISTERED = (Register(PLAN, BRIDGE, NINE),)
CLAIMED = (*REGISTERED, Claim(PLAN, ANN, HASH, NINE))
HELD = (PLAN, "piers", ANN)
REPORTED = (*CLAIMED, Batch(*HELD, (), HASH, TEN, complete_remaining=True))
REVIEWED = (*REGISTERED, NewPlan(PLAN, NINE))
FAILED_REVIEW = (
    *REVIEWED,
    NextTask(PLAN, "task-1", NINE),
    CompleteTask(PLAN, "task-1", TEN),
    Stop(PLAN, ReviewResult.FAIL, TEN),
)
LATER = BatchEntry(ItemKind.CHECKPOINT, 0, ItemStatus.DEFERRED, "She comes on Monday")
ONE_TASK = (StatusChange(ItemStatus.COMPLETED, ItemKind.TASK, 0),)
REPORT = IterationReport("phase-2 phase-3", False, summary_path="summary.md")

EXAMPLES: tuple[Example, ...] = (
    Example("A new plan of two steps.", (), REGISTERED[0]),
    Example("The first step that is ready.", REGISTERED, Claim(PLAN, ANN, HASH, NINE)),
    Example("Work on the claimed step begins.", CLAIMED, Start(*HELD, TEN)),
    Example("Two more hours from ten o'clock.", CLAIMED, Heartbeat(*HELD, TEN)),
    Example(
        "The holder releases the step in its own name.",
        CLAIMED,
        Release(PLAN, "piers", TEN, ANN),
    ),
    Example("Somebody resets the step, whoever holds it.", CLAIMED, Reset(PLAN, "piers", TEN)),
    Example("At noon the lease has expired.", CLAIMED, Ready(PLAN, NOON)),
    Example("Everything that is stored about the plan.", REGISTERED, Show(PLAN, HASH, TEN)),
    Example("One task is done.", CLAIMED, Update(*HELD, ONE_TASK, HASH, TEN)),
    Example(
        "The checkpoint is deferred, and whatever else is open is completed.",
        CLAIMED,
        Batch(*HELD, (LATER,), HASH, TEN, complete_remaining=True),
    ),
    Example(
        "A note on the step.",
        CLAIMED,
        RecordArtifact(*HELD, "log", "The second hole is full of water", TEN),
    ),
    Example("No item is open any more.", REPORTED, Complete(*HELD, HASH, NOON)),
    Example(
        "The commit log says that the step is done.",
        REGISTERED,
        Reconcile(PLAN, (CommitLogEntry(PLAN, "piers", COMMIT),), NOON),
    ),
    Example("The commit completes the step.", REPORTED, Commit(*HELD, HASH, NOON, COMMIT)),
    Example("The reviews of the plan begin.", REGISTERED, NewPlan(PLAN, NINE)),
    Example("The plan is divided into tasks.", REVIEWED, CreateTasks(PLAN, TEN)),
    Example("A task begins.", REVIEWED, NextTask(PLAN, "task-1", TEN)),
    Example("Its code is to be reviewed.", REVIEWED, CompleteTask(PLAN, "task-1", TEN)),
    Example("Everything is done.", REVIEWED, CompletePlan(PLAN, TEN)),
    Example(
        "The review that is due finds something.", REVIEWED, Stop(PLAN, ReviewResult.FAIL, TEN)
    ),
    Example("The findings are fixed.", FAILED_REVIEW, PostReview(PLAN, NOON)),
    Example("How to continue with findings to fix.", FAILED_REVIEW, ContinuePlan(PLAN, NOON)),
    Example("A person turns the reviews off.", REVIEWED, SetMaxReviews(PLAN, 0, TEN)),
    Example(
        "A person wants to review by hand.",
        REVIEWED,
        SetNextPhase(PLAN, "code-review", TEN, by_hand=True),
    ),
    Example("A loop of at most five iterations.", REGISTERED, StartIterations(PLAN, 5, NINE)),
    Example(
        "The agent wants to stop although work remains.",
        (*REGISTERED, StartIterations(PLAN, 5, NINE)),
        ReportIteration(PLAN, REPORT, 2_048, TEN),
    ),
    Example(
        "Two commands at once, one of which reads a file.",
        (),
        CheckCommand(PLAN, "make test; cat report.txt", TEN),
    ),
)
"""One example for each operation."""
