"""Mutants of checklists."""

from conformance.mutants.source import ChangedStore

CHECKLIST_MUTANTS = (
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
)
