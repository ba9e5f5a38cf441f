"""Mutants of starts, heartbeats and of substeps given back alone (CLM-12, CLM-13, CLM-18)."""

from functools import partial
from textwrap import dedent, indent

from conformance.mutants.faults.source import ChangedStore

_guards = partial(ChangedStore, file="store/guards.py")
_holding = partial(ChangedStore, file="store/holding.py")

_STARTED = "WHERE plan = :plan AND anchor = :step AND claimed_by = :worktree AND status = 'claimed'"
_STARTED_BEFORE = _STARTED.replace("'claimed'", "'in_progress'")
_SET_STARTED = "SET status = 'in_progress', started_at = :now"
_SET_RENEWED = "SET heartbeat_at = :now, lease_expires_at = :expiry"
_RENEWED = "    AND anchor = :step\n    AND claimed_by = :worktree\n"
_HELD = "    AND status IN ('claimed', 'in_progress')\n"
_OF_THE_FAMILY = (
    "(SELECT coalesce(parent, anchor) FROM steps WHERE plan = :plan AND anchor = :step)"
)
_REFUSED = "        raise _why_not(connection, operation)\n"
_UNLESS_PENDING = """\
        refused = _why_not(connection, operation)
        if dict(refused.rejected.details).get("status") != "pending":
            raise refused
"""

