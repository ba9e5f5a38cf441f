"""Mutants of plans and claims."""

from conformance.mutants.source import ChangedStore

CLAIM_MUTANTS = (
    ChangedStore(
        id="drift-not-noticed",
        clause="PLN-6",
        file="store/guards.py",
        original="    if stored_hash != document_hash:  # PLN-6",
        replacement="    if False:",
    ),
    ChangedStore(
        id="ordinals-over-all-kinds",
        clause="PLN-1",
        file="store/plans.py",
        original="            ordinals[kind] += 1\n",
        replacement='            ordinals.update(("task", "test", "checkpoint"))\n',
    ),
    ChangedStore(
        id="indexes-counted-from-one",
        clause="PLN-1",
        file="store/plans.py",
        original="enumerate(_in_document_order(definition)):\n        parent_anchor",
        replacement="enumerate(_in_document_order(definition), start=1):\n        parent_anchor",
    ),
    ChangedStore(
        id="circle-found-after-storing",
        clause="PLN-5",
        file="store/plans.py",
        original=(
            "        counts = _store_steps(connection, plan, definition)\n"
            "        _require_no_cycle(connection, plan)\n"
        ),
        replacement=(
            "        counts = _store_steps(connection, plan, definition)\n"
            '        connection.execute("COMMIT")\n'
            '        connection.execute("BEGIN")\n'
            "        _require_no_cycle(connection, plan)\n"
        ),
    ),
    ChangedStore(
        id="resync-loses-deferrals",
        clause="PLN-7",
        file="store/resync.py",
        original="    connection.execute(DEFER_KEPT_ITEMS, named)\n",
        replacement="",
    ),
    ChangedStore(
        id="resync-reaches-every-plan",
        clause="PLN-8",
        file="store/resync.py",
        original='DELETE_STEPS = "DELETE FROM steps WHERE plan = :plan"',
        replacement='DELETE_STEPS = "DELETE FROM steps WHERE plan = :plan OR true"',
    ),
    ChangedStore(
        id="reset-reaches-every-plan",
        clause="PLN-8",
        file="store/holding.py",
        original=(
            "    started_at = NULL\nWHERE plan = :plan AND (anchor = :step OR parent = :step)"
        ),
        replacement="    started_at = NULL\nWHERE (anchor = :step OR parent = :step)",
    ),
    ChangedStore(
        id="dependency-check-dropped",
        clause="CLM-2",
        file="store/claims.py",
        original="    AND {DEPENDENCIES_COMPLETED}  -- CLM-2\n",
        replacement="",
    ),
    ChangedStore(
        id="lease-expires-a-millisecond-early",
        clause="CLM-4",
        file="store/claims.py",
        original="step.lease_expires_at < :now",
        replacement="step.lease_expires_at <= :now",
    ),
    ChangedStore(
        id="own-step-not-claimable",
        clause="CLM-5",
        file="store/claims.py",
        original="        OR step.claimed_by IS :worktree  -- CLM-5\n",
        replacement="",
    ),
    ChangedStore(
        id="last-claimable-first",
        clause="CLM-1",
        file="store/claims.py",
        original="ORDER BY step.step_index  -- CLM-1",
        replacement="ORDER BY step.step_index DESC",
    ),
    ChangedStore(
        id="start-survives-a-reclaim",
        clause="CLM-8",
        file="store/claims.py",
        original="    lease_expires_at = :expiry,\n    started_at = NULL\n",
        replacement="    lease_expires_at = :expiry\n",
    ),
    ChangedStore(
        id="reclaim-keeps-substep-items",
        clause="CLM-9",
        file="store/claims.py",
        original='    if chosen["reclaimed"]:  # CLM-9',
        replacement="    if False:",
    ),
    ChangedStore(
        id="ready-ignores-dependencies",
        clause="CLM-17",
        file="store/claims.py",
        original="WHEN NOT {CLAIMABLE} THEN 'blocked'",
        replacement="WHEN step.lease_expires_at >= :now THEN 'blocked'",
    ),
    ChangedStore(
        id="heartbeat-after-completion",
        clause="CLM-13",
        file="store/holding.py",
        original="    AND status IN ('claimed', 'in_progress')\n",
        replacement="",
    ),
    ChangedStore(
        id="release-forgets-substeps",
        clause="CLM-14",
        file="store/holding.py",
        original="    started_at = NULL\nWHERE plan = :plan AND (anchor = :step OR parent = :step)",
        replacement="    started_at = NULL\nWHERE plan = :plan AND anchor = :step",
    ),
    ChangedStore(
        id="substep-held-by-itself",
        clause="CLM-12",
        file="store/guards.py",
        original="coalesce(step.parent, step.anchor)",
        replacement="step.anchor",
    ),
    ChangedStore(
        id="substeps-claimed-alone",
        clause="CLM-18",
        file="store/claims.py",
        original="    step.parent IS NULL  -- CLM-1\n    AND step.status",
        replacement="    step.status",
    ),
    ChangedStore(
        id="pending-only-by-force",
        clause="CLM-3",
        file="store/claims.py",
        original="        step.status = 'pending'  -- CLM-3\n        OR step.lease",
        replacement="        step.lease",
    ),
    ChangedStore(
        id="force-not-looked-at",
        clause="CLM-6",
        file="store/claims.py",
        original="        OR :force  -- CLM-6\n",
        replacement="        OR false\n",
    ),
    ChangedStore(
        id="drift-only-where-something-is-claimable",
        clause="CLM-7",
        file="store/claims.py",
        original=(
            "    guards.require_same_document(stored_hash, operation.document_hash)"
            "  # CLM-7: then drift\n"
        ),
        replacement=(
            "    unfinished = {'plan': operation.plan}\n"
            "    if connection.execute(COUNT_UNFINISHED, unfinished).fetchone()[0]:\n"
            "        guards.require_same_document(stored_hash, operation.document_hash)\n"
        ),
    ),
    ChangedStore(
        id="lease-expires-a-millisecond-late",
        clause="CLM-4",
        file="store/claims.py",
        original="step.lease_expires_at < :now",
        replacement="step.lease_expires_at + 1 < :now",
    ),
    ChangedStore(
        id="lease-begins-a-millisecond-late",
        clause="CLM-8",
        file="store/claims.py",
        original="    expiry = operation.now + operation.lease\n",
        replacement="    expiry = operation.now + operation.lease + 1\n",
    ),
    ChangedStore(
        id="lease-added-twice-by-a-heartbeat",
        clause="CLM-13",
        file="store/holding.py",
        original="    expiry = operation.now + operation.lease\n",
        replacement="    expiry = operation.now + 2 * operation.lease\n",
    ),
    ChangedStore(
        id="expired-lease-not-renewed",
        clause="CLM-13",
        file="store/holding.py",
        original="    AND status IN ('claimed', 'in_progress')\n",
        replacement=(
            "    AND status IN ('claimed', 'in_progress')\n    AND lease_expires_at >= :now\n"
        ),
    ),
    ChangedStore(
        id="claimed-step-counted-among-the-rest",
        clause="CLM-10",
        file="store/claims.py",
        original="    count(*) FILTER (WHERE step.anchor <> :step) AS unfinished\n",
        replacement="    count(*) AS unfinished\n",
    ),
)
