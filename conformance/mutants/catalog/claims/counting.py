"""Mutants of the counts that a store keeps, by which it chooses and answers."""

from functools import partial

from conformance.mutants.faults.source import ChangedStore

_claims = partial(ChangedStore, file="store/claims.py")
_completion = partial(ChangedStore, file="store/completion.py")
_counts = partial(ChangedStore, file="store/counts.py")

_UNBLOCKED = "    if is_needed:\n        counts.unblock(connection, plan, [step])\n"
_UNBLOCKED_BELOW = (
    '    counts.unblock(connection, plan, [substep["anchor"] for substep in substeps])\n'
)
_TOP_LEVEL = " AND anchor = :step AND parent IS NULL)"

COUNTING_MUTANTS = (
    _completion(
        id="dependents-of-a-completed-step-stay-blocked",
        clause="CLM-3.1",
        broken="a step stays blocked when the step that it depends on is completed",
        original=_UNBLOCKED,
        replacement="",
    ),
    _completion(
        id="dependents-of-a-completed-substep-stay-blocked",
        clause="CLM-3.1",
        broken="a step stays blocked when a substep that it needs is completed with its step",
        original=_UNBLOCKED_BELOW,
        replacement="",
    ),
    _counts(
        id="one-completed-dependency-suffices",
        clause="CLM-10.3",
        broken="`remaining_ready` counts a step of whose dependencies only one is completed",
        original="SET open_dependencies = open_dependencies - 1\n",
        replacement="SET open_dependencies = 0\n",
    ),
    ChangedStore(
        file="store/plans.py",
        id="dependencies-of-a-new-plan-not-counted",
        clause="CLM-2.1",
        broken="no step of a new plan is blocked",
        original="        counts.recount(connection, plan)\n",
        replacement=(
            "        counts.recount(connection, plan)\n"
            '        freed = "UPDATE steps SET open_dependencies = 0 WHERE plan = ?"\n'
            "        connection.execute(freed, (plan,))\n"
        ),
    ),
    ChangedStore(
        file="store/resync.py",
        id="counts-of-a-changed-document-kept",
        clause="CLM-10.4",
        broken="`total_remaining` counts the steps of the document before a resynchronisation",
        original="    counts.recount(connection, plan)\n",
        replacement="    connection.execute(counts.RECOUNT[0], named)\n",
    ),
    _counts(
        id="unblocked-steps-not-counted-as-ready",
        clause="CLM-10.3",
        broken="`remaining_ready` does not count steps whose last dependency was completed",
        original="    add_ready(connection, plan, readied)\n",
        replacement="",
    ),
    _counts(
        id="unblocked-substeps-counted-as-ready",
        clause="CLM-10.3",
        broken="`remaining_ready` counts a substep whose last dependency was completed",
        original='row["parent"] is None and bool(row["is_free"])',
        replacement='bool(row["is_free"])',
    ),
    ChangedStore(
        file="store/holding.py",
        id="steps-given-back-not-counted-as-ready",
        clause="CLM-10.3",
        broken="`remaining_ready` does not count a step that was released or reset",
        original=(
            "    counts.add_ready(connection, plan,"
            " counts.is_ready(connection, plan, step) - was_ready)\n"
        ),
        replacement="",
    ),
    ChangedStore(
        file="store/reconcile.py",
        id="reconciled-steps-still-counted-as-ready",
        clause="CLM-10.3",
        broken="`remaining_ready` counts a pending step that was completed by reconciling",
        original="            counts.add_ready(connection, entry.plan, -1)\n",
        replacement="            pass\n",
    ),
    _claims(
        id="reclaimed-steps-counted-as-taken-from-the-ready",
        clause="CLM-10.3",
        broken="`remaining_ready` is one less when a held step is claimed again",
        original='bool(chosen["was_ready"])',
        replacement="1",
    ),
    _completion(
        id="completed-steps-counted-among-the-rest",
        clause="CMP-7.1",
        broken="a plan is never done, because completed steps still count as unfinished",
        original='int(found["is_top_level"])',
        replacement="0",
    ),
    _completion(
        id="completed-substeps-counted-off",
        clause="CLM-10.4",
        broken="`total_remaining` is one less for each substep that is completed by itself",
        original='int(found["is_top_level"])',
        replacement="1",
    ),
    ChangedStore(
        file="store/reconcile.py",
        id="reconciled-steps-counted-among-the-rest",
        clause="CMP-7.1",
        broken="a plan is never done by reconciling, because its steps still count as unfinished",
        original="        counts.finish(connection, entry.plan, entry.step)\n",
        replacement="",
    ),
    _counts(
        id="reconciled-substeps-counted-off",
        clause="CLM-10.4",
        broken="`total_remaining` is one less for each substep that is completed by reconciling, "
        "if several steps are left",
        original=_TOP_LEVEL,
        replacement=" AND anchor = :step AND (parent IS NULL OR unfinished_steps > 1))",
    ),
)
