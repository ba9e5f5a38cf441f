"""What is asked for the examples on the page of messages, so that each message comes up once.

Only the requests stand here. The model answers them when the site is built (docs/messages.py).
"""

from conformance.protocol.codec import Message, operation_request, request_to_json
from conformance.protocol.messages import VERSION, Bye, Hello, Observe, ResetStore
from spec.vocabulary.agents import CheckCommand
from spec.vocabulary.checklists import Batch, BatchEntry, RecordArtifact, StatusChange, Update
from spec.vocabulary.claims import Claim
from spec.vocabulary.commits import Commit
from spec.vocabulary.completion import Complete, HistoryEntry, Reconcile
from spec.vocabulary.holding import Heartbeat, Release, Reset, Start
from spec.vocabulary.items import ItemKind
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
from spec.vocabulary.showing import Show

PLAN, HASH = "bridge.md", "5e" * 32
BRIDGE = PlanDefinition(
    "Bridge",
    HASH,
    (
        StepDefinition("piers", "Piers", items=(ItemDefinition(ItemKind.TASK, "Dig"),)),
        StepDefinition("deck", "Deck", ("piers",)),
    ),
)
REPORT = IterationReport(work_remaining="the deck", requires_continuation=True)

OPERATIONS: tuple[Operation, ...] = (
    Claim(PLAN, "ann", HASH, 5, lease=1_000),
    Claim(PLAN, "bob", HASH, 6, lease=1_000),
    Start(PLAN, "piers", "bob", 7),
    Start(PLAN, "piers", "ann", 8),
    Heartbeat(PLAN, "piers", "ann", 9, lease=1_000),
    Ready(PLAN, 10),
    Update(PLAN, "piers", "ann", (StatusChange("completed", ItemKind.TASK, 0),), HASH, 11),
    Update(
        PLAN, "piers", "ann", (StatusChange("open", ItemKind.TASK, 0),), HASH, 12, allow_reopen=True
    ),
    Batch(PLAN, "piers", "ann", (BatchEntry("task", 0, "deferred", "it rains"),), HASH, 13),
    RecordArtifact(PLAN, "piers", "ann", "note", "The ground is wet.", 14),
    Release(PLAN, "piers", 15, worktree="ann"),
    Claim(PLAN, "ann", HASH, 16, lease=1_000),
    Reset(PLAN, "piers", 17),
    Claim(PLAN, "ann", HASH, 18, lease=1_000),
    Start(PLAN, "piers", "ann", 19),
    Commit(PLAN, "piers", "ann", HASH, 20, "c0ffee42" * 5, "Build the piers", git_succeeds=False),
    Commit(PLAN, "piers", "ann", HASH, 21, "c0ffee42" * 5, "Build the piers"),
    Batch(PLAN, "piers", "ann", (), HASH, 22, complete_remaining=True),
    Complete(PLAN, "piers", "ann", HASH, 23),
    Reconcile(PLAN, (HistoryEntry(PLAN, "deck", "facade00" * 5),), 24),
    Show(PLAN, HASH, 25),
    NewPlan(PLAN, 30),
    Stop(PLAN, ReviewResult.PASS, 31),
    ContinuePlan(PLAN, 32),
    PostReview(PLAN, 33),
    CreateTasks(PLAN, 34),
    NextTask(PLAN, "piers", 35),
    CompleteTask(PLAN, "piers", 36),
    CompletePlan(PLAN, 37),
    SetMaxReviews(PLAN, 0, 38),
    SetNextPhase(PLAN, None, 39, by_hand=True),
    StartIterations(PLAN, 3, 40),
    ReportIteration(PLAN, REPORT, 400, 41),
    CheckCommand(PLAN, "cat notes.txt | head", 42),
)

REQUESTS: tuple[Message, ...] = (
    request_to_json(Hello((VERSION,))),
    request_to_json(ResetStore(PLAN, BRIDGE, 0)),
    request_to_json(ResetStore()),
    operation_request(Register(PLAN, BRIDGE, 0)),
    *(operation_request(operation) for operation in OPERATIONS),
    request_to_json(Observe()),
    {"request": "op", "operation": "claim", "plan": PLAN, "worktree": "ann", "now": "noon"},
    request_to_json(Bye()),
)

UNSUPPORTED: Message = operation_request(OPERATIONS[-1])
"""What another implementation cannot be asked."""
