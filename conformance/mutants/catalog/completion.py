"""Mutants of completion."""

from conformance.mutants.source import ChangedStore

COMPLETION_MUTANTS = (
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
