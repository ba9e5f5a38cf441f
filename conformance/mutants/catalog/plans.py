"""Mutants of plans: registering them, keeping them apart, following their documents."""

from conformance.mutants.source import ChangedStore

PLAN_MUTANTS = (
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
)
