"""Two times, leases or hashes that differ in one respect, and numbers of every size."""

from conformance.authoring.boundaries.asking import (
    HASH,
    HOLDING,
    REVIEWING,
    Kinds,
    Operations,
    ask,
    plan,
)
from spec.vocabulary.agents import CheckCommand
from spec.vocabulary.checklists import Batch, BatchEntry, StatusChange, Update
from spec.vocabulary.claims import Claim, Ready
from spec.vocabulary.commits import Commit
from spec.vocabulary.completion import Complete, HistoryEntry, Reconcile
from spec.vocabulary.holding import Heartbeat, Release, Reset
from spec.vocabulary.items import ItemKind, ItemStatus
from spec.vocabulary.iterations import IterationReport, ReportIteration, StartIterations
from spec.vocabulary.plans import ItemDefinition, PlanDefinition, Register, StepDefinition
from spec.vocabulary.reviews import NewPlan, SetMaxReviews
from spec.vocabulary.state import Show


def document_hashes(one: str, other: str) -> Operations:
    """Work on a plan whose document is the registered one, and another."""
    yield ask(Register, definition=plan("build", "test", document_hash=one))
    for each in (other, one):
        yield ask(Show, document_hash=each)
        yield ask(Claim, document_hash=each)
    for kind in (Update, Batch, Complete):
        yield from (ask(kind, document_hash=each) for each in (other, one))
    yield ask(Claim, document_hash=one)
    yield from (ask(Commit, step="test", document_hash=each) for each in (other, one))
    yield ask(Register, definition=plan("build", "test", "ship", document_hash=other))


def commit_hashes(one: str, other: str) -> Operations:
    """Commit two steps, and reconcile them with their own and each other's commit."""
    yield ask(Register, definition=plan("build", "test"))
    for step, each in (("build", one), ("test", other)):
        yield ask(Claim)
        yield ask(Update, step=step)
        yield ask(Commit, step=step, commit_hash=each)
    for each in (one, other):
        entries = tuple(HistoryEntry("plan.md", step, each) for step in ("build", "test"))
        yield ask(Reconcile, history=entries)
    yield ask(StartIterations)
    for commits in ((one, other), (other,)):
        report = IterationReport("x", requires_continuation=True, git_commits=commits)
        yield ask(ReportIteration, report=report)


EVERYTHING: Kinds = (
    *(Register, Ready, Show, Claim, *HOLDING, Claim, Release, Claim, Reset, Claim, Commit),
    *(Reconcile, *REVIEWING, StartIterations, ReportIteration, CheckCommand),
)
"""Every operation, in an order in which most are accepted."""


def times(one: int, other: int) -> Operations:
    """Ask for everything at one time, and on another plan at the other."""
    for now, path in ((one, "one.md"), (other, "other.md")):
        completed = False
        for kind in EVERYTHING:
            # The second step has no items, so a commit completes it.
            step = {"step": "test"} if completed and hasattr(kind, "step") else {}
            yield ask(kind, plan=path, now=now, **step)
            completed |= kind is Complete


def leases(one: int, other: int) -> Operations:
    """Claim for one time and renew for the other; look and claim when each has passed."""
    yield ask(Register)
    yield ask(Claim, lease=one)
    yield ask(Heartbeat, lease=other)
    yield ask(Ready, now=one)
    yield ask(Claim, worktree="two", now=one, lease=other)
    yield ask(Ready, now=other)
    yield ask(Claim, worktree="three", now=other, lease=one)
    yield ask(Heartbeat, worktree="three", now=other, lease=one)


def ordinals(values: tuple[int, ...]) -> Operations:
    """Name each of twelve items, and items that are not there."""
    items = tuple(ItemDefinition(ItemKind.TASK, f"Task {number}") for number in range(12))
    steps = (StepDefinition("build", "Build", items=items),)
    yield ask(Register, definition=PlanDefinition("A bridge", HASH, steps))
    yield ask(Claim)
    for value in values:
        yield ask(Update, changes=(StatusChange(ItemStatus.COMPLETED, ItemKind.TASK, value),))
        yield ask(Batch, entries=(BatchEntry(ItemKind.TASK, value, ItemStatus.COMPLETED),))


def limits(values: tuple[int, ...]) -> Operations:
    """Limit reviews and iterations by numbers of every size."""
    yield ask(Register)
    for value in values:
        yield ask(NewPlan, max_reviews=value)
        yield ask(SetMaxReviews, max_reviews=value)
        yield ask(StartIterations, max_iterations=value)
        report = IterationReport(
            "x", requires_continuation=True, context_usage_percent=value, phase_count=value
        )
        yield ask(ReportIteration, report=report)


def sizes(values: tuple[int, ...]) -> Operations:
    """Report iterations with summaries of every size."""
    yield ask(Register)
    yield ask(StartIterations, max_iterations=100)
    for value in values:
        yield ask(ReportIteration, summary_bytes=value)
        yield ask(ReportIteration, summary_bytes=value, least_summary_bytes=value)
