"""One function for each operation that a client may request of the shared plan."""

from collections.abc import Callable
from typing import Any

from conformance.histories.nemesis.context import SHORT_LEASES, RequestContext
from spec.vocabulary.checklists import Batch, BatchEntry, RecordArtifact, StatusChange, Update
from spec.vocabulary.claims import Claim
from spec.vocabulary.commits import Commit
from spec.vocabulary.completion import CommitLogEntry, Complete, Reconcile
from spec.vocabulary.holding import Heartbeat, Release, Reset, Start
from spec.vocabulary.items import ItemStatus
from spec.vocabulary.iterations import IterationReport, ReportIteration, StartIterations
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register
from spec.vocabulary.readiness import Ready
from spec.vocabulary.reviews import (
    CompleteTask,
    CreateTasks,
    NewPlan,
    NextTask,
    PostReview,
    ReviewResult,
    SetMaxReviews,
    Stop,
)
from spec.vocabulary.state import Show


def on_step(of: RequestContext, make: Callable[..., Operation], /, **rest: Any) -> Operation:
    """Return an operation on a step, mostly by whoever holds it, perhaps with the claim's id."""
    held = of.target()
    claim_id, worktree = of.claim_id(held), of.holder(held)
    return make(
        plan=of.plan, step=held.step, now=of.now, worktree=worktree, claim_id=claim_id, **rest
    )


def claim(of: RequestContext) -> Operation:
    """Claim a step, sometimes fenced."""
    hashed, fenced = of.document_hash(), of.flag(0.2)
    return Claim(of.plan, of.worktree(), hashed, of.now, of.lease(), fenced=fenced)


def claim_briefly(of: RequestContext) -> Operation:
    """Claim a step with a lease that expires soon."""
    return Claim(of.plan, of.own, of.document_hash(), of.now, of.lease(SHORT_LEASES))


def take_over(of: RequestContext) -> Operation:
    """Claim a step by force."""
    return Claim(of.plan, of.own, of.document_hash(), of.now, of.lease(), force=True)


def start(of: RequestContext) -> Operation:
    """Start a step."""
    return on_step(of, Start)


def heartbeat(of: RequestContext) -> Operation:
    """Renew a lease."""
    return on_step(of, Heartbeat, lease=of.lease())


def release(of: RequestContext) -> Operation:
    """Release a step."""
    return on_step(of, Release)


def release_by_force(of: RequestContext) -> Operation:
    """Release a step, whoever holds it."""
    return Release(of.plan, of.target().step, of.now, force=True)


def reset(of: RequestContext) -> Operation:
    """Reset a step."""
    return Reset(of.plan, of.target().step, of.now)


def ready(of: RequestContext) -> Operation:
    """Query which steps are ready."""
    return Ready(of.plan, of.now)


def show(of: RequestContext) -> Operation:
    """Look at everything that is stored of a plan."""
    return Show(of.plan, of.shared_plan.document_hash, of.now)


def register_first(of: RequestContext) -> Operation:
    """Register the original document."""
    return Register(of.plan, of.shared_plan.versions[0], of.now)


def register(of: RequestContext) -> Operation:
    """Register a document again, perhaps an edited one."""
    return Register(of.plan, of.edited(), of.now)


def batch(of: RequestContext) -> Operation:
    """Complete all items, or some."""
    status = of.random.choice((ItemStatus.COMPLETED, ItemStatus.DEFERRED))
    reason = "later" if status is ItemStatus.DEFERRED else None
    entries = (BatchEntry("task", 0, status, reason),) if of.flag(0.4) else ()
    hashed, rest = of.document_hash(), not entries or of.flag(0.8)
    return on_step(of, Batch, entries=entries, document_hash=hashed, complete_remaining=rest)


def update(of: RequestContext) -> Operation:
    """Change the status of items, often back to open."""
    status = of.random.choice((ItemStatus.COMPLETED, ItemStatus.OPEN, ItemStatus.OPEN))
    changes, hashed = (StatusChange(status),), of.document_hash()
    return on_step(of, Update, changes=changes, document_hash=hashed, allow_reopen=of.flag(0.8))


def artifact(of: RequestContext) -> Operation:
    """Record an artifact, which has the next id."""
    return on_step(of, RecordArtifact, kind="note", summary="A note")


def complete(of: RequestContext) -> Operation:
    """Complete a step, sometimes by force."""
    reason = "no time" if of.flag(0.15) else None
    hashed, force = of.document_hash(), reason is not None
    return on_step(of, Complete, document_hash=hashed, force=force, reason=reason)


def complete_each(of: RequestContext) -> Operation:
    """Complete any claimed step, so that different clients complete different steps."""
    held = of.random.choice(of.shared_plan.held) if of.shared_plan.held else of.target()
    return Complete(of.plan, held.step, held.worktree, of.document_hash(), of.now)


def commit(of: RequestContext) -> Operation:
    """Commit the work on a step."""
    of.commits += 1
    hashed, number = of.shared_plan.document_hash, f"{of.commits:040x}"
    return on_step(of, Commit, document_hash=hashed, commit_hash=number)


def reconcile(of: RequestContext) -> Operation:
    """Complete a step that a commit names."""
    held = of.target()
    named = CommitLogEntry(of.plan, held.step, f"{of.commits:040x}", of.claim_id(held))
    return Reconcile(of.plan, (named,), of.now, force=of.flag(0.2))


def start_iterations(of: RequestContext) -> Operation:
    """Start a loop."""
    return StartIterations(of.plan, of.random.randrange(1, 4), of.now)


def report_iteration(of: RequestContext) -> Operation:
    """Report an iteration, mostly one after which the loop continues."""
    remaining = of.random.choice((None, "a b", "a", "a"))
    report = IterationReport(remaining, remaining is not None, of.flag(0.1))
    size = of.random.choice((None, 1_000_000)) if of.has_files else None
    return ReportIteration(of.plan, report, size, of.now)


def new_plan(of: RequestContext) -> Operation:
    """Begin the reviews of a plan."""
    return NewPlan(of.plan, of.now, of.random.randrange(1, 6))


def create_tasks(of: RequestContext) -> Operation:
    """Approve the plan: its steps become tasks."""
    return CreateTasks(of.plan, of.now)


def review(of: RequestContext) -> Operation:
    """Do something about the reviews of a plan."""
    choices: tuple[Operation, ...] = (
        new_plan(of),
        create_tasks(of),
        NextTask(of.plan, of.random.choice((None, "1", "2")), of.now),
        CompleteTask(of.plan, of.random.choice(("1", "2")), of.now),
        PostReview(of.plan, of.now),
        SetMaxReviews(of.plan, of.random.randrange(1, 6), of.now),
    )
    return of.random.choice(choices)


def stop(of: RequestContext) -> Operation:
    """Stop working, which is reviewed."""
    result = of.random.choice((ReviewResult.PASS, ReviewResult.FAIL, ReviewResult.FAIL))
    return Stop(of.plan, result, of.now, stop_hook_active=of.flag(0.15))
