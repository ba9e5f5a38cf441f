"""Mutants of checklists and completion."""

from conformance.mutants.source import ChangedStore

COMPLETION_MUTANTS = (
    ChangedStore(
        id="deferred-items-completed-with-the-rest",
        clause="CHK-6",
        file="store/checklists.py",
        original="AND status = 'open'",
        replacement="AND status IN ('open', 'deferred')",
    ),
    ChangedStore(
        id="remaining-completed-before-the-entries",
        clause="CHK-6",
        file="store/checklists.py",
        original="    updated = 0\n",
        replacement=(
            "    updated = 0\n"
            "    if operation.complete_remaining:\n"
            "        updated += connection.execute(COMPLETE_REMAINING, named).rowcount\n"
        ),
    ),
    ChangedStore(
        id="only-the-first-entry-validated",
        clause="CHK-4",
        file="store/checklists.py",
        original="    for entry in operation.entries:\n        _require_valid",
        replacement="    for entry in operation.entries[:1]:\n        _require_valid",
    ),
    ChangedStore(
        id="same-status-counted-again",
        clause="CHK-5",
        file="store/checklists.py",
        original="    AND status <> :status  -- CHK-5\n",
        replacement="",
    ),
    ChangedStore(
        id="rejected-update-half-applied",
        clause="CHK-2",
        file="store/store.py",
        original="connection.rollback()",
        replacement="connection.commit()",
    ),
    ChangedStore(
        id="update-half-applied-without-a-transaction",
        clause="CHK-1",
        file="store/store.py",
        original="                answer = function(self._connection, operation)\n",
        replacement=(
            '                self._connection.execute("COMMIT")\n'
            "                answer = function(self._connection, operation)\n"
            '                self._connection.execute("BEGIN")\n'
        ),
    ),
    ChangedStore(
        id="changes-counted-instead-of-items",
        clause="CHK-7",
        file="store/checklists.py",
        original=(
            "    return ItemsUpdated(sum(old != new for old, new in "
            "zip(before, after, strict=True)))  # CHK-7\n"
        ),
        replacement="    return ItemsUpdated(len(operation.changes))\n",
    ),
    ChangedStore(
        id="reason-survives-an-update",
        clause="CHK-8",
        file="store/checklists.py",
        original="SET status = :status, reason = NULL\n",
        replacement="SET status = :status, reason = iif(:status = 'open', reason, NULL)\n",
    ),
    ChangedStore(
        id="summary-cut-a-character-early",
        clause="CHK-10",
        file="store/checklists.py",
        original="SUMMARY_LENGTH = 500",
        replacement="SUMMARY_LENGTH = 499",
    ),
    ChangedStore(
        id="artifact-recorded-twice",
        clause="CHK-10",
        file="store/checklists.py",
        original="    recorded = connection.execute(RECORD, note).lastrowid\n",
        replacement=(
            "    connection.execute(RECORD, note)\n"
            "    recorded = connection.execute(RECORD, note).lastrowid\n"
        ),
    ),
    ChangedStore(
        id="owner-not-asked-on-completion",
        clause="CMP-1",
        file="store/completion.py",
        original="    if holder != operation.worktree:  # CMP-1: by the caller",
        replacement="    if False:",
    ),
    ChangedStore(
        id="checklist-before-owner",
        clause="CMP-1",
        file="store/completion.py",
        original="    _require_held(connection, operation)\n    if operation.force:",
        replacement=(
            "    if not operation.force:\n"
            "        _require_nothing_left(connection, operation)\n"
            "    _require_held(connection, operation)\n    if operation.force:"
        ),
    ),
    ChangedStore(
        id="substeps-not-asked-for",
        clause="CMP-3",
        file="store/completion.py",
        original="    if unfinished:  # CMP-3",
        replacement="    if False:",
    ),
    ChangedStore(
        id="force-leaves-substep-items-open",
        clause="CMP-5",
        file="store/completion.py",
        original="    connection.execute(COMPLETE_SUBSTEP_ITEMS, below)  # CMP-5, CMP-10\n",
        replacement="",
    ),
    ChangedStore(
        id="plan-never-done",
        clause="CMP-7",
        file="store/completion.py",
        original="    'active',\n    'done'\n",
        replacement="    'active',\n    'active'\n",
    ),
    ChangedStore(
        id="oldest-commit-wins",
        clause="CMP-10",
        file="store/reconcile.py",
        original="        if entry.step in seen:  # CMP-10: the newest counts",
        replacement="        if False:",
    ),
    ChangedStore(
        id="completed-steps-claimed",
        clause="CMP-8",
        file="store/claims.py",
        original="    AND step.status <> 'completed'  -- CMP-8\n",
        replacement="",
    ),
    ChangedStore(
        id="expired-lease-keeps-from-completing",
        clause="CMP-6",
        file="store/completion.py",
        original="    _require_held(connection, operation)\n    if operation.force:",
        replacement=(
            "    _require_held(connection, operation)\n"
            "    lease = 'SELECT lease_expires_at FROM steps WHERE plan = ? AND anchor = ?'\n"
            "    named = (operation.plan, operation.step)\n"
            "    if connection.execute(lease, named).fetchone()[0] < operation.now:\n"
            "        raise Refused(rejections.not_claimed(operation.step, 'pending'))\n"
            "    if operation.force:"
        ),
    ),
    ChangedStore(
        id="deferred-substep-items-survive-force",
        clause="CMP-5",
        file="store/completion.py",
        original="    AND step IN (\n        SELECT anchor FROM steps\n",
        replacement=(
            "    AND status = 'open'\n    AND step IN (\n        SELECT anchor FROM steps\n"
        ),
    ),
    ChangedStore(
        id="forced-completion-without-a-reason",
        clause="CMP-4",
        file="store/completion.py",
        original="operation.reason or FORCED_REASON",
        replacement="operation.reason",
    ),
    ChangedStore(
        id="completed-substeps-completed-again",
        clause="CMP-8",
        file="store/completion.py",
        original=(
            "    complete_reason = :reason\n"
            "WHERE plan = :plan AND parent = :step AND status <> 'completed'\n"
        ),
        replacement="    complete_reason = :reason\nWHERE plan = :plan AND parent = :step\n",
    ),
)
