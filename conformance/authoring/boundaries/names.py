"""Two texts that differ in one respect, as what operations name and as what they store."""

from dataclasses import fields, replace

from conformance.authoring.boundaries.asking import (
    COMMIT,
    HASH,
    HOLDING,
    REVIEWING,
    UNTESTED,
    Kinds,
    Operations,
    ask,
    plan,
)
from spec.vocabulary.checklists import Batch, BatchEntry, RecordArtifact, StatusChange, Update
from spec.vocabulary.claims import Claim
from spec.vocabulary.commits import Commit
from spec.vocabulary.completion import CommitLogEntry, Complete, Reconcile
from spec.vocabulary.holding import Release, Reset
from spec.vocabulary.items import ItemKind, ItemStatus
from spec.vocabulary.iterations import IterationReport, ReportIteration, StartIterations
from spec.vocabulary.plans import ItemDefinition, PlanDefinition, Register, StepDefinition
from spec.vocabulary.readiness import Ready
from spec.vocabulary.state import Show


def worktrees(one: str, other: str) -> Operations:
    """Request what one worktree holds as the other, then as itself."""
    yield ask(Register, plan=one)
    yield ask(Claim, plan=one, worktree=one)
    for kind in HOLDING:
        yield ask(kind, plan=one, worktree=other)
        yield ask(kind, plan=one, worktree=one)
    yield ask(Claim, plan=one, worktree=other)
    yield ask(Release, plan=one, worktree=one, step="test", force=False)
    yield ask(Release, plan=one, worktree=other, step="test", force=False)
    yield ask(Reset, plan=one)


def anchors(one: str, other: str) -> Operations:
    """Request the other of two steps, then for the one that is held; each depends on the other."""
    first, then, last = plan(one, other, "last").steps
    waiting = StepDefinition("waiting", "Waiting", (one, other), substeps=(last,))
    steps = (first, StepDefinition(other, one, (one,), then.items), waiting)
    definition = PlanDefinition(other, HASH, steps)
    yield ask(Register, plan=other, definition=definition)
    yield ask(Claim, plan=other)
    for kind in HOLDING:
        yield ask(kind, plan=other, step=other)
        yield ask(kind, plan=other, step=one)
    yield ask(Claim, plan=other)
    letting_go: Kinds = (Release, Reset)
    for kind in letting_go:
        yield ask(kind, plan=other, step=one)
        yield ask(kind, plan=other, step=other)
        yield ask(Claim, plan=other)


def commit_logs(one: str, other: str) -> Operations:
    """Reconcile two steps, first the other and then both."""
    yield ask(Register, definition=replace(UNTESTED, steps=steps_called(one, other)))
    entries = tuple(CommitLogEntry("plan.md", each, COMMIT) for each in (other, one))
    yield ask(Reconcile, history=entries[:1])
    yield ask(Reconcile, history=entries)


def steps_called(*anchors: str) -> tuple[StepDefinition, ...]:
    """Return steps without items."""
    return tuple(StepDefinition(each, each) for each in anchors)


def commits(one: str, other: str) -> Operations:
    """Commit two steps of two worktrees, first each other's, with messages that differ."""
    yield ask(Register, plan=one, definition=replace(UNTESTED, steps=steps_called(one, other)))
    for each, wrong in ((one, other), (other, one)):
        yield ask(Claim, plan=one, worktree=each)
        yield ask(Commit, plan=one, step=each, worktree=wrong, message=each)
        yield ask(Commit, plan=one, step=wrong, worktree=each, message=wrong)
        yield ask(Commit, plan=other, step=each, worktree=each, message=each)
        yield ask(Commit, plan=one, step=each, worktree=each, message=each)


def plans(one: str, other: str) -> Operations:
    """Use the path of the other plan before and after it is registered."""
    first, then = (replace(UNTESTED, title=each) for each in (one, other))
    yield ask(Register, plan=one, definition=first)
    for kind in (Ready, Show, Claim):
        yield ask(kind, plan=other)
    yield ask(Register, plan=other, definition=then)
    for each in (other, one):
        yield ask(Claim, plan=each)
        yield ask(Ready, plan=each)
        yield ask(Show, plan=each)
    entries = tuple(CommitLogEntry(each, "build", COMMIT) for each in (other, one))
    yield ask(Reconcile, plan=one, history=entries[:1])
    yield ask(Reconcile, plan=other, history=entries)


def plans_worked_on(one: str, other: str) -> Operations:
    """Do with one of two plans whatever can be done with a step, and then with the other.

    Both are worked on alike, so that whatever is done to the wrong one shows there.
    """
    beginning: Kinds = (Register, Claim)
    working: Kinds = (*HOLDING[:-1], Release, Claim, Reset, Claim, Complete)
    for kind in beginning:
        yield from (ask(kind, plan=each) for each in (one, other))
    for now, each in enumerate((one, other), start=1):
        for kind in working:
            yield ask(kind, plan=each, now=now, **({"lease": 5} if kind is Claim else {}))
        yield ask(Claim, plan=each, now=now)
        yield ask(Commit, plan=each, step="test", now=now)


def reviews(one: str, other: str) -> Operations:
    """Review two plans by turns, with their own tasks and phases."""
    for kind in (Register, *REVIEWING):
        names = [each.name for each in fields(kind)]
        for each in (one, other):
            texts = {name: each for name in ("plan", "task", "next_phase") if name in names}
            yield ask(kind, **texts)


def iterations(one: str, other: str) -> Operations:
    """Iterate on two plans by turns, with texts and lists of what remains."""
    for kind in (Register, StartIterations):
        yield from (ask(kind, plan=each) for each in (one, other))
    for each, listed in ((one, False), (other, False), (one, True), (other, True)):
        remaining = (each, one, other) if listed else each
        report = IterationReport(
            remaining, requires_continuation=True, checkpoint_path=each, summary_path=each
        )
        yield ask(ReportIteration, plan=each, report=report)


def texts(one: str, other: str) -> Operations:
    """Store texts as titles, items, reasons, artifacts and messages."""
    items = tuple(ItemDefinition(ItemKind.TASK, each) for each in (one, other))
    steps = tuple(
        StepDefinition(anchor, title, items=items)
        for anchor, title in (("build", one), ("test", other))
    )
    yield ask(Register, definition=PlanDefinition(one, HASH, steps))
    yield ask(Claim)
    yield ask(Batch, entries=tuple(deferred(n, each) for n, each in enumerate((one, other))))
    for each in (one, other):
        yield ask(Batch, entries=(BatchEntry(each, 0, ItemStatus.COMPLETED),))
        yield ask(Batch, entries=(BatchEntry(ItemKind.TASK, 0, each),))
        yield ask(Update, changes=(StatusChange(each),))
        yield ask(RecordArtifact, kind=each, summary=each)


def deferred(ordinal: int, reason: str) -> BatchEntry:
    """Return the line of a batch that defers a task."""
    return BatchEntry(ItemKind.TASK, ordinal, ItemStatus.DEFERRED, reason)
