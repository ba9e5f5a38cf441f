"""Mutants of strict completion, its checks and its effect (CMP-1 to CMP-3, CMP-6 to CMP-8)."""

from functools import partial

from conformance.mutants.faults.source import ChangedStore

_completion = partial(ChangedStore, file="store/completion.py")

_HELD_FIRST = "    _require_held(operation, found)\n    if operation.force:"
_PLAN_KNOWN = """\
        raise Refused(rejections.unknown_plan(operation.plan))
"""
_ITS_OWN_ROW = " AND step.anchor = :step\n"
_OPEN_ITEMS = """\
SELECT count(*) FROM checklist_items
WHERE plan = :plan AND step = :step AND status = 'open'
"""
_UNFINISHED = "WHERE plan = :plan AND parent = :step AND status <> 'completed'\n"
_COUNT_SUBSTEPS = f"SELECT count(*) FROM steps INDEXED BY steps_by_parent\n{_UNFINISHED}"

CHECK_MUTANTS = (
    _completion(
        id="owner-not-asked-on-completion",
        clause="CMP-1.3",
        broken="a worktree completes a step that another holds",
        original="    if holder != operation.worktree:  # CMP-1.3: by the caller",
        replacement="    if False:",
    ),
    _completion(
        id="step-held-with-its-parent",
        clause="CMP-1.6",
        broken="a released substep is completed by the holder of its step",
        original=_ITS_OWN_ROW,
        replacement=(
            " AND step.anchor = (\n"
            "    SELECT coalesce(parent, anchor) FROM steps WHERE plan = :plan AND anchor = :step\n"
            ")\n"
        ),
    ),
    _completion(
        id="substeps-of-a-step-not-started",
        clause="CMP-1.6",
        broken="a substep is not completed before its step is started",
        original=_HELD_FIRST,
        replacement=(
            "    parent = (\n"
            '        "SELECT parent.status FROM steps AS parent JOIN steps AS step"\n'
            '        " ON step.plan = parent.plan AND step.parent = parent.anchor"\n'
            '        " WHERE step.plan = :plan AND step.anchor = :step"\n'
            "    )\n"
            '    named = {"plan": operation.plan, "step": operation.step}\n'
            "    above = connection.execute(parent, named).fetchone()\n"
            '    if above is not None and above[0] == "claimed":\n'
            "        raise Refused(rejections.not_claimed(operation.step, above[0]))\n"
            f"{_HELD_FIRST}"
        ),
    ),
    _completion(
        id="checklist-before-owner",
        clause="CMP-1.7",
        broken="open items are found before the holder is looked at",
        original=_HELD_FIRST,
        replacement=(
            '    if found["status"] is not None and not operation.force:\n'
            "        _require_nothing_left(found)\n"
            f"{_HELD_FIRST}"
        ),
    ),
    _completion(
        id="unknown-step-before-drift",
        clause="CMP-1.9",
        broken="an unknown step is found before drift",
        original=_PLAN_KNOWN,
        replacement=(
            f"{_PLAN_KNOWN}"
            '    if found["status"] is None:\n'
            "        raise Refused(rejections.unknown_step(operation.step))\n"
        ),
    ),
    _completion(
        id="deferred-items-unfinished",
        clause="CMP-2.3",
        broken="a deferred item keeps a step from completion",
        original=_OPEN_ITEMS,
        replacement=_OPEN_ITEMS.replace("= 'open'", "<> 'completed'"),
    ),
    _completion(
        id="items-of-substeps-unfinished",
        clause="CMP-2.3",
        broken="open items of its substeps keep a step from completion like its own",
        original=_OPEN_ITEMS,
        replacement=(
            "SELECT count(*) FROM checklist_items\n"
            "WHERE plan = :plan AND status = 'open' AND step IN (\n"
            "    SELECT anchor FROM steps\n"
            "    WHERE plan = :plan AND (anchor = :step OR parent = :step)\n)\n"
        ),
    ),
    _completion(
        id="kinds-of-open-items-counted",
        clause="CMP-2.4",
        broken="E051 names the number of kinds that have open items",
        original=_OPEN_ITEMS,
        replacement=_OPEN_ITEMS.replace("count(*)", "count(DISTINCT kind)"),
    ),
    _completion(
        id="substeps-not-asked-for",
        clause="CMP-3.1",
        broken="a step is completed before its substeps",
        original="    if unfinished:  # CMP-3.1",
        replacement="    if False:",
    ),
    _completion(
        id="released-substeps-not-asked-for",
        clause="CMP-3.1",
        broken="a step with a released substep is completed",
        original=_COUNT_SUBSTEPS,
        replacement=_COUNT_SUBSTEPS.replace("<> 'completed'", "IN ('claimed', 'in_progress')"),
    ),
    _completion(
        id="all-substeps-counted",
        clause="CMP-3.2",
        broken="E052 names the number of all substeps",
        original=_COUNT_SUBSTEPS,
        replacement=(
            "SELECT iif(min(status = 'completed'), 0, count(*)) FROM steps\n"
            "WHERE plan = :plan AND parent = :step\n"
        ),
    ),
)

_AT_NOW = "    completed_at = :now,\n    lease_expires_at = NULL,\n    complete_reason = :reason,\n"
_HASH = "    commit_hash = :commit_hash\n"
_STRICTLY = '        reason = ""  # CMP-6.4\n'
_SETTLED = "SET status = CASE WHEN unfinished_steps > :finished THEN 'active' ELSE 'done' END,\n"

