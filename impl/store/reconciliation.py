"""Reconciling: completing the steps that the commit log names (CMP-9, CMP-10)."""

from impl.store import completion, counts, guards
from impl.store.connection import Connection
from spec.vocabulary.completion import CommitLogEntry, HashMismatch, Reconcile, Reconciled

FIND_LATER_CLAIM = """
SELECT 1 FROM steps WHERE plan = :plan AND anchor = :step AND claim_id > :claim_id
"""

SET_COMMIT = "UPDATE steps SET commit_hash = :commit_hash WHERE plan = :plan AND anchor = :step"


def reconcile(connection: Connection, operation: Reconcile) -> Reconciled:
    """Complete the steps that commits name, whoever holds them (CMP-9, CMP-10).

    The commit log is newest first, and only a step's first entry counts. Refuses an unknown plan
    and nothing else. Deferred items of a step that this completes become completed.
    """
    guards.require_plan(connection, operation.plan)
    seen: set[str] = set()
    changed = 0
    mismatches: list[HashMismatch] = []
    for entry in operation.history:
        if entry.plan != operation.plan:  # CMP-9.3: other plans' commits
            continue
        if entry.step in seen:  # CMP-10.4: the newest counts
            continue
        if not operation.force and _is_outdated(connection, entry):  # CMP-9.19
            continue
        seen.add(entry.step)
        answer = _reconcile_entry(connection, entry, operation)
        if isinstance(answer, HashMismatch):
            mismatches.append(answer)
        else:
            changed += answer
    return Reconciled(changed, tuple(mismatches))


def _is_outdated(connection: Connection, entry: CommitLogEntry) -> bool:
    """Return whether a commit is of an earlier claim, or an earlier text, than that of its step."""
    if entry.earlier_text:  # CMP-9.21
        return True
    named = {"plan": entry.plan, "step": entry.step, "claim_id": entry.claim_id}
    return connection.execute(FIND_LATER_CLAIM, named).fetchone() is not None


def _reconcile_entry(
    connection: Connection, entry: CommitLogEntry, operation: Reconcile
) -> bool | HashMismatch:
    """Complete one step by its commit; return whether it changed, or the conflicting hashes."""
    named = {"plan": entry.plan, "step": entry.step, "commit_hash": entry.commit_hash}
    found = guards.step_row(connection, entry.plan, entry.step)
    if found is None:  # CMP-9.3: unknown step
        return False
    status, stored_hash = found["status"], found["commit_hash"]
    if status != "completed":  # CMP-9.4: not completed
        completion.complete_below(connection, entry.plan, entry.step, operation.now, None)
        if counts.is_ready(connection, entry.plan, entry.step):
            counts.add_ready(connection, entry.plan, -1)
        completion.complete_step(
            connection, entry.plan, entry.step, operation.now, commit_hash=entry.commit_hash
        )
        completion.settle(connection, entry.plan, int(found["parent"] is None))  # CMP-10.9
        return True
    if stored_hash == entry.commit_hash:  # CMP-9.10: same hash
        return False
    if stored_hash is not None and not operation.force:  # CMP-9.11: other hash
        return HashMismatch(entry.step, stored_hash, entry.commit_hash)
    connection.execute(SET_COMMIT, named)  # CMP-9.9, CMP-9.13: no hash yet, or force
    return True
