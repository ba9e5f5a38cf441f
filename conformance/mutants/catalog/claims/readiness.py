"""Mutants of what `Ready` answers (CLM-17)."""

from functools import partial

from conformance.mutants.faults.source import ChangedStore

_readiness = partial(ChangedStore, file="store/readiness.py")

_LISTED = '        parts[step["part"]].append(step["anchor"])\n'
_BLOCKED = "        WHEN step.open_dependencies > 0 THEN 'blocked'\n"
_EXPIRED = "        WHEN {EXPIRED} THEN 'expired_claim'\n"

READINESS_MUTANTS = (
    _readiness(
        id="expired-steps-listed-twice",
        clause="CLM-17.1",
        broken="`Ready` lists a step whose lease is over in `blocked` too",
        original=_LISTED,
        replacement=(
            f"{_LISTED}"
            '        if step["part"] == "expired_claim":\n'
            '            parts["blocked"].append(step["anchor"])\n'
        ),
    ),
    _readiness(
        id="lists-in-the-order-of-anchors",
        clause="CLM-17.2",
        broken="`Ready` sorts its lists by anchor",
        original='ORDER BY step.step_index\n"""',
        replacement='ORDER BY step.anchor\n"""',
    ),
    _readiness(
        id="reconciled-steps-not-listed-as-completed",
        clause="CLM-17.3",
        broken="`completed` lacks the steps that were completed without a holder",
        original="WHEN step.status = 'completed' THEN",
        replacement="WHEN step.status = 'completed' AND step.claimed_by IS NOT NULL THEN",
    ),
    _readiness(
        id="started-steps-never-expire-for-ready",
        clause="CLM-17.4",
        broken="`expired_claim` lacks the steps in progress whose lease is over",
        original=_BLOCKED,
        replacement=f"{_BLOCKED}        WHEN step.status = 'in_progress' THEN 'blocked'\n",
    ),
    _readiness(
        id="ready-ignores-dependencies",
        clause="CLM-17.5",
        broken="`ready` lists pending steps whose dependencies are not completed",
        original=_BLOCKED,
        replacement="",
    ),
    _readiness(
        id="held-steps-not-listed-as-blocked",
        clause="CLM-17.6",
        broken="`blocked` lacks the steps with a live lease",
        original="WHERE step.plan = :plan AND step.parent IS NULL\nORDER BY",
        replacement=(
            "WHERE step.plan = :plan AND step.parent IS NULL\n"
            "    AND (step.lease_expires_at IS NULL OR step.lease_expires_at < :now)\nORDER BY"
        ),
    ),
    _readiness(
        id="ready-ends-expired-claims",
        clause="CLM-17.7",
        broken="`Ready` makes the steps pending whose lease is over",
        original="    return Readiness(",
        replacement=(
            "    connection.execute(\n"
            "        \"UPDATE steps SET status = 'pending', claimed_by = NULL, \"\n"
            '        "claimed_at = NULL, lease_expires_at = NULL, "\n'
            '        "heartbeat_at = NULL, started_at = NULL "\n'
            '        "WHERE plan = :plan AND lease_expires_at < :now",\n'
            "        named,\n"
            "    )\n"
            "    return Readiness("
        ),
    ),
    _readiness(
        id="lease-over-sooner-for-ready-than-for-a-claim",
        clause="CLM-17.8",
        broken="`expired_claim` lists a step that no claim gets while its lease ends exactly `now`",
        original=_EXPIRED,
        replacement=_EXPIRED.replace("{EXPIRED}", "step.lease_expires_at <= :now"),
    ),
)
