"""Runs of the orchestrator: found level by level, and followed again with what was asked."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from conformance.mutants.mutant import Orchestrator
from conformance.protocol.codec import operation_request, outcome_to_json
from conformance.traces import operation_name
from conformance.vectors.traces import Found
from conformance.vectors.vector import Before, Expectation, Then, Work
from model.apply import apply
from model.orchestration_scope import RECOVERY
from model.orchestrations import (
    COMMIT_HASH,
    OrchestrationScope,
    OrchestrationSpace,
    Progress,
    listen,
)
from model.situations import Begin, Event, Fault, NextCall
from spec.editions import CURRENT, Edition
from spec.orchestration import Call, implement
from spec.vocabulary import (
    Checkpoint,
    Commit,
    Count,
    Ending,
    Judgement,
    Operation,
    Outcome,
    Register,
    Review,
    State,
)

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
    most_disturbances=3,
)
"""The same with another review and one disturbance more, for what that scope does not show."""

Heard = Call | Ending
Path = tuple[Event, ...]


@dataclass
class RunLevels:
    """All runs of the orchestrator that the scope allows, by the number of their events."""

    scope: OrchestrationScope = RUNS

    def __post_init__(self) -> None:
        self.space = OrchestrationSpace(self.scope, CURRENT)

    def levels(self) -> Iterator[Iterator[tuple[Path, Progress]]]:
        """List the runs, shortest first. A level must be taken to its end before the next."""
        level: list[tuple[Path, Progress]] = [((), self.space.progress[()])]
        while level:
            following: list[tuple[Path, Progress]] = []
            yield self._next(level, following)
            level = following

    def _next(
        self, level: list[tuple[Path, Progress]], following: list[tuple[Path, Progress]]
    ) -> Iterator[tuple[Path, Progress]]:
        for path, before in level:
            for event in self.scope.events:
                after = self.space.follow(before, event)
                if after is not None:
                    following.append(((*path, event), after))
                    yield following[-1]


def found_run(path: Path, scope: OrchestrationScope = RUNS) -> Found:
    """Give the operations of a run, those that disturb it too."""
    space = OrchestrationSpace(scope, CURRENT)
    progress: Progress | None = space.progress[()]
    operations: list[Operation] = []
    calls: list[bool] = []
    for event in path:
        assert progress is not None
        progress = space.follow(progress, event)
        assert progress is not None
        assert progress.told is not None
        if progress.told.operation is not None:
            operations.append(progress.told.operation)
            calls.append(isinstance(event, Begin | NextCall))
    begun = path[0]
    assert isinstance(begun, Begin)
    work = Work(scope.worktrees[0], begun.review, begun.count)
    return Found(tuple(operations), scope.name, len(path), work, tuple(calls))


def with_next_call(path: Path, progress: Progress) -> Path:
    """Let the orchestrator also ask what it has just decided to ask."""
    return path if progress.ending else (*path, NextCall())


def of_edition(edition: Edition) -> Orchestrator:
    """Give the orchestrator as an edition has it."""
    return lambda plan, worktree, review, count: implement(plan, worktree, review, count, edition)


@dataclass
class Followed:
    """A run that is followed again: what the orchestrator has heard, and what it says then."""

    orchestrator: Orchestrator
    edition: Edition
    plan: str
    work: Work
    state: State = field(default_factory=State)
    outcomes: list[Outcome] = field(default_factory=list)
    document_hash: str = ""
    heard: Heard | None = None

    def ask(self, operation: Operation, call: bool) -> Expectation:
        """Let an operation be asked, by the orchestrator or by somebody else."""
        transition = apply(self.state, operation, self.edition)
        self.state = transition.state
        if isinstance(operation, Register):
            self.document_hash = operation.definition.document_hash
        self.document_hash = getattr(operation, "document_hash", None) or self.document_hash
        if call:
            if self.heard is not None:
                self.outcomes.append(transition.outcome)
            self.heard = self.listened()
        return Expectation(
            operation_request(operation),
            outcome_to_json(transition.outcome),
            transition.rules,
            then_of(self.heard) if call and self.heard else None,
        )

    def listened(self) -> Heard:
        """Hear what the orchestrator says to all outcomes so far."""
        given = (self.plan, self.work.worktree, self.work.review, self.work.count)
        return listen(self.orchestrator(*given), self.outcomes)

    def upcoming(self, like: Operation) -> Operation | None:
        """Give what is asked next, in the surroundings of an operation that was asked there."""
        # A broken orchestrator has a class of calls of its own.
        if self.heard is None or isinstance(self.heard, Ending):
            return None
        changes: dict[str, Any] = {}
        names = self.heard.operation.__dataclass_fields__
        if "document_hash" in names:
            changes["document_hash"] = getattr(like, "document_hash", self.document_hash)
        if isinstance(self.heard.operation, Commit):
            changes["commit_hash"] = COMMIT_HASH
            if isinstance(like, Commit):
                faults = ("git_succeeds", "root_found", "store_reachable")
                changes |= {name: getattr(like, name) for name in faults}
        return replace(self.heard.operation, **changes)


def followed(found: Found, orchestrator: Orchestrator, edition: Edition) -> Followed:
    """Begin to follow a run."""
    assert found.work is not None
    return Followed(orchestrator, edition, found.operations[0].plan, found.work)


def expectations_of(found: Found) -> tuple[list[Expectation], State] | None:
    """Tell what is expected of a run; none if the orchestrator does not ask what it says there."""
    run = followed(found, of_edition(CURRENT), CURRENT)
    expectations: list[Expectation] = []
    for operation, call in zip(found.operations, found.calls, strict=True):
        if call and expectations and run.upcoming(operation) != operation:
            return None
        expectations.append(run.ask(operation, call))
    return expectations, run.state


def parting(found: Found, orchestrator: Orchestrator, edition: Edition) -> Before | None:
    """Tell how another orchestrator, or edition, parts from the right one at the last operation.

    None if it parts before that, or not at all.
    """
    right, other = (
        followed(found, of_edition(CURRENT), CURRENT),
        followed(found, orchestrator, edition),
    )
    *earlier, (last, last_call) = zip(found.operations, found.calls, strict=True)
    for number, (operation, call) in enumerate(earlier):
        if call and number and other.upcoming(operation) != operation:
            return None
        if right.ask(operation, call).reply != other.ask(operation, call).reply:
            return None
    asked = other.upcoming(last) if last_call and earlier else last
    if asked is None:
        return None
    expected, seen = right.ask(last, last_call), other.ask(asked, last_call)
    same_end = said(right.heard) == said(other.heard)
    if asked == last and expected.reply == seen.reply and same_end:
        return None
    request = None if asked == last else seen.request
    return Before(edition.name, seen.reply, request, seen.then if request or not same_end else None)


def said(heard: Heard | None) -> object:
    """Give what shows of what an orchestrator says: that it goes on, or how it ends."""
    return replace(heard, rules=()) if isinstance(heard, Ending) else None


def then_of(heard: Heard) -> Then:
    """Tell what an orchestrator says."""
    if isinstance(heard, Ending):
        return Then(heard.rules, ending=replace(heard, rules=()))
    return Then(heard.rules, operation_name(type(heard.operation)))
