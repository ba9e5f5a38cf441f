"""Runs of the orchestrator, level by level, and their operations as the trace of a vector."""

from dataclasses import replace

from conformance.authoring.traces import FoundTrace
from conformance.vectors.vector import OrchestratorInput
from model.explorer.runs import OrchestrationScope, RunGraph, RunProgress
from model.explorer.scopes.recovery import ALONE, RECOVERY, STEP
from model.explorer.scopes.scope import PLAN, TASK, definition
from model.explorer.situations import Begin, Documents, Event, Fault, NextCall
from spec.editions import CURRENT
from spec.vocabulary.items import ItemKind
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import ItemDefinition, StepDefinition
from spec.vocabulary.recovery import Checkpoint, Count, Judgement, Review

# A store that is away when anything but a commit is asked cannot be asked for in the protocol.
RUNS = replace(
    RECOVERY,
    events=tuple(
        event for event in RECOVERY.events if not isinstance(event, Fault) or event.commit
    ),
)
"""The scope of the orchestrator's runs, without what no request can express."""

BLOCKED = Review(True, (Checkpoint(0, Judgement.BLOCKED),))
WIDER = replace(
    RUNS,
    name="recovery-wider",
    events=(Begin(0, BLOCKED, Count(tasks=1)), *RUNS.events),
    max_disturbances=3,
)
"""The same with another review and one disturbance more, for what that scope does not show."""

CHECKPOINTS = (
    ItemDefinition(ItemKind.CHECKPOINT, "First"),
    ItemDefinition(ItemKind.CHECKPOINT, "Second"),
)
WITH_CHECKPOINTS = StepDefinition(STEP, "Build", items=CHECKPOINTS)
PART = StepDefinition("build-1", "Part", items=(TASK,))
WITH_PART = StepDefinition(STEP, "Build", items=(TASK,), substeps=(PART,))
UNSORTED = Review(
    True, (Checkpoint(1, Judgement.FAIL, "late"), Checkpoint(0, Judgement.UNVERIFIED))
)
PARTLY = Review(True, (Checkpoint(0, Judgement.PASS), Checkpoint(1, Judgement.FAIL, "late")))
RICHER = replace(
    RUNS,
    name="recovery-richer",
    documents=Documents(
        (
            (
                PLAN,
                (
                    definition("a", WITH_CHECKPOINTS),
                    definition("b", WITH_PART),
                    definition("c", ALONE),
                ),
            ),
        )
    ),
    events=(
        Begin(0, UNSORTED, Count()),
        Begin(0, PARTLY, Count()),
        Begin(1, Review(True), Count(tasks=1)),
        *(event for event in RUNS.events if not isinstance(event, Begin)),
    ),
)
"""The runs of `RUNS` on a step with two checkpoints, and on one whose substep has an item."""

Path = tuple[Event, ...]


def found_run(path: Path, scope: OrchestrationScope = RUNS) -> FoundTrace:
    """Return the operations of a run, those that disturb it too."""
    graph = RunGraph(scope, CURRENT)
    progress: RunProgress | None = graph.progress[()]
    operations: list[Operation] = []
    calls: list[bool] = []
    for event in path:
        assert progress is not None
        progress = graph.follow(progress, event)
        assert progress is not None
        assert progress.step is not None
        if progress.step.operation is not None:
            operations.append(progress.step.operation)
            calls.append(isinstance(event, Begin | NextCall))
    begun = path[0]
    assert isinstance(begun, Begin)
    work = OrchestratorInput(scope.worktrees[0], begun.review, begun.count)
    return FoundTrace(tuple(operations), scope.name, len(path), work, tuple(calls))


def with_next_call(path: Path, progress: RunProgress) -> Path:
    """Return a path on which the orchestrator also makes the call that it has decided on."""
    return path if progress.ending else (*path, NextCall())