HOLDING_MUTANTS = (
    _holding(
        id="expired-step-not-started",
        clause="CLM-12.1",
        broken="a start is rejected after the end of the lease",
        original=_STARTED,
        replacement=f"{_STARTED} AND lease_expires_at >= :now",
    ),
    _holding(
        id="substeps-not-started",
        clause="CLM-12.1",
        broken="a start of a substep is rejected",
        original=_STARTED,
        replacement=f"{_STARTED} AND parent IS NULL",
    ),
    _holding(
        id="started-when-claimed",
        clause="CLM-12.2",
        broken="a start sets `started_at` to the time of the claim",
        original=_SET_STARTED,
        replacement="SET status = 'in_progress', started_at = claimed_at",
    ),
    _holding(
        id="start-taken-for-a-heartbeat",
        clause="CLM-12.3",
        broken="a start sets `heartbeat_at`",
        original=_SET_STARTED,
        replacement=f"{_SET_STARTED}, heartbeat_at = :now",
    ),
    _holding(
        id="substeps-started-with-their-step",
        clause="CLM-12.3",
        broken="a start of a step starts its substeps too",
        original=_STARTED,
        replacement=_STARTED.replace("anchor = :step", "(anchor = :step OR parent = :step)"),
    ),
    _holding(
        id="parent-started-with-its-substep",
        clause="CLM-12.3",
        broken="a start of a substep starts its parent too",
        original=_STARTED,
        replacement=_STARTED.replace("anchor = :step", f"anchor IN (:step, {_OF_THE_FAMILY})"),
    ),
    _holding(
        id="parent-named-as-started",
        clause="CLM-12.4",
        broken="the answer to a start of a substep names the parent",
        original="    return Started(operation.step)\n",
        replacement=(
            "    find = 'SELECT coalesce(parent, anchor) FROM steps "
            "WHERE plan = :plan AND anchor = :step'\n"
            "    return Started(connection.execute(find, named).fetchone()[0])\n"
        ),
    ),
    _guards(
        id="completed-step-has-no-holder",
        clause="CLM-12.7",
        broken="a completed step has no holder",
        original="holder.claimed_by AS holder",
        replacement="iif(holder.status = 'completed', NULL, holder.claimed_by) AS holder",
    ),
    _guards(
        id="unknown-step-rejected-by-another-code",
        clause="CLM-12.8",
        broken="a start of an unknown step is rejected with E047 `unknown_step`",
        original='        raise Refused(rejections.not_claimed(step, "unknown"))\n',
        replacement="        raise Refused(rejections.unknown_step(step))\n",
    ),
    _guards(
        id="substep-held-by-itself",
        clause="CLM-12.10",
        broken="the holder of a substep is its own `claimed_by`",
        original="coalesce(step.parent, step.anchor)",
        replacement="step.anchor",
    ),
    _holding(
        id="started-by-a-holder-compared-without-case",
        clause="CLM-12.10",
        broken="a worktree whose name differs from the holder's only in case starts a step",
        original=_STARTED,
        replacement=_STARTED.replace(":worktree", ":worktree COLLATE NOCASE"),
    ),
    _holding(
        id="every-start-accepted",
        clause="CLM-12.5",
        broken="a start that CLM-12.1 does not accept is answered as though it were",
        original="    raise _why_not(connection, operation)  # CLM-12.5\n",
        replacement="    return Started(operation.step)\n",
    ),
    _holding(
        id="completed-step-already-started",
        clause="CLM-12.11",
        broken="a start of a completed step by its holder counts as a repeated one",
        original=_STARTED_BEFORE,
        replacement=_STARTED_BEFORE.replace("= 'in", "IN ('completed', 'in") + ")",
    ),
    _holding(
        id="step-of-another-started-before",
        clause="CLM-12.10",
        broken="a start of a step in progress by another worktree counts as a repeated one",
        original=_STARTED_BEFORE,
        replacement=_STARTED_BEFORE.replace("claimed_by = :worktree", "claimed_by IS NOT NULL"),
    ),
    _holding(
        id="start-not-repeated",
        clause="CLM-12.15",
        broken="a repeated start is rejected",
        original="    if connection.execute(STARTED_BEFORE, named).fetchone():",
        replacement="    if False:",
    ),
    _holding(
        id="repeated-start-sets-its-time",
        clause="CLM-12.16",
        broken="a repeated start sets `started_at`",
        original="        return AlreadyStarted(operation.step)\n",
        replacement=(
            "        connection.execute(\n"
            '            "UPDATE steps SET started_at = :now "\n'
            '            "WHERE plan = :plan AND anchor = :step",\n'
            "            named,\n"
            "        )\n"
            "        return AlreadyStarted(operation.step)\n"
        ),
    ),
    _guards(
        id="holder-and-caller-swapped",
        clause="CLM-12.12",
        broken="E049 `ownership_violation` names the caller as the holder",
        original="rejections.ownership_violation(step, holder, worktree)",
        replacement="rejections.ownership_violation(step, worktree, holder)",
    ),
    _guards(
        id="status-of-the-parent-named",
        clause="CLM-12.13",
        broken="E050 `not_claimed` names the status of the parent of a substep",
        original="SELECT step.status, holder",
        replacement="SELECT holder.status, holder",
    ),
    _holding(
        id="started-step-not-renewed",
        clause="CLM-13.1",
        broken="a heartbeat for a step in progress is rejected",
        original=_HELD,
        replacement="    AND status = 'claimed'\n",
    ),
    _holding(
        id="heartbeat-leaves-no-time",
        clause="CLM-13.2",
        broken="a heartbeat leaves `heartbeat_at`",
        original=_SET_RENEWED,
        replacement="SET lease_expires_at = :expiry",
    ),
    _holding(
        id="lease-added-twice-by-a-heartbeat",
        clause="CLM-13.3",
        broken="a heartbeat renews for twice the lease",
        original="    expiry = operation.now + operation.lease\n",
        replacement="    expiry = operation.now + 2 * operation.lease\n",
    ),
    _holding(
        id="heartbeat-never-shortens-the-lease",
        clause="CLM-13.3",
        broken="a heartbeat leaves a lease that ends later than the new one",
        original=_SET_RENEWED,
        replacement=_SET_RENEWED.replace(":expiry", "max(lease_expires_at, :expiry)"),
    ),
    _holding(
        id="length-of-the-lease-answered-by-a-heartbeat",
        clause="CLM-13.4",
        broken="the answer to a heartbeat gives the length of the lease as `lease_expires_at`",
        original="    return LeaseRenewed(expiry)\n",
        replacement="    return LeaseRenewed(operation.lease)\n",
    ),
    _holding(
        id="expired-lease-not-renewed",
        clause="CLM-13.5",
        broken="a heartbeat is rejected after the end of the lease",
        original=_HELD,
        replacement=f"{_HELD}    AND lease_expires_at >= :now\n",
    ),
    _holding(
        id="heartbeat-renews-substeps",
        clause="CLM-13.6",
        broken="a heartbeat for a step renews its substeps as well",
        original=_RENEWED,
        replacement=_RENEWED.replace("anchor = :step", "(anchor = :step OR parent = :step)"),
    ),
    _holding(
        id="heartbeat-renews-the-parent",
        clause="CLM-13.6",
        broken="a heartbeat for a substep renews its parent as well",
        original=_RENEWED,
        replacement=_RENEWED.replace("anchor = :step", f"anchor IN (:step, {_OF_THE_FAMILY})"),
    ),
    _holding(
        id="heartbeat-for-an-unknown-step-rejected-by-another-code",
        clause="CLM-13.7",
        broken="a heartbeat for an unknown step is rejected with E047 `unknown_step`",
        original="    expiry = operation.now + operation.lease\n",
        replacement=(
            "    _find(connection, operation.plan, operation.step)\n"
            "    expiry = operation.now + operation.lease\n"
        ),
    ),
    _holding(
        id="heartbeat-by-anybody",
        clause="CLM-13.9",
        broken="a heartbeat by a worktree other than the holder is accepted",
        original=_RENEWED,
        replacement="    AND anchor = :step\n",
    ),
    _holding(
        id="heartbeat-after-completion",
        clause="CLM-13.10",
        broken="a heartbeat by the holder for a completed step is accepted",
        original=_HELD,
        replacement="",
    ),
    _holding(
        id="heartbeat-claims-pending-substeps",
        clause="CLM-18.1",
        broken="a heartbeat for a step claims its pending substeps",
        original="    return LeaseRenewed(expiry)\n",
        replacement=(
            "    connection.execute(\n"
            "        \"UPDATE steps SET status = 'claimed', claimed_by = :worktree, \"\n"
            '        "claimed_at = :now, heartbeat_at = :now, lease_expires_at = :expiry "\n'
            "        \"WHERE plan = :plan AND parent = :step AND status = 'pending'\",\n"
            "        named,\n"
            "    )\n"
            "    return LeaseRenewed(expiry)\n"
        ),
    ),
    ChangedStore(
        id="reclaim-leaves-pending-substeps",
        clause="CLM-18.2",
        broken="a claim of a held step leaves its pending substeps",
        file="store/claims.py",
        original="        connection.execute(TAKE_SUBSTEPS, taken)\n",
        replacement=(
            "        held = TAKE_SUBSTEPS.replace("
            "\"<> 'completed'\", \"IN ('claimed', 'in_progress')\")\n"
            "        connection.execute(held if reclaimed else TAKE_SUBSTEPS, taken)\n"
        ),
    ),
    _holding(
        id="start-of-a-pending-substep-accepted",
        clause="CLM-18.3",
        broken="a start of a pending substep by the holder of its parent is accepted",
        original="    raise _why_not(connection, operation)  # CLM-12.5\n",
        replacement=(
            f"{indent(dedent(_UNLESS_PENDING), '    ')}    return Started(operation.step)\n"
        ),
    ),
    _holding(
        id="heartbeat-for-a-pending-substep-accepted",
        clause="CLM-18.3",
        broken="a heartbeat for a pending substep by the holder of its parent is accepted",
        original=f"{_REFUSED}    return LeaseRenewed",
        replacement=f"{_UNLESS_PENDING}    return LeaseRenewed",
    ),
)
