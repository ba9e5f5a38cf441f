"""Mutants of plans, claims, checklists and completion."""

from conformance.mutation import Mutant

STEP_MUTANTS = (
    Mutant(
        id="dependency-check-dropped",
        rule="CLM-2",
        file="claims.py",
        original="    AND {DEPENDENCIES_COMPLETED}  -- CLM-2\n",
        replacement="",
    ),
    Mutant(
        id="lease-expires-a-millisecond-early",
        rule="CLM-4",
        file="claims.py",
        original="step.lease_expires_at < :now",
        replacement="step.lease_expires_at <= :now",
    ),
    Mutant(
        id="own-step-not-claimable",
        rule="CLM-5",
        file="claims.py",
        original="        OR step.claimed_by IS :worktree  -- CLM-5\n",
        replacement="",
    ),
    Mutant(
        id="last-claimable-first",
        rule="CLM-1",
        file="claims.py",
        original="ORDER BY step.step_index  -- CLM-1",
        replacement="ORDER BY step.step_index DESC",
    ),
    Mutant(
        id="start-survives-a-reclaim",
        rule="CLM-8",
        file="claims.py",
        original="    lease_expires_at = :expiry,\n    started_at = NULL\n",
        replacement="    lease_expires_at = :expiry\n",
    ),
    Mutant(
        id="reclaim-keeps-substep-items",
        rule="CLM-9",
        file="claims.py",
        original="    if reclaimed:  # CLM-9",
        replacement="    if False:",
    ),
    Mutant(
        id="ready-ignores-dependencies",
        rule="CLM-17",
        file="readiness.py",
        original="WHEN NOT {CLAIMABLE} THEN 'blocked'",
        replacement="WHEN step.lease_expires_at >= :now THEN 'blocked'",
    ),
    Mutant(
        id="heartbeat-after-completion",
        rule="CLM-13",
        file="holding.py",
        original="    AND status IN ('claimed', 'in_progress')\n",
        replacement="",
    ),
    Mutant(
        id="release-forgets-substeps",
        rule="CLM-14",
        file="releases.py",
        original="    started_at = NULL\nWHERE plan = :plan AND (anchor = :step OR parent = :step)",
        replacement="    started_at = NULL\nWHERE plan = :plan AND anchor = :step",
    ),
    Mutant(
        id="substep-held-by-itself",
        rule="CLM-12",
        file="guards.py",
        original="coalesce(step.parent, step.anchor)",
        replacement="step.anchor",
    ),
    Mutant(
        id="deferred-items-completed-with-the-rest",
        rule="CHK-6",
        file="checklists.py",
        original="AND status = 'open'",
        replacement="AND status IN ('open', 'deferred')",
    ),
    Mutant(
        id="remaining-completed-before-the-entries",
        rule="CHK-6",
        file="checklists.py",
        original="    updated = 0\n",
        replacement=(
            "    updated = 0\n"
            "    if operation.complete_remaining:\n"
            "        updated += connection.execute(COMPLETE_REMAINING, named).rowcount\n"
        ),
    ),
    Mutant(
        id="only-the-first-entry-validated",
        rule="CHK-4",
        file="checklists.py",
        original="    for entry in operation.entries:\n        _require_valid",
        replacement="    for entry in operation.entries[:1]:\n        _require_valid",
    ),
    Mutant(
        id="same-status-counted-again",
        rule="CHK-5",
        file="checklists.py",
        original="    AND status <> :status  -- CHK-5\n",
        replacement="",
    ),
    Mutant(
        id="owner-not-asked-on-completion",
        rule="CMP-1",
        file="completion.py",
        original="    if holder != operation.worktree:  # CMP-1: by the caller",
        replacement="    if False:",
    ),
    Mutant(
        id="checklist-before-owner",
        rule="CMP-1",
        file="completion.py",
        original="    _require_held(connection, operation)\n    if operation.force:",
        replacement=(
            "    if not operation.force:\n"
            "        _require_nothing_left(connection, operation)\n"
            "    _require_held(connection, operation)\n    if operation.force:"
        ),
    ),
    Mutant(
        id="substeps-not-asked-for",
        rule="CMP-3",
        file="completion.py",
        original="    if unfinished:  # CMP-3",
        replacement="    if False:",
    ),
    Mutant(
        id="force-leaves-substep-items-open",
        rule="CMP-5",
        file="completion.py",
        original="    connection.execute(COMPLETE_SUBSTEP_ITEMS, below)  # CMP-5, CMP-10\n",
        replacement="",
    ),
    Mutant(
        id="plan-never-done",
        rule="CMP-7",
        file="completion.py",
        original="    'active',\n    'done'\n",
        replacement="    'active',\n    'active'\n",
    ),
    Mutant(
        id="oldest-commit-wins",
        rule="CMP-10",
        file="reconcile.py",
        original="        if entry.step in seen:  # CMP-10: the newest counts",
        replacement="        if False:",
    ),
    Mutant(
        id="drift-not-noticed",
        rule="PLN-6",
        file="guards.py",
        original="    if stored_hash != document_hash:  # PLN-6",
        replacement="    if False:",
    ),
    Mutant(
        id="rejected-update-half-applied",
        rule="CHK-2",
        file="store.py",
        original="connection.rollback()",
        replacement="connection.commit()",
    ),
)
