"""What several operations share: checks, each inside the caller's transaction, and the time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spec.vocabulary import rejections

if TYPE_CHECKING:
    from impl.store.connection import Connection
    from spec.vocabulary.checklists import Batch, RecordArtifact, Update
    from spec.vocabulary.commits import Commit
    from spec.vocabulary.holding import Heartbeat, Release, Reset, Start
    from spec.vocabulary.rejections import Rejected

STORED_HASH = "SELECT document_hash FROM plans WHERE path = :plan"

# CLM-12.6: for a substep the parent's holder and claim count, for all others their own.
STATUS_AND_HOLDER = """
SELECT step.status, holder.claimed_by, holder.claim_id, holder.fenced, holder.claimed_at
FROM steps AS step
JOIN steps AS holder
    ON holder.plan = step.plan AND holder.anchor = coalesce(step.parent, step.anchor)
WHERE step.plan = :plan AND step.anchor = :step
"""


STEP_ROW = "SELECT * FROM steps WHERE plan = :plan AND anchor = :step"


class Refused(Exception):
    """An operation was refused. The store rolls back and answers `rejected`."""

    def __init__(self, rejected: Rejected) -> None:
        super().__init__(rejected)
        self.rejected = rejected


class DocumentChanged(Exception):
    """The document that an operation was prepared from is not the current one; nothing was done."""


def named(operation: Any, **more: Any) -> dict[str, Any]:
    """Return the fields of an operation, and more, as the named parameters of a statement."""
    return {name: getattr(operation, name) for name in operation.__slots__} | more


def require_plan(connection: Connection, plan: str) -> str:
    """Return the hash of a plan's stored document; refuse an unknown plan (PLN-3.1)."""
    row = connection.execute(STORED_HASH, {"plan": plan}).fetchone()
    if row is None:  # PLN-3.1
        raise Refused(rejections.unknown_plan(plan))
    stored_hash: str = row["document_hash"]
    return stored_hash


def require_same_document(stored_hash: str, document_hash: str) -> None:
    """Refuse to work from a document that is not the stored one (PLN-6.1)."""
    if stored_hash != document_hash:  # PLN-6.2
        raise Refused(rejections.plan_drift(stored_hash, document_hash))


def step_row(connection: Connection, plan: str, step: str) -> Any:
    """Return the row of a step or substep, or `None`."""
    return connection.execute(STEP_ROW, {"plan": plan, "step": step}).fetchone()


def require_holder(
    connection: Connection, operation: Start | Heartbeat | Update | Batch | RecordArtifact
) -> str:
    """Return the step's own status; refuse a caller who does not hold the step (CLM-12).

    A substep is held by whoever holds its parent, under the parent's claim.
    """
    step, worktree = operation.step, operation.worktree
    asked = {"plan": operation.plan, "step": step}
    found = connection.execute(STATUS_AND_HOLDER, asked).fetchone()
    if found is None:  # CLM-12.8: unknown step
        raise Refused(rejections.not_claimed(step, "unknown"))
    status, holder = found["status"], found["claimed_by"]
    if holder is None:  # CLM-12.9: held by nobody
        raise Refused(rejections.not_claimed(step, status))
    compare_claim(operation.claim_id, found)  # CLM-20.2, CLM-20.3
    if holder != worktree:  # CLM-12.10: held by another
        raise Refused(rejections.ownership_violation(step, holder, worktree))
    return str(status)


def require_claim(
    connection: Connection,
    operation: Start | Release | Reset | Commit,
    *,
    demanded: bool = True,
) -> None:
    """Refuse a request under another claim than that of the very step or substep (CLM-20.1).

    What is no step of a known plan has no claim.
    """
    row = step_row(connection, operation.plan, operation.step)
    if row is not None:
        compare_claim(operation.claim_id, row, demanded=demanded)


def compare_claim(given: int | None, row: Any, *, demanded: bool = True) -> None:
    """Refuse a request under another claim than the row's, or under none if the row is fenced.

    An id is `demanded` of everybody but the authorities (CLM-21.5).
    """
    is_missing = given is None and demanded and bool(row["fenced"])  # CLM-21.2
    is_other = given is not None and given != row["claim_id"]  # CLM-20.3
    if is_missing or is_other:
        holder, since = row["claimed_by"], row["claimed_at"]  # CLM-20.9, CLM-20.10
        raise Refused(rejections.stale_claim(given, holder, since))
