"""Claims: which step a worktree may take, and until when (CLM)."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from impl.store import guards
from impl.store.connection import Connection
from impl.store.guards import Refused
from spec.vocabulary import rejections
from spec.vocabulary.claims import Claim, Claimed, NothingClaimable

HELD = "step.lease_expires_at IS NOT NULL"
"""Claimed or in progress: only such a step has a lease."""

EXPIRED = "step.lease_expires_at < :now"  # CLM-4.4

# The first step of each kind is found by the index for its kind, so that a claim is as fast in a
# plan of many steps. For PostgreSQL, which has no such hint, `INDEXED BY` is removed.
CLAIMABLE = (
    ("ready_steps", "step.status = 'pending'"),  # CLM-3.1
    ("steps_by_lease", f"{HELD} AND {EXPIRED}"),
    ("steps_by_holder", f"{HELD} AND step.claimed_by = :worktree"),  # CLM-5.2
    ("steps_by_lease", f"{HELD} AND :force"),  # CLM-6.2
)


def _first(index: str, condition: str) -> str:
    """Return the query for the index of the first step that a claim may take on a condition."""
    return f"""
        SELECT min(step.step_index) AS first  -- CLM-1.2
        FROM steps AS step INDEXED BY {index}
        WHERE step.plan = :plan
            AND step.parent IS NULL  -- CLM-1.3
            AND step.open_dependencies = 0  -- CLM-2.1
            AND {condition}
    """


def _select_claimable(claimable: Sequence[tuple[str, str]]) -> str:
    """Return the query for the plan, and the first step of it to claim on one of some conditions.

    All that a claim is decided by and answers, in one statement.
    """
    return f"""
        SELECT plans.document_hash, plans.last_claim_id, plans.ready_steps, plans.unfinished_steps,
            step.anchor, step.title, step.step_index, step.status <> 'pending' AS reclaimed,
            step.status = 'pending' AND step.open_dependencies = 0 AS was_ready,
            step.claim_id, step.fenced, step.claimed_by, step.claimed_at, step.release_reason,
            EXISTS (
                SELECT 1 FROM steps AS part INDEXED BY steps_by_parent
                WHERE part.plan = :plan AND part.parent = step.anchor
            ) AS has_substeps
        FROM plans
        LEFT JOIN steps AS step ON step.plan = :plan AND step.step_index = (
            SELECT min(first)  -- CLM-1.2
            FROM ({"UNION ALL".join(_first(*each) for each in claimable)}) AS found
        )
        WHERE plans.path = :plan
    """


SELECT_CLAIMABLE = _select_claimable(CLAIMABLE)
SELECT_OWN = _select_claimable([each for each in CLAIMABLE if each[0] == "steps_by_holder"])

# Without RETURNING, which takes SQLite longer than the rest: under the lock, what it would return
# is known from what was read before.
UPDATE_PLAN_COUNTS = """
UPDATE plans
SET last_claim_id = :new_id, ready_steps = :ready_steps
WHERE path = :plan
"""

SET_CLAIM = """
UPDATE steps
SET status = 'claimed',
    claimed_by = :worktree,
    claimed_at = :now,
    heartbeat_at = :now,
    claim_id = :new_id,
    fenced = :fenced,
    release_reason = NULL,  -- CLM-8.7
    lease_expires_at = :expiry,
    started_at = NULL
"""

CLAIM_STEP = f"{SET_CLAIM}WHERE plan = :plan AND anchor = :step"

# CLM-8.5: those that are not completed.
CLAIM_SUBSTEPS = f"""{SET_CLAIM}WHERE plan = :plan AND anchor IN (
    SELECT anchor FROM steps INDEXED BY steps_by_parent
    WHERE plan = :plan AND parent = :step AND status <> 'completed'
)
"""

# CLM-9.3: completed and deferred items too, but only those of unfinished substeps.
OPEN_SUBSTEP_ITEMS = """
UPDATE checklist_items
SET status = 'open', reason = NULL
WHERE plan = :plan
    AND step IN (
        SELECT anchor FROM steps INDEXED BY steps_by_parent
        WHERE plan = :plan AND parent = :step AND status <> 'completed'
    )
"""


SET_BRANCH = "UPDATE steps SET branch = :branch WHERE plan = :plan AND anchor = :step"

HELD_TOO = """
SELECT anchor, lease_expires_at FROM steps INDEXED BY steps_by_holder
WHERE plan = :plan AND parent IS NULL AND lease_expires_at IS NOT NULL
    AND claimed_by = :worktree AND anchor <> :step
ORDER BY step_index
"""


class Taken(NamedTuple):
    """The answer to a claim, and which other steps the worktree holds until when."""

    answer: Claimed | NothingClaimable
    held: tuple[tuple[str, int], ...]


def claim_on(branch: str | None) -> Callable[[Connection, Claim], Taken]:
    """Return what claims a step, records the branch of its worktree, and finds what else is held.

    The branch is `None` if it is not known.
    """

    def run(connection: Connection, operation: Claim) -> Taken:
        answer = claim(connection, operation)
        step = answer.anchor if isinstance(answer, Claimed) else ""
        named = {"plan": operation.plan, "worktree": operation.worktree, "step": step}
        if step:
            connection.execute(SET_BRANCH, {**named, "branch": branch})
        held = connection.execute(HELD_TOO, named).fetchall()
        return Taken(answer, tuple((row["anchor"], row["lease_expires_at"]) for row in held))

    return run


def claim(connection: Connection, operation: Claim) -> Claimed | NothingClaimable:
    """Assign the first claimable step to a worktree (CLM-1 to CLM-11).

    Refuses an unknown plan, then a drifted document, then another claim than the one to take over.
    If nothing is claimable, returns how many steps are blocked.
    """
    wanted = {"plan": operation.plan, "worktree": operation.worktree, "now": operation.now}
    wanted |= {"force": operation.force, "fenced": operation.fenced}
    chosen = connection.execute(SELECT_CLAIMABLE, wanted).fetchone()
    if operation.resume:  # CLM-22.1
        own = connection.execute(SELECT_OWN, wanted).fetchone()
        chosen = own if own and own["anchor"] else chosen  # CLM-22.2
    if chosen is None:  # PLN-3.1: plan known
        raise Refused(rejections.unknown_plan(operation.plan))
    stored_hash, last_id, ready, unfinished, step, title, index, reclaimed, *_ = chosen
    guards.require_same_document(stored_hash, operation.document_hash)  # CLM-7.1
    if step is None:  # CLM-11.1
        return NothingClaimable(all_completed=unfinished == 0, blocked=unfinished)
    guards.compare_claim(operation.claim_id, chosen, demanded=False)  # CLM-20.6
    ready -= bool(chosen["was_ready"])
    new_id = max(last_id + 1, operation.lowest_id or 0)  # CLM-19.11
    expiry = operation.now + operation.lease
    taken = {**wanted, "step": step, "expiry": expiry, "new_id": new_id, "ready_steps": ready}
    connection.execute(CLAIM_STEP, taken)  # CLM-8.1
    if reclaimed:  # CLM-9.3
        connection.execute(OPEN_SUBSTEP_ITEMS, taken)
    if chosen["has_substeps"]:  # CLM-8.5
        connection.execute(CLAIM_SUBSTEPS, taken)
    connection.execute(UPDATE_PLAN_COUNTS, taken)  # CLM-19.2
    return Claimed(
        step,
        title,
        index,
        expiry,
        bool(reclaimed),
        ready,  # CLM-10.3
        unfinished - 1,  # CLM-10.4
        new_id,
        chosen["release_reason"],  # CLM-10.5
    )
