"""Mutants of commits."""

from conformance.mutants.source import ChangedStore

COMMIT_MUTANTS = (
    ChangedStore(
        id="git-not-asked",
        clause="COM-1",
        file="store/commits.py",
        original="    if not operation.git_succeeds:  # COM-1",
        replacement="    if False:",
    ),
    ChangedStore(
        id="last-commit-does-not-finish-the-plan",
        clause="COM-1",
        file="store/commits.py",
        original="all_steps_completed=completed.all_steps_completed",
        replacement="all_steps_completed=False",
    ),
    ChangedStore(
        id="store-before-root",
        clause="COM-2",
        file="store/commits.py",
        original=(
            "    if not operation.root_found:  # COM-2: no root\n"
            "        return failed(operation, FailureReason.DB_ERROR)\n"
        ),
        replacement=(
            "    if not operation.root_found and operation.store_reachable:\n"
            "        return failed(operation, FailureReason.DB_ERROR)\n"
        ),
    ),
    ChangedStore(
        id="unreachable-store-written",
        clause="COM-2",
        file="store/commits.py",
        original="    if not operation.store_reachable:  # COM-2: no store",
        replacement="    if False:",
    ),
    ChangedStore(
        id="document-before-plan",
        clause="COM-2",
        file="store/commits.py",
        original="guards.require_plan(connection, operation.plan)  # COM-2: before the document",
        replacement="pass",
    ),
    ChangedStore(
        id="drift-allowed-to-commits",
        clause="COM-2",
        file="store/commits.py",
        original="        operation.document_hash,\n        operation.now,\n    )",
        replacement=(
            "        operation.document_hash,\n"
            "        operation.now,\n"
            "        allow_drift=True,\n"
            "    )"
        ),
    ),
    ChangedStore(
        id="lost-step-called-open-items",
        clause="COM-2",
        file="store/commits.py",
        original="Code.OWNERSHIP_VIOLATION: FailureReason.OWNERSHIP",
        replacement="Code.OWNERSHIP_VIOLATION: FailureReason.OPEN_ITEMS",
    ),
    ChangedStore(
        id="open-substeps-not-classified",
        clause="COM-2",
        file="store/commits.py",
        original="    Code.INCOMPLETE_SUBSTEPS: FailureReason.OPEN_ITEMS,\n",
        replacement="",
    ),
    ChangedStore(
        id="failure-without-its-reason",
        clause="COM-3",
        file="store/commits.py",
        original="        state_failure_reason=reason,\n",
        replacement="",
    ),
    ChangedStore(
        id="earlier-trailers-kept",
        clause="COM-4",
        file="store/commits.py",
        original=" if not TRAILER.match(line)]",
        replacement="]",
    ),
    ChangedStore(
        id="trailers-by-their-case",
        clause="COM-4",
        file="store/commits.py",
        original="re.IGNORECASE | re.ASCII",
        replacement="re.ASCII",
    ),
    ChangedStore(
        id="trailers-in-any-alphabet",
        clause="COM-4",
        file="store/commits.py",
        original="re.IGNORECASE | re.ASCII",
        replacement="re.IGNORECASE",
    ),
    ChangedStore(
        id="lines-at-every-unicode-break",
        clause="COM-4",
        file="store/commits.py",
        original='message.split("\\n")',
        replacement="message.splitlines()",
    ),
    ChangedStore(
        id="every-unicode-space-removed",
        clause="COM-4",
        file="store/commits.py",
        original=".rstrip(WHITE_SPACE)",
        replacement=".rstrip()",
    ),
    ChangedStore(
        id="no-subject-before-trailers",
        clause="COM-4",
        file="store/commits.py",
        original=' or f"Work on {step}"',
        replacement="",
    ),
    ChangedStore(
        id="commit-hash-forgotten",
        clause="COM-5",
        file="store/commits.py",
        original="completion.complete(connection, request, operation.commit_hash)",
        replacement="completion.complete(connection, request)",
    ),
    ChangedStore(
        id="failed-update-counts-as-a-heartbeat",
        clause="COM-2",
        file="store/commits.py",
        original="    with _all_or_nothing(connection):\n",
        replacement=(
            "    connection.execute(\n"
            '        "UPDATE steps SET heartbeat_at = ? WHERE plan = ? AND anchor = ?"\n'
            '        " AND claimed_by = ?",\n'
            "        (operation.now, operation.plan, operation.step, operation.worktree),\n"
            "    )\n"
            "    with _all_or_nothing(connection):\n"
        ),
    ),
    ChangedStore(
        id="refused-completion-not-undone",
        clause="COM-2",
        file="store/commits.py",
        original='        connection.execute("ROLLBACK TO completing")\n',
        replacement="",
        equivalent=(
            "Completing refuses only before it writes, so there is never anything to undo; the "
            "transaction around the savepoint ends it too."
        ),
    ),
)
