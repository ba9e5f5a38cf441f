"""Scopes: what bounds the states that the explorer visits, and helpers to define scopes.

A scope bounds plans, versions of their documents, worktrees, operations and leases.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import permutations, product
from typing import Any

from model.explorer.claim_ids import carries_claim
from model.explorer.situations import Documents, Edit, Event, Situation, Tick
from spec.vocabulary.checklists import Batch, BatchEntry, StatusChange, Update
from spec.vocabulary.claims import Claim
from spec.vocabulary.completion import CommitLog, CommitLogEntry, Complete
from spec.vocabulary.holding import Heartbeat, Release, Reset, Start
from spec.vocabulary.items import ItemKind, ItemStatus
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import ItemDefinition, PlanDefinition, Register, StepDefinition
from spec.vocabulary.state import Show, State

PLAN = "plan.md"
WORKTREES = ("one", "two", "three")
TASK = ItemDefinition(ItemKind.TASK, "A task")
CHECKPOINT = ItemDefinition(ItemKind.CHECKPOINT, "A checkpoint")
ANY_DOCUMENT = PlanDefinition("", "", ())
"""A placeholder for the current document."""


@dataclass(frozen=True)
class Scope:
    """What bounds a state graph: `events` are all that can happen, at time 0.

    A document hash in an event stands for the current hash of the document. Operations that would
    exceed `max_artifacts`, or `max_rounds` of iterations or clean reviews, are disabled. What
    lacks an operation that it takes to complete its plans does not `finish` them. Where the rules
    are taken to be `local`, a scope is searched faster; a rule that is not may be missed there.
    """

    name: str
    sentence: str
    documents: Documents
    worktrees: tuple[str, ...]
    events: tuple[Event, ...]
    max_artifacts: int = 1
    max_rounds: int = 3
    finishes: bool = True
    local: bool = False

    @property
    def start(self) -> Situation:
        """The situation in which nothing is registered."""
        return Situation(State(), (0,) * len(self.documents.versions))

    @cached_property
    def carries_claims(self) -> bool:
        """Whether any event carries the id of a claim."""
        return any(carries_claim(event) for event in self.events)

    @cached_property
    def requests(self) -> dict[tuple[Operation, tuple[int, ...]], Operation]:
        """The operations with the document that their plan has then, as far as they are known."""
        return {}


@dataclass(frozen=True)
class OrchestrationScope(Scope):
    """A scope whose events happen around an orchestrator that works under the first worktree.

    At most `max_disturbances` of them disturb a run.
    """

    max_disturbances: int = 2


def scope(
    name: str,
    sentence: str,
    versions: tuple[PlanDefinition, ...],
    worktrees: int,
    operations: tuple[Operation, ...],
    plans: tuple[str, ...] = (PLAN,),
    time_passes: bool = True,
    max_artifacts: int = 1,
    max_rounds: int = 3,
    finishes: bool = True,
    local: bool = False,
) -> Scope:
    """Return a scope; every scope also has registrations, queries, edits and, by default, ticks."""
    events: list[Event] = [Register(plan, ANY_DOCUMENT, 0) for plan in plans]
    events += [Show(plan, "", 0) for plan in plans]
    events += operations
    events += [Tick()] if time_passes else []
    if len(versions) > 1:
        events += [Edit(plan, version) for plan in plans for version in range(len(versions))]
    documents = Documents(tuple((plan, versions) for plan in plans))
    require_symmetry(tuple(events), WORKTREES[:worktrees])
    names = WORKTREES[:worktrees]
    bounds = max_artifacts, max_rounds, finishes, local
    return Scope(name, sentence, documents, names, tuple(events), *bounds)


def require_symmetry(events: tuple[Event, ...], worktrees: tuple[str, ...]) -> None:
    """Raise `ValueError` if one worktree has an event that another does not have.

    Symmetry reduction is sound only if worktrees are interchangeable.
    """
    for names in permutations(worktrees):
        renaming = dict(zip(worktrees, names, strict=True))
        for event in events:
            worktree = getattr(event, "worktree", None)
            if worktree and with_worktree(event, renaming[worktree]) not in events:
                raise ValueError(f"{event} can be asked by {worktree}, not by {renaming[worktree]}")


def with_worktree(event: Event, worktree: str) -> Event:
    """Return the event by another worktree."""
    changes: dict[str, Any] = {"worktree": worktree}
    return replace(event, **changes)


def definition(letter: str, *steps: StepDefinition) -> PlanDefinition:
    """Return a document whose hash is one letter, repeated."""
    return PlanDefinition(f"Version {letter}", letter * 64, steps)


def step(
    anchor: str, *substeps: StepDefinition, after: tuple[str, ...] = (), tasks: int = 0
) -> StepDefinition:
    """Return a step with some tasks."""
    return StepDefinition(anchor, anchor.title(), after, (TASK,) * tasks, substeps)


def holding(
    anchors: tuple[str, ...], worktrees: int, lease: int, force: tuple[bool, ...] = (False, True)
) -> tuple[Operation, ...]:
    """Return claims, starts, heartbeats, releases and resets."""
    names = WORKTREES[:worktrees]
    return (
        *(Claim(PLAN, name, "", 0, lease, forced) for name, forced in product(names, force)),
        *(Start(PLAN, anchor, name, 0) for anchor, name in product(anchors, names)),
        *(Heartbeat(PLAN, anchor, name, 0, lease) for anchor, name in product(anchors, names)),
        *(Release(PLAN, anchor, 0, name) for anchor, name in product(anchors, names)),
        *(Release(PLAN, anchor, 0, None, forced) for anchor, forced in product(anchors, force)),
        *(Reset(PLAN, anchor, 0) for anchor in anchors),
    )


def completing(
    anchors: tuple[str, ...], worktrees: int, force: tuple[bool, ...] = (False, True)
) -> tuple[Operation, ...]:
    """Return completions."""
    names = WORKTREES[:worktrees]
    return tuple(
        Complete(PLAN, anchor, name, "", 0, forced)
        for anchor, name, forced in product(anchors, names, force)
    )


def reporting(anchors: tuple[str, ...], worktrees: int, tasks: int) -> tuple[Operation, ...]:
    """Return reports on items: single updates, deferrals, and the rest of a batch."""
    found: list[Operation] = []
    for anchor, name in product(anchors, WORKTREES[:worktrees]):
        who = (PLAN, anchor, name)
        for ordinal in range(tasks):
            done = StatusChange(ItemStatus.COMPLETED, ItemKind.TASK, ordinal)
            deferral = BatchEntry(ItemKind.TASK, ordinal, ItemStatus.DEFERRED, "later")
            found.append(Update(*who, (done,), "", 0))
            found.append(Batch(*who, (deferral,), "", 0))
        found.append(Batch(*who, (), "", 0, complete_remaining=True))
    return tuple(found)


def correcting(anchors: tuple[str, ...], worktrees: int) -> tuple[Operation, ...]:
    """Return updates that revert reports, and some that are rejected."""
    found: list[Operation] = []
    for anchor, name in product(anchors, WORKTREES[:worktrees]):
        who = (PLAN, anchor, name)
        every = (StatusChange(ItemStatus.OPEN),)
        found += [
            Update(*who, every, "", 0, allow_reopen=True),
            Update(*who, every, "", 0),
            Update(*who, (StatusChange(ItemStatus.DEFERRED, ItemKind.TASK),), "", 0),
            Update(*who, (), "", 0),
            Batch(*who, (), "", 0),
        ]
    return tuple(found)


def committed(*commits: tuple[str, str]) -> CommitLog:
    """Return a commit log, newest commit first, of steps and one-letter hashes."""
    return tuple(CommitLogEntry(PLAN, anchor, letter * 40) for anchor, letter in commits)
