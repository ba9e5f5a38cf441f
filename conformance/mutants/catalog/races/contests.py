"""What races have in common: operations for their contests, and where a transaction is torn."""

from conformance.mutants.faults.races import Contest, Turn
from spec.vocabulary.checklists import Batch, BatchEntry, RecordArtifact, StatusChange, Update
from spec.vocabulary.claims import Claim
from spec.vocabulary.commits import Commit
from spec.vocabulary.completion import Complete
from spec.vocabulary.holding import Heartbeat
from spec.vocabulary.items import ItemKind
from spec.vocabulary.plans import ItemDefinition, PlanDefinition, Register, StepDefinition

PLAN = "plan.md"
HASH, OTHER_HASH = "1" * 64, "2" * 64
ONE, TWO = "one", "two"
"""Clients, and the worktrees that they work in."""

GAP = """\
    connection.execute("COMMIT")
    connection.execute("BEGIN IMMEDIATE")
"""
"""The end of a transaction, and the beginning of another one."""

STEP_A = StepDefinition("a", "First", items=(ItemDefinition(ItemKind.TASK, "Do it"),))
STEP_B = StepDefinition("b", "Second")
PAIRED = StepDefinition("a", "First", items=(ItemDefinition(ItemKind.TASK, "Do it"),) * 2)
BARE = StepDefinition("a", "First")


def register(*steps: StepDefinition, document_hash: str = HASH) -> Register:
    """Register the plan with steps."""
    return Register(PLAN, PlanDefinition("Contested", document_hash, steps), 0)


def claim(worktree: str, now: int = 0, *, force: bool = False, lease: int = 10) -> Claim:
    """Claim a step."""
    return Claim(PLAN, worktree, HASH, now, lease, force)


def heartbeat(worktree: str, now: int) -> Heartbeat:
    """Renew the lease of the first step."""
    return Heartbeat(PLAN, "a", worktree, now, 100)


def complete(step: str, worktree: str, claim_id: int | None = None) -> Complete:
    """Complete a step."""
    return Complete(PLAN, step, worktree, HASH, 5, claim_id=claim_id)


def commit(step: str, worktree: str, commit_hash: str, claim_id: int | None = None) -> Commit:
    """Commit a step."""
    return Commit(PLAN, step, worktree, HASH, 5, commit_hash, claim_id=claim_id)


def batch(worktree: str, *entries: BatchEntry) -> Batch:
    """Complete all items of the first step, after some entries."""
    return Batch(PLAN, "a", worktree, entries, HASH, 5, complete_remaining=True)


def reopen(worktree: str) -> Update:
    """Open all items of the first step again."""
    return Update(PLAN, "a", worktree, (StatusChange("open"),), HASH, 5, allow_reopen=True)


def note(worktree: str) -> RecordArtifact:
    """Record an artifact of the first step."""
    return RecordArtifact(PLAN, "a", worktree, "log", "A note", 5)


TWO_CLAIM = Contest(
    (Turn(ONE, register(BARE, STEP_B)),),
    Turn(ONE, claim(ONE)),
    (Turn(TWO, claim(TWO)),),
)
"""Two clients claim at the same time, and each gets a step of its own."""
