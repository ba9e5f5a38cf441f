"""Two times, leases or hashes that differ in one respect, and numbers of every size."""

from conformance.authoring.boundaries.asking import (
    COMMIT,
    HASH,
    REVIEWING,
    UNTESTED,
    Kinds,
    Meeting,
    Operations,
    ask,
    plan,
)
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
from spec.vocabulary.reviews import NewPlan, SetMaxReviews
from spec.vocabulary.state import Show

DRIFTING: Kinds = (Claim, Update, Batch, Complete)
UNDER_A_CLAIM: Kinds = (
    *(Claim, Start, Heartbeat, Update, Batch, RecordArtifact, Commit, Complete, Release, Reset),
)


def document_hashes(one: str, other: str) -> Operations:
    """Work on a plan whose document is another, then the registered one."""
    yield ask(Register, definition=plan("build", "test", document_hash=one))
    for kind in DRIFTING:
        yield from (ask(kind, document_hash=each) for each in (other, one))


def registrations(one: str, other: str) -> Operations:
    """Register two documents of a plan, and show it with each."""
    for registered in (one, other):
        yield ask(Register, definition=plan("build", "test", document_hash=registered))
        yield from (ask(Show, document_hash=each) for each in (other, one))


def drifted_commits(one: str, other: str) -> Operations:
    """Commit a step whose plan's document is another, then the registered one."""
    yield ask(Register, definition=plan("build", document_hash=one))
    yield ask(Claim, document_hash=one)
    yield from (ask(Commit, document_hash=each) for each in (other, one))


def commit_hashes(one: str, other: str) -> Operations:
    """Commit two steps."""
    yield ask(Register, definition=UNTESTED)
    for step, each in (("build", one), ("test", other)):
        yield ask(Claim)
        yield ask(Commit, step=step, commit_hash=each)


def commits_found(one: str, other: str) -> Operations:
    """Commit two steps, for which git has made the other's commit and then their own."""
    yield ask(Register, definition=UNTESTED)
    for step, own, wrong in (("build", one, other), ("test", other, one)):
        yield ask(Claim)
        yield ask(Commit, step=step, commit_hash=wrong, found_commit=own, clean=True)
        yield ask(Commit, step=step, commit_hash=own, found_commit=wrong, clean=True)


def commit_logs(one: str, other: str) -> Operations:
    """Reconcile two steps with their own commits, then with each other's."""
    yield ask(Register)
    for build, test in ((one, other), (other, one)):
        entries = (
            CommitLogEntry("plan.md", "build", build),
            CommitLogEntry("plan.md", "test", test),
        )
        yield ask(Reconcile, history=entries)


def reported_commits(one: str, other: str) -> Operations:
    """Report iterations with two commits, and with one."""
    yield ask(Register)
    yield ask(StartIterations)
    for commits in ((one, other), (other,)):
        report = IterationReport("x", requires_continuation=True, git_commits=commits)
        yield ask(ReportIteration, report=report)


def times_of(*kinds: type[Operation]) -> Meeting:
    """Return what asks for some operations at one time, then at the other."""

    def times(one: int, other: int) -> Operations:
        yield ask(Register)
        for now, step in ((one, "build"), (other, "test")):
            for kind in kinds:
                named = {"step": step} if hasattr(kind, "step") else {}
                yield ask(kind, now=now, **named)

    return times


TIMES: dict[str, Meeting] = {
    "Times": times_of(
        *(Claim, Start, Heartbeat, Ready, Release, Claim, Reset, Claim),
        *(Update, Batch, RecordArtifact, Complete),
    ),
    "Times of registrations": times_of(Register, Show),
    "Times of histories": times_of(Reconcile),
    "Times of commits": times_of(Claim, Update, Commit),
    "Times of reviews": times_of(*REVIEWING),
    "Times of iterations": times_of(StartIterations, ReportIteration),
    "Times of commands": times_of(CheckCommand),
}
"""What is asked at two times, so that a store needs no more areas than it is about."""


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


def claim_ids(kind: type[Operation], values: tuple[int, ...]) -> Operations:
    """Work on a step that was claimed three times under ids of every size."""
    yield from claimed_again()
    yield from (ask(kind, claim_id=value) for value in values)


def recorded_claim_ids(values: tuple[int, ...]) -> Operations:
    """Reconcile a step that was claimed three times with commits under ids of every size."""
    yield from claimed_again()
    entries = (CommitLogEntry("plan.md", "test", COMMIT, claim_id=value) for value in values)
    yield ask(Reconcile, history=tuple(entries))


def claimed_again() -> Operations:
    """Claim a step three times."""
    yield ask(Register)
    for _ in range(2):
        yield from (ask(Claim), ask(Reset))
    yield ask(Claim)