_GIVEN_BACK = """\
    started_at = NULL
WHERE plan = :plan AND status <> 'completed' AND anchor IN (
"""

EFFECT_MUTANTS = (
    _completion(
        id="lease-left-after-completion",
        clause="CMP-6.2",
        broken="a completed step keeps its lease",
        original=_AT_NOW,
        replacement="    completed_at = :now,\n    complete_reason = :reason,\n",
    ),
    _completion(
        id="completion-taken-for-a-heartbeat",
        clause="CMP-6.3",
        broken="a completion sets `heartbeat_at`",
        original=_HASH,
        replacement="    commit_hash = :commit_hash,\n    heartbeat_at = :now\n",
    ),
    _completion(
        id="completion-taken-for-a-start",
        clause="CMP-6.3",
        broken="a completion sets the `started_at` of a step that was never started",
        original=_HASH,
        replacement=(
            "    commit_hash = :commit_hash,\n    started_at = coalesce(started_at, :now)\n"
        ),
    ),
    _completion(
        id="strict-completion-with-a-reason",
        clause="CMP-6.4",
        broken="a strict completion stores the reason of the request",
        original=_STRICTLY,
        replacement='        reason = operation.reason or ""  # CMP-6.4\n',
    ),
    _completion(
        id="empty-commit-hash",
        clause="CMP-6.5",
        broken="a completion stores an empty `commit_hash`",
        original=_HASH,
        replacement="    commit_hash = coalesce(:commit_hash, '')\n",
    ),
    _completion(
        id="expired-lease-keeps-from-completing",
        clause="CMP-6.6",
        broken="a completion is rejected once the lease is over",
        original=_HELD_FIRST,
        replacement=(
            "    _require_held(operation, found)\n"
            "    lease = 'SELECT lease_expires_at FROM steps WHERE plan = ? AND anchor = ?'\n"
            "    named = (operation.plan, operation.step)\n"
            "    if connection.execute(lease, named).fetchone()[0] < operation.now:\n"
            "        raise Refused(rejections.not_claimed(operation.step, 'pending'))\n"
            "    if operation.force:"
        ),
    ),
    _completion(
        id="step-not-started-not-completed",
        clause="CMP-6.7",
        broken="a completion of a step that was never started is rejected",
        original='status not in ("claimed", "in_progress"):',
        replacement='status != "in_progress":',
    ),
    _completion(
        id="plan-never-done",
        clause="CMP-7.1",
        broken="a plan stays `active` when its last step is completed",
        original=_SETTLED,
        replacement="SET status = 'active',\n",
    ),
    _completion(
        id="plan-done-while-its-last-step-is-held",
        clause="CMP-7.1",
        broken="a plan is done although a worktree still holds a step",
        original=_SETTLED,
        replacement=_SETTLED.replace(
            "unfinished_steps > :finished",
            "EXISTS (SELECT 1 FROM steps WHERE plan = :plan AND parent IS NULL"
            " AND status = 'pending')",
        ),
    ),
    _completion(
        id="last-step-not-noticed",
        clause="CMP-7.2",
        broken="`all_steps_completed` is false for the completion of the last step",
        original='found["unfinished_steps"] == finished)  # CMP-7.2',
        replacement='found["unfinished_steps"] == 0)',
    ),
    ChangedStore(
        file="store/holding.py",
        id="completed-step-started-again",
        clause="CMP-8.1",
        broken="a start by its last holder takes a completed step up again",
        original=(
            "SET status = 'in_progress', started_at = :now\n"
            "WHERE plan = :plan AND anchor = :step AND claimed_by = :worktree"
            " AND status = 'claimed'\n"
        ),
        replacement=(
            "SET status = 'in_progress', started_at = :now, completed_at = NULL,\n"
            "    lease_expires_at = coalesce(lease_expires_at, :now),\n"
            "    complete_reason = NULL, commit_hash = NULL\n"
            "WHERE plan = :plan AND anchor = :step AND claimed_by = :worktree"
            " AND status IN ('claimed', 'completed')\n"
        ),
    ),
    ChangedStore(
        file="store/claims.py",
        id="completed-steps-claimed",
        clause="CLM-1.4",
        broken="a claim takes a completed step",
        original="    chosen = connection.execute(CHOOSE, wanted).fetchone()\n",
        replacement=(
            "    again = CHOOSE.replace(\n"
            "        \"AND step.status = 'pending'\",\n"
            "        \"AND step.status IN ('pending', 'completed')\",\n"
            "    )\n"
            '    again = again.replace(" INDEXED BY ready_steps", "")\n'
            "    chosen = connection.execute(again, wanted).fetchone()\n"
        ),
    ),
    ChangedStore(
        file="store/holding.py",
        id="completed-substeps-reset-with-their-step",
        clause="CMP-8.2",
        broken="a reset of a step makes its completed substeps pending",
        original=_GIVEN_BACK,
        replacement=(
            "    started_at = NULL,\n    completed_at = NULL,\n    commit_hash = NULL,\n"
            "    complete_reason = NULL\n"
            + _GIVEN_BACK.partition("\n")[2].replace(" AND status <> 'completed'", "")
        ),
    ),
    _completion(
        id="completed-substeps-completed-again",
        clause="CMP-8.2",
        broken="a completion with `force` completes the completed substeps again",
        original=f"    complete_reason = :reason\n{_UNFINISHED}",
        replacement=("    complete_reason = :reason\nWHERE plan = :plan AND parent = :step\n"),
    ),
)
