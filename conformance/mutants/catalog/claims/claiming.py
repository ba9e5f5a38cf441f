"""Mutants of what a claim changes and answers (CLM-8 to CLM-11)."""

from functools import partial

from conformance.mutants.faults.source import ChangedStore

_claims = partial(ChangedStore, file="store/claims.py")

_TAKEN = """\
WHERE plan = :plan AND anchor IN (
    SELECT anchor FROM steps INDEXED BY steps_by_parent
    WHERE plan = :plan AND parent = :step AND status <> 'completed'
)"""
_TAKING = """\
    taken = {**wanted, "step": step, "expiry": expiry, "new_id": new_id, "ready_steps": ready}
    connection.execute(TAKE, taken)  # CLM-8.1
    if reclaimed:  # CLM-9.3
        connection.execute(OPEN_SUBSTEP_ITEMS, taken)
    if chosen["has_substeps"]:  # CLM-8.5
        connection.execute(TAKE_SUBSTEPS, taken)
"""
_OPENED = """\
        SELECT anchor FROM steps INDEXED BY steps_by_parent
        WHERE plan = :plan AND parent = :step AND status <> 'completed'
"""
_UNHINTED = _OPENED.replace(" INDEXED BY steps_by_parent", "")
_ANSWERED = "        return NothingClaimable(all_completed=unfinished == 0, blocked=unfinished)\n"
_WITH_PENDING = """\
        pending = "FROM steps WHERE plan = :plan AND parent IS NULL AND status = 'pending'"
        waiting = connection.execute(f"SELECT count(*) {pending}", wanted).fetchone()[0]
"""

_READY = "        ready,  # CLM-10.3\n"
_UNFINISHED = "        unfinished - 1,  # CLM-10.4\n"


def _counted(condition: str) -> str:
    """Return the source that counts the top-level steps that fulfil a condition."""
    return (
        "        connection.execute(\n"
        '            "SELECT count(*) FROM steps WHERE plan = :plan AND parent IS NULL "\n'
        f'            "AND {condition}",\n'
        "            taken,\n"
        "        ).fetchone()[0],\n"
    )


