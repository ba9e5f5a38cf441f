"""Mutants of completion by force (CMP-4, CMP-5)."""

from functools import partial

from conformance.mutants.faults.source import ChangedStore

_completion = partial(ChangedStore, file="store/completion.py")

_FORCED = "reason = operation.reason or FORCED_REASON"
_OWN_ITEMS = "connection.execute(COMPLETE_OWN_ITEMS, below)"
_SUBSTEPS = "    complete_reason = :reason\nWHERE plan = :plan AND parent = :step AND status"
_ANSWER = "StepCompleted(operation.force, found"
_BELOW = "    AND step IN (\n        SELECT anchor FROM steps INDEXED BY steps_by_parent\n"
_UNFINISHED_ONLY = "WHERE plan = :plan AND parent = :step AND status <> 'completed'\n    )\n"

FORCE_MUTANTS = (
    _completion(
        id="substeps-asked-for-by-force",
        clause="CMP-4.1",
        broken="a completion with `force` is rejected while a substep is not completed",
        original=f"        {_FORCED}",
        replacement=(
            '        left = {"plan": operation.plan, "step": operation.step}\n'
            "        substeps = connection.execute(COUNT_UNFINISHED_SUBSTEPS, left).fetchone()[0]\n"
            "        if substeps:\n"
            "            raise Refused(rejections.incomplete_substeps(substeps))\n"
            f"        {_FORCED}"
        ),
    ),
    _completion(
        id="drift-ignored-by-force",
        clause="CMP-4.2",
        broken="a completion with `force` is accepted on a drifted plan",
        original="not operation.allow_drift:  # PLN-6.3",
        replacement="not (operation.allow_drift or operation.force):  # PLN-6.3",
    ),
    _completion(
        id="holder-ignored-by-force",
        clause="CMP-4.2",
        broken="a completion with `force` is accepted from a worktree that is not the holder",
        original="holder != operation.worktree:  # CMP-1.3",
        replacement="holder != operation.worktree and not operation.force:  # CMP-1.3",
    ),
    _completion(
        id="deferred-items-survive-force",
        clause="CMP-4.3",
        broken="a completion with `force` leaves the step's deferred items",
        original=_OWN_ITEMS,
        replacement=(
            "connection.execute(\n"
            "        f\"{COMPLETE_OWN_ITEMS} AND (:reason IS NULL OR status = 'open')\", below\n"
            "    )"
        ),
    ),
    _completion(
        id="released-substeps-left-by-force",
        clause="CMP-4.4",
        broken="a completion with `force` leaves a released substep pending",
        original=f"{_SUBSTEPS} <> 'completed'\n",
        replacement=f"{_SUBSTEPS} IN ('claimed', 'in_progress')\n",
    ),
    _completion(
        id="substeps-completed-without-the-reason",
        clause="CMP-4.5",
        broken="substeps completed by force get no reason but `forced completion`",
        original=_SUBSTEPS,
        replacement=_SUBSTEPS.replace(
            ":reason", "iif(:reason IS NULL, NULL, 'forced completion')", 1
        ),
    ),
    _completion(
        id="reason-of-force-stripped",
        clause="CMP-4.6",
        broken="a completion with `force` stores the reason without the white space around it",
        original=_FORCED,
        replacement='reason = (operation.reason or "").strip() or FORCED_REASON',
    ),
    _completion(
        id="forced-completion-without-a-reason",
        clause="CMP-4.7",
        broken="a completion with `force` and without a reason stores none",
        original="operation.reason or FORCED_REASON",
        replacement="operation.reason",
    ),
    _completion(
        id="empty-reason-of-force-stored",
        clause="CMP-4.7",
        broken="a completion with `force` and an empty reason stores the empty text",
        original=_FORCED,
        replacement="reason = FORCED_REASON if operation.reason is None else operation.reason",
    ),
    _completion(
        id="forced-only-with-a-reason",
        clause="CMP-4.8",
        broken="the answer's `forced` is false without a reason",
        original=_ANSWER,
        replacement="StepCompleted(operation.force and bool(operation.reason), found",
    ),
    _completion(
        id="force-leaves-substep-items-open",
        clause="CMP-5.2",
        broken="a completion with `force` leaves the items of the substeps that it completes",
        original="    connection.execute(COMPLETE_SUBSTEP_ITEMS, below)  # CMP-5.2, CMP-10.6\n",
        replacement="",
    ),
    _completion(
        id="deferred-substep-items-survive-force",
        clause="CMP-5.2",
        broken="a completion with `force` leaves deferred items of the substeps that it completes",
        original=_BELOW,
        replacement=f"    AND status = 'open'\n{_BELOW}",
    ),
    _completion(
        id="items-of-completed-substeps-forced",
        clause="CMP-5.3",
        broken="a completion with `force` completes deferred items of substeps completed before",
        original=_UNFINISHED_ONLY,
        replacement="WHERE plan = :plan AND parent = :step\n    )\n",
    ),
)
