"""Mutants of what a changed document takes away, and of what the answer says of it (PLN-7)."""

from functools import partial

from conformance.mutants.faults.source import ChangedStore

_resync = partial(ChangedStore, file="store/resync.py")
_plans = partial(ChangedStore, file="store/plans.py")

_SAME_DEPENDENCIES = """\
        AND {_same("depends_on", "dependencies", "former_dependencies")}
"""
_ITEMS_OF = "FROM former_items\nWHERE step IN (SELECT anchor FROM counterparts)\n"
_ALIKE = "PARTITION BY step, kind, text ORDER BY ordinal),\n"
_NOT_COMPLETED = "            AND NOT coalesce({0}.kept AND {0}.status = 'completed', false)\n"
_SAME = 'return f"NOT EXISTS ({new} EXCEPT {old}) AND NOT EXISTS ({old} EXCEPT {new})"'
_FOUND = "        AND former.place = present.place\n"
_LISTED = "WHERE steps.plan = :plan AND counterparts.kept = :kept AND {HAS_PROGRESS}\n"

REOPENING_MUTANTS = (
    _resync(
        id="completed-under-another-title",
        clause="PLN-7.29",
        broken="a completed step stays completed when its title changes",
        original="    steps.title = former.title\n",
        replacement="    true\n",
    ),
    _resync(
        id="completed-with-other-dependencies",
        clause="PLN-7.29",
        broken="a completed step stays completed when its dependencies change",
        original=_SAME_DEPENDENCIES,
        replacement="",
    ),
    _resync(
        id="completed-with-other-items",
        clause="PLN-7.29",
        broken="a completed step stays completed when the texts of its items change",
        original='_same("kind, ordinal, text", ',
        replacement='_same("kind, ordinal", ',
    ),
    _resync(
        id="completed-with-more-items",
        clause="PLN-7.29",
        broken="a completed step stays completed when it gets more items",
        original=_SAME,
        replacement='return f"NOT EXISTS ({old} EXCEPT {new})"',
    ),
    _resync(
        id="step-kept-with-a-new-substep",
        clause="PLN-7.29",
        broken="a completed step stays completed when it gets a new substep",
        original="        LEFT JOIN counterparts AS former ON former.anchor = substep.anchor\n",
        replacement="        JOIN counterparts AS former ON former.anchor = substep.anchor\n",
    ),
    _resync(
        id="step-kept-with-a-changed-substep",
        clause="PLN-7.29",
        broken="a completed step stays completed when a substep of it changes",
        original=_NOT_COMPLETED.format("former"),
        replacement="            AND former.anchor IS NULL\n",
    ),
    _resync(
        id="claim-kept-without-its-dependency",
        clause="PLN-7.29",
        broken="a claim on a step stays when a step that it depends on is no longer completed",
        original=_NOT_COMPLETED.format("needed"),
        replacement="            AND needed.anchor IS NULL\n",
    ),
    _resync(
        id="substeps-held-without-their-step",
        clause="PLN-7.29",
        broken="a substep stays held when the claim on its step ends",
        original="    AND parent IN (SELECT anchor FROM counterparts WHERE kept)\n",
        replacement="    AND parent IS NOT NULL\n",
    ),
    _resync(
        id="resync-loses-artifacts",
        clause="PLN-7.30",
        broken="a step that is not kept loses its artifacts",
        original="SELECT * FROM former_artifacts WHERE step IN (SELECT anchor FROM counterparts)\n",
        replacement=(
            "SELECT * FROM former_artifacts\n"
            "WHERE step IN (SELECT anchor FROM counterparts WHERE kept)\n"
        ),
    ),
    _resync(
        id="items-of-changed-steps-opened",
        clause="PLN-7.32",
        broken="the items of a step that is not kept are open again",
        original=_ITEMS_OF,
        replacement=_ITEMS_OF.replace("counterparts", "counterparts WHERE kept"),
    ),
    _resync(
        id="items-found-by-their-ordinal",
        clause="PLN-7.32",
        broken="an item that moved within its step is open again",
        original=_FOUND,
        replacement=f"{_FOUND}        AND former.ordinal = present.ordinal\n",
    ),
    _resync(
        id="items-alike-exchanged",
        clause="PLN-7.32",
        broken="of items with one text, the last takes the status of the first",
        original=_ALIKE,
        replacement=_ALIKE.replace("ordinal)", "ordinal DESC)"),
    ),
    _resync(
        id="items-of-moved-steps-kept",
        clause="PLN-7.33",
        broken="the items of a step that moved to another parent keep their status",
        original=_ITEMS_OF,
        replacement="FROM former_items\n",
    ),
)

