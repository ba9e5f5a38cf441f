"""Circumstances: what a run of the orchestrator is given, and what happens between its calls.

`Circumstances` decides, call by call. What it decided is an `OrchestratedRun`, plain data that can
be saved, run again (`Recorded`) and made simpler (`simpler_runs`).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Protocol

from spec.vocabulary.checklists import StatusChange, Update
from spec.vocabulary.completion import CommitLog
from spec.vocabulary.domains import CommitHash, DocumentHash, Path, Time
from spec.vocabulary.holding import Reset
from spec.vocabulary.items import ItemStatus
from spec.vocabulary.operations import Operation
from spec.vocabulary.recovery import Call, Checkpoint, Count, Judgement, Review
from spec.vocabulary.state import State

NO_COUNT = Count()


@dataclass(frozen=True, slots=True)
class Assignment:
    """What an orchestrator is given, when it begins, and what git will call its commit."""

    plan: Path
    worktree: Path
    review: Review
    count: Count = NO_COUNT
    now: Time = 0
    commit_hash: CommitHash = "c" * 40


@dataclass(frozen=True, slots=True)
class DocumentEdited:
    """The plan's document is another one from now on: the one with this hash."""

    document_hash: DocumentHash


@dataclass(frozen=True, slots=True)
class CallFault:
    """What the next call meets: git, the repository's root, the store or the document is amiss.

    Only a commit asks git and needs the root; for every other call the last two count.
    """

    git_succeeds: bool = True
    root_found: bool = True
    store_reachable: bool = True
    document_readable: bool = True


STORE_AWAY = CallFault(store_reachable=False)

RunEvent = Operation | DocumentEdited | CallFault
"""What happens before a call: somebody else's operation, an edit of the document, a fault."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The moment before a call: the call, how many came before it, and what there is then.

    `step` is the anchor that the run has claimed, or `None`; `document_hash` is that of the plan's
    document as it is now.
    """

    assignment: Assignment
    call: Call
    position: int
    step: str | None
    state: State
    commit_log: CommitLog
    document_hash: str
    now: int


class Circumstances(Protocol):
    """Decides what a run is given and what happens between its calls."""

    def assign(self, state: State) -> Assignment:
        """Choose what the orchestrator is given in a state."""

    def event_before(self, moment: Moment) -> RunEvent | None:
        """Choose what happens before a call; it is asked again until it returns `None`."""


@dataclass(frozen=True, slots=True)
class OrchestratedRun:
    """A run as data: what was given, and each event with the position of the call it precedes."""

    assignment: Assignment
    events: tuple[tuple[int, RunEvent], ...] = ()


class Recorded:
    """The circumstances of a recorded run."""

    def __init__(self, run: OrchestratedRun) -> None:
        self.run = run
        self.events = list(run.events)

    def assign(self, state: State) -> Assignment:  # noqa: ARG002
        """Return what the orchestrator was given."""
        return self.run.assignment

    def event_before(self, moment: Moment) -> RunEvent | None:
        """Return the next event that happened before this call, or `None`."""
        if self.events and self.events[0][0] == moment.position:
            return self.events.pop(0)[1]
        return None


def reopening(moment: Moment) -> Update | None:
    """Return the operation by which the run's own worktree opens its items again.

    `None` before a step is claimed.
    """
    if moment.step is None:
        return None
    plan, worktree = moment.assignment.plan, moment.assignment.worktree
    everything = (StatusChange(ItemStatus.OPEN),)
    document_hash, now = moment.document_hash, moment.now
    return Update(plan, moment.step, worktree, everything, document_hash, now, allow_reopen=True)


def resetting(moment: Moment) -> Reset | None:
    """Return the operation by which somebody resets the run's step.

    `None` before a step is claimed.
    """
    if moment.step is None:
        return None
    return Reset(moment.assignment.plan, moment.step, moment.now)


def simplest_run(
    run: OrchestratedRun, still_fails: Callable[[OrchestratedRun], bool]
) -> OrchestratedRun:
    """Replace a failing run by a simpler one as long as there is one that still fails."""
    while True:
        simpler = next(filter(still_fails, simpler_runs(run)), None)
        if simpler is None:
            return run
        run = simpler


def simpler_runs(run: OrchestratedRun) -> Iterator[OrchestratedRun]:
    """Yield runs with one event less, then with less in the review and the count."""
    for position in range(len(run.events)):
        yield replace(run, events=(*run.events[:position], *run.events[position + 1 :]))
    for review in simpler_reviews(run.assignment.review):
        yield replace(run, assignment=replace(run.assignment, review=review))
    if run.assignment.count != NO_COUNT:
        yield replace(run, assignment=replace(run.assignment, count=NO_COUNT))


def simpler_reviews(review: Review) -> Iterator[Review]:
    """Yield reviews that judge one checkpoint less, or let one more pass."""
    points = review.checkpoints
    for position, point in enumerate(points):
        yield replace(review, checkpoints=(*points[:position], *points[position + 1 :]))
        if point.judgement is not Judgement.PASS:
            passed = Checkpoint(point.ordinal, Judgement.PASS)
            changed = (*points[:position], passed, *points[position + 1 :])
            yield replace(review, checkpoints=changed)
