"""Every run of the orchestrator that the explorer finds in a scope, on both sides."""

from collections.abc import Iterator

from conformance.differential.orchestration import Orchestration, Runner
from conformance.differential.orchestrators import Orchestrator, implementation_orchestrator
from conformance.generators.circumstances import (
    STORE_AWAY,
    Assignment,
    CallFault,
    DocumentEdited,
    OrchestratedRun,
    Recorded,
    RunEvent,
)
from model.explorer import situations
from model.explorer.runs import (
    COMMIT_HASH,
    OrchestrationScope,
    RunGraph,
    RunProgress,
    replay_run,
)
from model.explorer.situations import Begin, Edit, Event, NextCall
from spec.editions import CURRENT
from spec.properties.recorded_runs import RecordedRun
from spec.vocabulary.operations import Operation

Path = tuple[Event, ...]


def whole_runs(scope: OrchestrationScope) -> Iterator[tuple[Path, RunProgress]]:
    """Yield every path of a scope that is a whole run, and what the explorer makes of it."""
    graph = RunGraph(scope, CURRENT)
    nodes = [graph.initial()]
    for node in nodes:
        progress = graph.progress[node]
        if progress.ending is not None:
            yield tuple(scope.events[number] for number in node), progress
        nodes += [after for _, after in graph.expand(node).successors]


def run_again(
    runner: Runner,
    scope: OrchestrationScope,
    path: Path,
    tested: Orchestrator = implementation_orchestrator,
) -> RecordedRun:
    """Carry out a path of the explorer, from the registration on. Raises `Divergence`."""
    registration, run = recorded_run(scope, path)
    runner.apply(registration)
    return Orchestration(runner, Recorded(run), tested).run()


def recorded_run(scope: OrchestrationScope, path: Path) -> tuple[Operation, OrchestratedRun]:
    """Return the registration with which a path begins, and its run."""
    begin, registration = path[0], None
    assert isinstance(begin, Begin)
    events: list[tuple[int, RunEvent]] = []
    position = 0
    for step in replay_run(scope, CURRENT, path):
        if isinstance(step.event, Begin):
            registration = step.operation
        elif isinstance(step.event, NextCall):
            position += 1
        else:
            events.append((position, run_event(scope, step.event, step.operation)))
    assert registration is not None
    given = Assignment(
        registration.plan,
        scope.worktrees[0],
        begin.review,
        begin.count,
        commit_hash=COMMIT_HASH,
    )
    return registration, OrchestratedRun(given, tuple(events))


def run_event(scope: OrchestrationScope, event: Event, operation: Operation | None) -> RunEvent:
    """Return a disturbance of the explorer as what happens before a call."""
    if isinstance(event, Edit):
        versions = dict(scope.documents.versions)[event.plan]
        return DocumentEdited(versions[event.version].document_hash)
    if isinstance(event, situations.Fault):
        return FAULTS[event.commit]
    assert operation is not None
    return operation


FAULTS: dict[tuple[tuple[str, bool | None], ...], CallFault] = {
    (): STORE_AWAY,
    (("git_succeeds", False),): CallFault(git_succeeds=False),
    (("root_found", False),): CallFault(root_found=False),
    (("document_hash", None),): CallFault(document_readable=False),
}
"""The faults of the explorer, by the fields of a commit that they set."""