_COUNTED = "len(report.kept), len(report.changed) + len(report.removed)"
_ANSWER = "    return Registered(False, *stored, True, kept, dropped, *report)\n"
_REPORTED = "    return Report(kept, changed, _anchors(connection.execute(REMOVED)))\n"

RESYNCED_MUTANTS = (
    _plans(
        id="resynced-plans-already-initialized",
        clause="PLN-7.17",
        broken="the answer to a resynchronisation sets `already_initialized`",
        original=_ANSWER,
        replacement=_ANSWER.replace("False", "True"),
    ),
    _plans(
        id="resync-without-counts",
        clause="PLN-7.18",
        broken="the answer to a resynchronisation counts nothing of the new document",
        original=_ANSWER,
        replacement=_ANSWER.replace("*stored", "0, 0, 0, 0"),
    ),
    _resync(
        id="untouched-steps-called-kept",
        clause="PLN-7.35",
        broken="`kept_steps` lists steps without progress too",
        original=_LISTED,
        replacement=(
            "WHERE steps.plan = :plan AND counterparts.kept = :kept\n"
            "    AND (:kept OR {HAS_PROGRESS})\n"
        ),
    ),
    _resync(
        id="kept-steps-in-their-former-order",
        clause="PLN-7.35",
        broken="`kept_steps` is in the order of the former document",
        original="ORDER BY steps.step_index\n",
        replacement="ORDER BY former.step_index\n",
    ),
    _resync(
        id="changed-substeps-not-reported",
        clause="PLN-7.36",
        broken="`changed_steps` leaves out the substeps",
        original=_LISTED,
        replacement=f"{_LISTED}    AND (:kept OR steps.parent IS NULL)\n",
    ),
    _resync(
        id="claims-dropped-unreported",
        clause="PLN-7.36",
        broken="`changed_steps` lists steps that were completed only",
        original=_LISTED,
        replacement=f"{_LISTED}    AND (:kept OR former.status = 'completed')\n",
    ),
    _resync(
        id="reopened-items-unreported",
        clause="PLN-7.36",
        broken="a pending step with a finished item is not taken for one with progress",
        original=(
            "    OR EXISTS (SELECT 1 FROM former_items"
            " WHERE step = former.anchor AND status <> 'open')\n"
        ),
        replacement="",
    ),
    _resync(
        id="removed-steps-unreported",
        clause="PLN-7.37",
        broken="`removed_steps` lists steps that were completed only",
        original=_REPORTED,
        replacement=(
            "    done = \"SELECT anchor FROM former_steps WHERE status = 'completed'\"\n"
            "    completed = {anchor for (anchor,) in connection.execute(done)}\n"
            "    removed = _anchors(connection.execute(REMOVED))\n"
            "    removed = tuple(each for each in removed if each in completed)\n"
            "    return Report(kept, changed, removed)\n"
        ),
    ),
    _resync(
        id="steps-with-artifacts-removed-unreported",
        clause="PLN-7.37",
        broken="`removed_steps` leaves out a pending step that has artifacts",
        original="    OR EXISTS (SELECT 1 FROM former_artifacts WHERE step = former.anchor)\n",
        replacement="",
    ),
    _plans(
        id="changed-steps-counted-as-kept",
        clause="PLN-7.38",
        broken="`kept` counts the steps that changed too",
        original=_COUNTED,
        replacement=_COUNTED.replace("len(report.kept)", "len(report.kept) + len(report.changed)"),
    ),
    _plans(
        id="changed-steps-not-counted-as-dropped",
        clause="PLN-7.39",
        broken="`dropped` counts only what is gone",
        original=_COUNTED,
        replacement="len(report.kept), len(report.removed)",
    ),
)
