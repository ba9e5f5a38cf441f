"""Mutants of who may change items or leave a note, and when (CHK-1, CHK-9)."""

from functools import partial

from conformance.mutants.faults.source import ChangedStore

_checklists = partial(ChangedStore, file="store/checklists.py")

_CHANGING = "    status = guards.require_holder(connection, operation)\n"
_NOTING = "    guards.require_holder(connection, operation)\n    # Cut"
_FOUND = (
    "    found = connection.execute(\n"
    "        guards.STATUS_AND_HOLDER, {'plan': operation.plan, 'step': operation.step}\n"
    "    ).fetchone()\n"
)
_EXPIRED = (
    "    if connection.execute(\n"
    '        "SELECT 1 FROM steps WHERE plan = ? AND anchor = ? AND lease_expires_at < ?",\n'
    "        (operation.plan, operation.step, operation.now),\n"
    "    ).fetchone():\n"
    "        raise Refused(rejections.not_claimed(operation.step, status))\n"
)

HOLDER_MUTANTS = (
    _checklists(
        id="checklist-of-an-unknown-step",
        clause="CHK-1.1",
        broken="an update or batch for an unknown step is rejected with E047 `unknown_step`",
        original=_CHANGING,
        replacement=(
            f"{_FOUND}"
            "    if found is None:\n"
            "        raise Refused(rejections.unknown_step(operation.step))\n"
            f"{_CHANGING}"
        ),
    ),
    _checklists(
        id="note-on-an-unknown-step",
        clause="CHK-1.1",
        broken="an artifact for an unknown step is rejected with E047 `unknown_step`",
        original=_NOTING,
        replacement=(
            f"{_FOUND}"
            "    if found is None:\n"
            "        raise Refused(rejections.unknown_step(operation.step))\n"
            f"{_NOTING}"
        ),
    ),
    _checklists(
        id="checklist-of-a-step-without-holder",
        clause="CHK-1.2",
        broken="an update or batch for a step without a holder is accepted from any worktree",
        original=_CHANGING,
        replacement=(
            f"{_FOUND}"
            "    if found is not None and found['holder'] is None:\n"
            "        status = found['status']\n"
            "    else:\n"
            f"    {_CHANGING}"
        ),
    ),
    _checklists(
        id="note-on-a-step-without-holder",
        clause="CHK-1.2",
        broken="an artifact for a step without a holder is accepted from any worktree",
        original=_NOTING,
        replacement=(
            f"{_FOUND}"
            "    if found is None or found['holder'] is not None:\n"
            "        guards.require_holder(connection, operation)\n"
            "    # Cut"
        ),
    ),
    _checklists(
        id="checklist-of-any-worktree-that-allows-drift",
        clause="CHK-1.3",
        broken="an update or batch with `allow_drift` is accepted from another worktree",
        original=_CHANGING,
        replacement=(
            f"{_FOUND}"
            "    from dataclasses import replace\n"
            "    asked = operation\n"
            "    if operation.allow_drift and found is not None:\n"
            "        asked = replace(operation, worktree=found['holder'])\n"
            "    status = guards.require_holder(connection, asked)\n"
        ),
    ),
    _checklists(
        id="note-by-who-completed-the-substep",
        clause="CHK-1.3",
        broken=(
            "an artifact for a completed substep is accepted from the worktree that completed it, "
            "though another one holds its parent"
        ),
        original=_NOTING,
        replacement=(
            "    own = connection.execute(\n"
            '        "SELECT 1 FROM steps WHERE plan = ? AND anchor = ? AND claimed_by = ?",\n'
            "        (operation.plan, operation.step, operation.worktree),\n"
            "    ).fetchone()\n"
            "    if own is None:\n"
            "        guards.require_holder(connection, operation)\n"
            "    # Cut"
        ),
    ),
    _checklists(
        id="checklist-frozen-when-the-lease-is-over",
        clause="CHK-1.4",
        broken="an update or batch by the holder is rejected once the lease is over",
        original=_CHANGING,
        replacement=f"{_CHANGING}{_EXPIRED}",
    ),
    _checklists(
        id="note-rejected-when-the-lease-is-over",
        clause="CHK-1.4",
        broken="an artifact by the holder is rejected once the lease is over",
        original=_NOTING,
        replacement=f"    status = {_NOTING.strip().removesuffix('# Cut').strip()}\n"
        f"{_EXPIRED}    # Cut",
    ),
    _checklists(
        id="checklist-of-a-pending-substep-frozen",
        clause="CHK-1.4",
        broken="an update or batch for a pending substep of a held step is rejected",
        original=_CHANGING,
        replacement=(
            f"{_CHANGING}"
            '    if status == "pending":\n'
            "        raise Refused(rejections.not_claimed(operation.step, status))\n"
        ),
    ),
    _checklists(
        id="holder-before-the-drift-of-a-checklist",
        clause="CHK-1.5",
        broken="a worktree that does not hold the step is not told that the plan has drifted",
        original=(
            "    stored_hash = guards.require_plan(connection, operation.plan)\n"
            "    if not operation.allow_drift:  # PLN-6"
        ),
        replacement=(
            "    stored_hash = guards.require_plan(connection, operation.plan)\n"
            "    guards.require_holder(connection, operation)\n"
            "    if not operation.allow_drift:  # PLN-6"
        ),
    ),
    _checklists(
        id="completed-checklist-frozen-for-entries-only",
        clause="CHK-9.3",
        broken="a batch for a completed step is accepted when it has no entries",
        original=_CHANGING,
        replacement=(
            f"{_CHANGING}    if isinstance(operation, Batch) and not operation.entries:\n"
            "        return\n"
        ),
    ),
    _checklists(
        id="completed-checklist-accepts-no-change",
        clause="CHK-9.3",
        broken=(
            "an update for a completed step is accepted when it completes items that are completed"
        ),
        original=_CHANGING,
        replacement=(
            f"{_CHANGING}"
            "    done = connection.execute(\n"
            '        "SELECT 1 FROM checklist_items'
            " WHERE plan = ? AND step = ? AND status <> 'completed'\",\n"
            "        (operation.plan, operation.step),\n"
            "    ).fetchone() is None\n"
            "    if done and isinstance(operation, Update) and operation.changes and all(\n"
            '        change.status == "completed" for change in operation.changes\n'
            "    ):\n"
            "        return\n"
        ),
    ),
    _checklists(
        id="no-note-on-a-completed-step",
        clause="CHK-9.4",
        broken="an artifact for a completed step is rejected with E050 `not_claimed`",
        original=_NOTING,
        replacement=(
            f"    status = {_NOTING.strip().removesuffix('# Cut').strip()}\n"
            '    if status == "completed":\n'
            "        raise Refused(rejections.not_claimed(operation.step, status))\n"
            "    # Cut"
        ),
    ),
)
