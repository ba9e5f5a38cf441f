"""One function for each operation that a client may request of the shared plan."""

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


def claim(of: RequestContext) -> Claim:
    """Claim a step, sometimes fenced."""
    hashed, fenced = of.document_hash(), of.flag(0.2)
    return Claim(of.plan, of.worktree(), hashed, of.now, of.lease(), fenced=fenced)


def claim_briefly(of: RequestContext) -> Claim:
    """Claim a step with a lease that expires soon."""
    return Claim(of.plan, of.own, of.document_hash(), of.now, of.lease(SHORT_LEASES))


def take_over(of: RequestContext) -> Claim:
    """Claim a step by force."""
    return Claim(of.plan, of.own, of.document_hash(), of.now, of.lease(), force=True)


def start(of: RequestContext) -> Start:
    """Start a step."""
    held = of.target()
    return Start(of.plan, held.step, of.holder(held), of.now, of.claim_id(held))


def heartbeat(of: RequestContext) -> Heartbeat:
    """Renew a lease."""
    held = of.target()
    claim_id = of.claim_id(held)
    return Heartbeat(of.plan, held.step, of.holder(held), of.now, of.lease(), claim_id)


def release(of: RequestContext) -> Release:
    """Release a step."""
    held = of.target()
    claim_id = of.claim_id(held)
    return Release(of.plan, held.step, of.now, of.holder(held), claim_id=claim_id)


def release_by_force(of: RequestContext) -> Release:
    """Release a step, whoever holds it."""
    return Release(of.plan, of.target().step, of.now, force=True)


def reset(of: RequestContext) -> Reset:
    """Reset a step."""
    return Reset(of.plan, of.target().step, of.now)


def ready(of: RequestContext) -> Ready:
    """Query which steps are ready."""
    return Ready(of.plan, of.now)


def show(of: RequestContext) -> Show:
    """Look at everything that is stored of a plan."""
    return Show(of.plan, of.shared_plan.document_hash, of.now)


def register_first(of: RequestContext) -> Register:
    """Register the original document."""
    return Register(of.plan, of.shared_plan.versions[0], of.now)


def register(of: RequestContext) -> Register:
    """Register a document again, perhaps an edited one."""
    return Register(of.plan, of.edited(), of.now)


def batch(of: RequestContext) -> Batch:
    """Complete all items, or some."""
    held = of.target()
    status = of.random.choice((ItemStatus.COMPLETED, ItemStatus.DEFERRED))
    reason = "later" if status is ItemStatus.DEFERRED else None
    entries = (BatchEntry("task", 0, status, reason),) if of.flag(0.4) else ()
    hashed, rest = of.document_hash(), not entries or of.flag(0.8)
    named = (of.plan, held.step, of.holder(held), entries, hashed, of.now, rest)
    return Batch(*named, claim_id=of.claim_id(held))


def update(of: RequestContext) -> Update:
    """Change the status of items, often back to open."""
    held = of.target()
    status = of.random.choice((ItemStatus.COMPLETED, ItemStatus.OPEN, ItemStatus.OPEN))
    named = (of.plan, held.step, of.holder(held), (StatusChange(status),), of.document_hash())
    return Update(*named, of.now, allow_reopen=of.flag(0.8), claim_id=of.claim_id(held))


def artifact(of: RequestContext) -> RecordArtifact:
    """Record an artifact, which has the next id."""
    held = of.target()
    named = (of.plan, held.step, of.holder(held), "note", "A note", of.now)
    return RecordArtifact(*named, claim_id=of.claim_id(held))


def complete(of: RequestContext) -> Complete:
    """Complete a step, sometimes by force."""
    held = of.target()
    reason = "no time" if of.flag(0.15) else None
    named = (of.plan, held.step, of.holder(held), of.document_hash(), of.now)
    return Complete(*named, reason is not None, reason, claim_id=of.claim_id(held))


def complete_each(of: RequestContext) -> Complete:
    """Complete any claimed step, so that different clients complete different steps."""
    held = of.random.choice(of.shared_plan.held) if of.shared_plan.held else of.target()
    return Complete(of.plan, held.step, held.worktree, of.document_hash(), of.now)


def commit(of: RequestContext) -> Commit:
    """Commit the work on a step."""
    held = of.target()
    of.commits += 1
    named = (of.plan, held.step, of.holder(held), of.shared_plan.document_hash, of.now)
    return Commit(*named, f"{of.commits:040x}", claim_id=of.claim_id(held))


def reconcile(of: RequestContext) -> Reconcile:
    """Complete a step that a commit names."""
    held = of.target()
    named = CommitLogEntry(of.plan, held.step, f"{of.commits:040x}", of.claim_id(held))
    return Reconcile(of.plan, (named,), of.now, force=of.flag(0.2))


def start_iterations(of: RequestContext) -> StartIterations:
    """Start a loop."""
    return StartIterations(of.plan, of.random.randrange(1, 4), of.now)


def report_iteration(of: RequestContext) -> ReportIteration:
    """Report an iteration, mostly one after which the loop continues."""
    remaining = of.random.choice((None, "a b", "a", "a"))
    report = IterationReport(remaining, remaining is not None, of.flag(0.1))
    size = of.random.choice((None, 1_000_000)) if of.has_files else None
    return ReportIteration(of.plan, report, size, of.now)


def new_plan(of: RequestContext) -> NewPlan:
    """Begin the reviews of a plan."""
    return NewPlan(of.plan, of.now, of.random.randrange(1, 6))


def create_tasks(of: RequestContext) -> CreateTasks:
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


def stop(of: RequestContext) -> Stop:
    """Stop working, which is reviewed."""
    result = of.random.choice((ReviewResult.PASS, ReviewResult.FAIL, ReviewResult.FAIL))
    return Stop(of.plan, result, of.now, stop_hook_active=of.flag(0.15))
