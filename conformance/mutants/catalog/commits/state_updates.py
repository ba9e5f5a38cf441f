"""Mutants of the state update of a commit and of its answer (COM-1 to COM-3, COM-5)."""

from functools import partial

from conformance.mutants.faults.source import ChangedStore

_commits = partial(ChangedStore, file="store/commits.py")

_KNOWN = "    if known is not None:\n        return known\n"
_REFUSED = (
    "        return failed(operation, failure_reason(refusal.rejected.code), refusal.rejected)\n"
)
_FAILED = "        return failed(operation, FailureReason.DB_ERROR)\n"
_PLAN = "guards.require_plan(connection, operation.plan)  # COM-2.3: before the document"
_COMPLETED = "        completed = completion.complete(connection, request, operation.commit_hash)\n"
_LAST_ARGUMENTS = "        claim_id=operation.claim_id,\n    )"

STATE_UPDATE_MUTANTS = (
    _commits(
        id="git-not-asked",
        clause="COM-1.3",
        broken="the answer is `Committed` though git does not commit",
        original="    if not operation.git_succeeds:  # COM-1.3",
        replacement="    if False:",
    ),
    _commits(
        id="completed-though-git-did-not-commit",
        clause="COM-1.4",
        broken="the state update is made though git does not commit",
        original=_KNOWN,
        replacement=(
            "    if isinstance(known, NotCommitted):\n"
            "        try:\n"
            "            _complete(connection, operation)\n"
            "        except Refused:\n"
            "            pass\n"
            f"{_KNOWN}"
        ),
    ),
    _commits(
        id="lease-renewed-though-git-did-not-commit",
        clause="COM-1.4",
        broken="a commit counts as a sign of life though git does not commit",
        original=_KNOWN,
        replacement=(
            "    if isinstance(known, NotCommitted):\n"
            "        connection.execute(\n"
            '            "UPDATE steps SET heartbeat_at = ? WHERE plan = ? AND anchor = ?"\n'
            '            " AND claimed_by = ?",\n'
            "            (operation.now, operation.plan, operation.step, operation.worktree),\n"
            "        )\n"
            f"{_KNOWN}"
        ),
    ),
    _commits(
        id="unknown-plan-rejected-after-the-commit",
        clause="COM-1.5",
        broken="a commit for an unknown plan is rejected though git has committed",
        original=_REFUSED,
        replacement=(
            f'        if refusal.rejected.reason == "unknown_plan":\n            raise\n{_REFUSED}'
        ),
    ),
    _commits(
        id="failed-update-without-the-hash",
        clause="COM-1.5",
        broken="the answer lacks the commit's hash when the state update fails",
        original="        state_update_failed=True,\n",
        replacement='        commit_hash="",\n        state_update_failed=True,\n',
    ),
    _commits(
        id="last-commit-does-not-finish-the-plan",
        clause="COM-1.7",
        broken="`all_steps_completed` is never true",
        original="all_steps_completed=completed.all_steps_completed",
        replacement="all_steps_completed=False",
    ),
    _commits(
        id="every-commit-finishes-the-plan",
        clause="COM-1.7",
        broken="`all_steps_completed` is true after every state update that succeeds",
        original="all_steps_completed=completed.all_steps_completed",
        replacement="all_steps_completed=True",
    ),
    _commits(
        id="store-before-root",
        clause="COM-2.1",
        broken="a missing root is not noticed when the store is unavailable too",
        original=f"    if not operation.root_found:  # COM-2.1: no root\n{_FAILED}",
        replacement=(
            "    if not operation.root_found and operation.store_reachable:\n"
            "        return failed(operation, FailureReason.DB_ERROR)\n"
        ),
    ),
    _commits(
        id="unreachable-store-written",
        clause="COM-2.2",
        broken="the state update succeeds though the store is unavailable",
        original="    if not operation.store_reachable:  # COM-2.2: no store",
        replacement="    if False:",
    ),
    _commits(
        id="document-before-plan",
        clause="COM-2.3",
        broken="an unknown plan is not noticed when its document cannot be read",
        original=_PLAN,
        replacement="pass",
    ),
    _commits(
        id="unreadable-document-taken-for-drift",
        clause="COM-2.4",
        broken="a document that cannot be read is taken for one that has drifted",
        original=f"{_PLAN}\n    if operation.document_hash is None:",
        replacement=(
            "stored_hash = guards.require_plan(connection, operation.plan)\n"
            "    if operation.document_hash is None:\n"
            '        raise Refused(rejections.plan_drift(stored_hash, ""))\n'
            "    if False:"
        ),
    ),
    _commits(
        id="drift-allowed-to-commits",
        clause="COM-2.5",
        broken="a commit completes a step of a plan that has drifted",
        original=_LAST_ARGUMENTS,
        replacement=_LAST_ARGUMENTS.replace("    )", "        allow_drift=True,\n    )"),
    ),
    _commits(
        id="completion-forced-by-a-commit",
        clause="COM-2.6",
        broken="a commit completes its step by force",
        original=_LAST_ARGUMENTS,
        replacement=_LAST_ARGUMENTS.replace("    )", "        force=True,\n    )"),
    ),
    _commits(
        id="rejections-of-other-codes-not-given",
        clause="COM-2.7",
        broken="a rejection that counts as `db_error` is not given as `rejection`",
        original=_REFUSED,
        replacement=(
            "        reason = failure_reason(refusal.rejected.code)\n"
            "        given = refusal.rejected if reason != FailureReason.DB_ERROR else None\n"
            "        return failed(operation, reason, given)\n"
        ),
    ),
    _commits(
        id="unavailable-store-not-given",
        clause="COM-2.7",
        broken="`store_unavailable` is not given as `rejection`",
        original=", rejections.store_unavailable())",
        replacement=")",
    ),
    _commits(
        id="failed-update-counts-as-a-heartbeat",
        clause="COM-2.8",
        broken="a state update that fails counts as a sign of life",
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
    _commits(
        id="refused-completion-not-undone",
        clause="COM-2.8",
        original='        connection.execute("ROLLBACK TO completing")\n',
        replacement="",
        equivalent=(
            "Completing refuses only before it writes, so there is never anything to undo; the "
            "transaction around the savepoint ends it too."
        ),
    ),
    _commits(
        id="plan-stays-active-after-its-last-commit",
        clause="COM-2.9",
        broken="the commit that completes the last step leaves the plan active",
        original=_COMPLETED,
        replacement=(
            f"{_COMPLETED}"
            "    connection.execute(\n"
            "        \"UPDATE plans SET status = 'active' WHERE path = ?\", (operation.plan,)\n"
            "    )\n"
        ),
    ),
    _commits(
        id="completion-reason-missing-after-a-commit",
        clause="COM-2.9",
        broken="a commit completes its step with no reason instead of an empty one",
        original=_COMPLETED,
        replacement=(
            f"{_COMPLETED}"
            "    connection.execute(\n"
            '        "UPDATE steps SET complete_reason = NULL WHERE plan = ? AND anchor = ?",\n'
            "        (operation.plan, operation.step),\n"
            "    )\n"
        ),
    ),
    _commits(
        id="drift-after-the-completion",
        clause="COM-2.10",
        broken="a lost step or an open item gives the reason, though the plan has drifted",
        original=_COMPLETED,
        replacement=(
            "        waived = replace(request, allow_drift=True)\n"
            "        completed = completion.complete(connection, waived, operation.commit_hash)\n"
            "        stored_hash = guards.require_plan(connection, operation.plan)\n"
            "        guards.require_same_document(stored_hash, operation.document_hash)\n"
        ),
    ),
    _commits(
        id="commit-hash-forgotten",
        clause="COM-5.2",
        broken="a commit does not store its hash",
        original="completion.complete(connection, request, operation.commit_hash)",
        replacement="completion.complete(connection, request)",
    ),
    _commits(
        id="hash-stored-with-the-substeps",
        clause="COM-5.3",
        broken="a commit stores its hash with the substeps of its step too",
        original=_COMPLETED,
        replacement=(
            f"{_COMPLETED}"
            "    connection.execute(\n"
            '        "UPDATE steps SET commit_hash = ? WHERE plan = ? AND parent = ?",\n'
            "        (operation.commit_hash, operation.plan, operation.step),\n"
            "    )\n"
        ),
    ),
    _commits(
        id="hash-of-a-second-commit-stored",
        clause="COM-5.4",
        broken="a commit that fails by drift replaces the hash of a completed step",
        original=_REFUSED,
        replacement=(
            "        connection.execute(\n"
            '            "UPDATE steps SET commit_hash = ? WHERE plan = ? AND anchor = ?"\n'
            "            \" AND status = 'completed'\",\n"
            "            (operation.commit_hash, operation.plan, operation.step),\n"
            "        )\n"
            f"{_REFUSED}"
        ),
    ),
)