CLAIM_MUTANTS = (
    _claims(
        id="takeover-keeps-the-holder",
        clause="CLM-8.1",
        broken="a claim of a step held by another worktree leaves `claimed_by`",
        original="    claimed_by = :worktree,\n",
        replacement="    claimed_by = coalesce(claimed_by, :worktree),\n",
    ),
    _claims(
        id="reclaim-keeps-the-time-of-the-claim",
        clause="CLM-8.2",
        broken="a claim of a held step leaves `claimed_at`",
        original="    claimed_at = :now,\n",
        replacement="    claimed_at = coalesce(claimed_at, :now),\n",
    ),
    _claims(
        id="claim-is-no-heartbeat",
        clause="CLM-8.2",
        broken="a claim does not set `heartbeat_at`",
        original="    heartbeat_at = :now,\n",
        replacement="",
    ),
    _claims(
        id="lease-begins-a-millisecond-late",
        clause="CLM-8.3",
        broken="a claim sets a lease that is one millisecond too long",
        original="    expiry = operation.now + operation.lease\n",
        replacement="    expiry = operation.now + operation.lease + 1\n",
    ),
    _claims(
        id="reclaim-never-shortens-the-lease",
        clause="CLM-8.3",
        broken="a claim leaves a lease that ends later than the new one",
        original="    lease_expires_at = :expiry,\n",
        replacement="    lease_expires_at = max(coalesce(lease_expires_at, :expiry), :expiry),\n",
    ),
    _claims(
        id="start-survives-a-reclaim",
        clause="CLM-8.4",
        broken="a claim leaves `started_at`",
        original="    lease_expires_at = :expiry,\n    started_at = NULL\n",
        replacement="    lease_expires_at = :expiry\n",
    ),
    _claims(
        id="substeps-not-claimed",
        clause="CLM-8.5",
        broken="a claim does not change the substeps of the step",
        original='    if chosen["has_substeps"]:  # CLM-8.5',
        replacement="    if False:",
    ),
    _claims(
        id="held-substeps-not-taken-over",
        clause="CLM-8.5",
        broken="a claim leaves the substeps that are held already",
        original=_TAKEN,
        replacement=_TAKEN.replace("<> 'completed'", "= 'pending'"),
    ),
    _claims(
        id="started-substeps-not-taken-over",
        clause="CLM-8.5",
        broken="a claim leaves the substeps that are in progress",
        original=_TAKEN,
        replacement=_TAKEN.replace("<> 'completed'", "IN ('pending', 'claimed')"),
    ),
    _claims(
        id="claim-of-an-own-step-changes-nothing",
        clause="CLM-8.6",
        broken="a claim of a step that the caller holds changes nothing",
        original=_TAKING,
        replacement=_TAKING.replace(
            ", taken)  # CLM-8.1", ' + " AND claimed_by IS NOT :worktree", taken)'
        ).replace("TAKE_SUBSTEPS,", 'TAKE_SUBSTEPS + " AND claimed_by IS NOT :worktree",'),
    ),
    _claims(
        id="own-claim-is-no-reclaim",
        clause="CLM-9.2",
        broken="a claim of a step that the caller holds is not answered as a reclaim",
        original="step.status <> 'pending' AS reclaimed",
        replacement=("step.status <> 'pending' AND step.claimed_by IS NOT :worktree AS reclaimed"),
    ),
    _claims(
        id="forced-claim-is-no-reclaim",
        clause="CLM-9.2",
        broken="a claim of a held step with `force` is not answered as a reclaim",
        original="        bool(reclaimed),\n",
        replacement="        bool(reclaimed) and not operation.force,\n",
    ),
    _claims(
        id="reclaim-keeps-substep-items",
        clause="CLM-9.3",
        broken="a reclaim does not open the items of unfinished substeps",
        original="    if reclaimed:  # CLM-9.3",
        replacement="    if False:",
    ),
    _claims(
        id="reclaim-keeps-completed-substep-items",
        clause="CLM-9.3",
        broken="a reclaim does not open the completed items of unfinished substeps",
        original="WHERE plan = :plan\n    AND step IN (",
        replacement="WHERE plan = :plan\n    AND status <> 'completed'\n    AND step IN (",
    ),
    _claims(
        id="reclaim-keeps-the-items-of-pending-substeps",
        clause="CLM-9.3",
        broken="a reclaim does not open the items of pending substeps",
        original="        connection.execute(OPEN_SUBSTEP_ITEMS, taken)\n",
        replacement=(
            "        held = OPEN_SUBSTEP_ITEMS.replace("
            "\"<> 'completed'\", \"IN ('claimed', 'in_progress')\")\n"
            "        connection.execute(held, taken)\n"
        ),
    ),
    _claims(
        id="reclaim-opens-the-steps-own-items",
        clause="CLM-9.4",
        broken="a reclaim opens the step's own items",
        original=_OPENED,
        replacement=_UNHINTED.replace("parent = :step", "(anchor = :step OR parent = :step)"),
    ),
    _claims(
        id="reclaim-ends-the-steps-own-deferrals",
        clause="CLM-9.4",
        broken="a reclaim opens the step's own deferred items",
        original=_OPENED,
        replacement=_UNHINTED.replace(
            "parent = :step",
            "(parent = :step OR anchor = :step AND checklist_items.status = 'deferred')",
        ),
    ),
    _claims(
        id="reclaim-opens-the-items-of-completed-substeps",
        clause="CLM-9.5",
        broken="a reclaim opens the items of completed substeps",
        original=_OPENED,
        replacement=_OPENED.replace(" AND status <> 'completed'", ""),
    ),
    _claims(
        id="reclaim-takes-completed-substeps",
        clause="CLM-9.5",
        broken="a claim takes the completed substeps of the step too",
        original=_TAKEN,
        replacement=_TAKEN.replace(" AND status <> 'completed'", ""),
    ),
    _claims(
        id="anchor-answered-as-title",
        clause="CLM-10.1",
        broken="the answer to a claim gives the anchor as `title`",
        original="        title,\n",
        replacement="        step,\n",
    ),
    _claims(
        id="substeps-not-counted-in-the-index",
        clause="CLM-10.1",
        broken="the answer to a claim gives the step's place among the top-level steps as `index`",
        original="step.anchor, step.title, step.step_index, ",
        replacement=(
            "step.anchor, step.title, (\n"
            "    SELECT count(*) FROM steps AS earlier\n"
            "    WHERE earlier.plan = step.plan\n"
            "        AND earlier.parent IS NULL\n"
            "        AND earlier.step_index < step.step_index\n"
            ") AS step_index, "
        ),
    ),
    _claims(
        id="length-of-the-lease-answered-by-a-claim",
        clause="CLM-10.2",
        broken="the answer to a claim gives the length of the lease as `lease_expires_at`",
        original="        expiry,\n",
        replacement="        operation.lease,\n",
    ),
    _claims(
        id="waiting-steps-counted-as-ready",
        clause="CLM-10.3",
        broken="`remaining_ready` counts pending steps whose dependencies are not completed",
        original=_READY,
        replacement=_counted("status = 'pending'"),
    ),
    _claims(
        id="expired-steps-counted-as-ready",
        clause="CLM-10.3",
        broken="`remaining_ready` counts steps whose lease is over",
        original=_READY,
        replacement=_counted(
            "open_dependencies = 0 AND (status = 'pending' OR lease_expires_at < :now)"
        ),
    ),
    _claims(
        id="claimed-step-counted-among-the-rest",
        clause="CLM-10.4",
        broken="`total_remaining` counts the claimed step",
        original=_UNFINISHED,
        replacement=_UNFINISHED.replace(" - 1", ""),
    ),
    _claims(
        id="held-steps-not-counted-among-the-rest",
        clause="CLM-10.4",
        broken="`total_remaining` counts only pending steps",
        original=_UNFINISHED,
        replacement=_counted("status = 'pending'"),
    ),
    _claims(
        id="nothing-claimable-rejected",
        clause="CLM-11.1",
        broken="a claim that finds no claimable step is rejected",
        original=_ANSWERED,
        replacement='        raise guards.Refused(guards.rejections.not_claimed("", "unknown"))\n',
    ),
    _claims(
        id="all-completed-though-steps-are-held",
        clause="CLM-11.2",
        broken="`all_completed` is true when every step is held or completed",
        original=_ANSWERED,
        replacement=(
            f"{_WITH_PENDING}"
            "        return NothingClaimable(all_completed=waiting == 0, blocked=unfinished)\n"
        ),
    ),
    _claims(
        id="held-steps-not-counted-as-blocked",
        clause="CLM-11.3",
        broken="`blocked` in the answer to a claim counts only pending steps",
        original=_ANSWERED,
        replacement=(
            f"{_WITH_PENDING}"
            "        return NothingClaimable(all_completed=unfinished == 0, blocked=waiting)\n"
        ),
    ),
    _claims(
        id="substeps-counted-as-blocked",
        clause="CLM-11.3",
        broken="`blocked` in the answer to a claim counts substeps",
        original=_ANSWERED,
        replacement=(
            '        sql = "SELECT count(*) FROM steps WHERE plan = ?"\n'
            "        sql += \" AND status <> 'completed'\"\n"
            "        unfinished = connection.execute(sql, (operation.plan,)).fetchone()[0]\n"
            f"{_ANSWERED}"
        ),
    ),
)
