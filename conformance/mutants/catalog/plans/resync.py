"""Mutants of bringing a plan up to date with its changed document (PLN-7)."""

from functools import partial

from conformance.mutants.faults.source import ChangedStore

_resync = partial(ChangedStore, file="store/resync.py")
_plans = partial(ChangedStore, file="store/plans.py")

_TITLE = "document_hash = :hash, title = :title WHERE path = :plan"
_SUBSTEPS = 'f"{RESTORE} AND steps.parent = former.parent"'
_SUBSTEPS_AND = 'f"""{RESTORE} AND steps.parent = former.parent AND '
_TOP_LEVEL = "    AND former.parent IS NULL\n"
_NO_NEW_SUBSTEPS = """\
    AND NOT EXISTS (
        SELECT 1 FROM steps AS substep
        WHERE substep.plan = :plan
            AND substep.parent = steps.anchor
            AND substep.status <> 'completed'
    )
"""
_KIND = "    AND checklist_items.kind = former.kind\n"
_ORDINAL = "    AND checklist_items.ordinal = former.ordinal\n"
_OF_KEPT = "    AND checklist_items.status = 'completed'\n"
_DEFERRED = "SET status = 'deferred', reason = former.reason\n"
_SETTLED = "    completion.settle(connection, plan)\n"
_ANSWER = "resynced=True, kept=kept, dropped=former - kept)"

KEEPING_MUTANTS = (
    _resync(
        id="resync-keeps-the-title",
        clause="PLN-7.4",
        broken="a resynchronisation keeps the title of the plan",
        original=_TITLE,
        replacement="document_hash = :hash WHERE path = :plan AND :title IS NOT NULL",
    ),
    _resync(
        id="substeps-dropped-with-their-parent",
        clause="PLN-7.7",
        broken="a completed substep is kept only when its step was completed",
        original=_SUBSTEPS,
        replacement=(
            f"{_SUBSTEPS_AND}former.parent IN (\n"
            '        SELECT anchor FROM former_steps WHERE parent IS NULL\n    )"""'
        ),
    ),
    _resync(
        id="substeps-dropped-beside-a-new-one",
        clause="PLN-7.7",
        broken="completed substeps are dropped when their step gets a new one",
        original=_SUBSTEPS,
        replacement=(
            f"{_SUBSTEPS_AND}NOT EXISTS (\n"
            "        SELECT 1 FROM steps AS other\n"
            "        WHERE other.plan = :plan AND other.parent = steps.parent\n"
            '            AND other.anchor NOT IN (SELECT anchor FROM former_steps)\n    )"""'
        ),
    ),
    _resync(
        id="substeps-kept-under-another-parent",
        clause="PLN-7.8",
        broken="a completed substep is kept when it moves to another parent",
        original=_SUBSTEPS,
        replacement='f"{RESTORE} AND steps.parent IS NOT NULL AND former.parent IS NOT NULL"',
    ),
    _resync(
        id="substeps-kept-at-top-level",
        clause="PLN-7.8",
        broken="a completed substep is kept when it becomes a top-level step",
        original=_TOP_LEVEL,
        replacement="",
    ),
    _resync(
        id="steps-kept-as-substeps",
        clause="PLN-7.8",
        broken="a completed step is kept when it becomes a substep",
        original=_SUBSTEPS,
        replacement='f"{RESTORE} AND steps.parent = coalesce(former.parent, steps.parent)"',
    ),
    *(
        _resync(
            id=f"resync-loses-the-{field.replace('_', '-')}",
            clause="PLN-7.9",
            broken=f"a kept step loses its `{field}`",
            original=f"    {field} = former.{field},\n",
            replacement="",
        )
        for field in ("claimed_at", "heartbeat_at", "started_at", "commit_hash")
    ),
    _resync(
        id="resync-loses-the-complete-reason",
        clause="PLN-7.9",
        broken="a kept step loses its `complete_reason`",
        original="    commit_hash = former.commit_hash,\n    complete_reason",
        replacement="    commit_hash = former.commit_hash\n-- complete_reason",
    ),
    _resync(
        id="resync-loses-artifacts",
        clause="PLN-7.9",
        broken="a kept step loses its artifacts",
        original="    connection.execute(RESTORE_ARTIFACTS, named)\n",
        replacement="",
    ),
    _resync(
        id="kept-steps-keep-their-title",
        clause="PLN-7.10",
        broken="a kept step keeps its title",
        original="SET status = former.status,\n",
        replacement="SET status = former.status,\n    title = former.title,\n",
    ),
    _resync(
        id="deferred-items-keep-their-text",
        clause="PLN-7.10",
        broken="a deferred item of a kept step keeps its text",
        original=_DEFERRED,
        replacement="SET status = 'deferred', reason = former.reason, text = former.text\n",
    ),
    _resync(
        id="resync-loses-deferrals",
        clause="PLN-7.11",
        broken="a deferred item of a kept step becomes completed",
        original="    connection.execute(DEFER_KEPT_ITEMS, named)\n",
        replacement="",
    ),
    _resync(
        id="deferrals-lost-with-the-text",
        clause="PLN-7.11",
        broken="a deferred item of a kept step becomes completed when its text changes",
        original=_ORDINAL,
        replacement=f"{_ORDINAL}    AND checklist_items.text = former.text\n",
    ),
    _resync(
        id="deferrals-for-every-kind",
        clause="PLN-7.12",
        broken="a kept step's item is deferred when one of another kind with its ordinal was",
        original=_KIND,
        replacement="",
    ),
    _resync(
        id="items-of-kept-substeps-opened",
        clause="PLN-7.12",
        broken="the items of a kept substep are stored as open",
        original="SELECT anchor FROM steps WHERE plan = :plan AND status = 'completed')",
        replacement=(
            "\n        SELECT anchor FROM steps\n"
            "        WHERE plan = :plan AND parent IS NULL AND status = 'completed'\n    )"
        ),
    ),
    _resync(
        id="step-kept-with-a-new-substep",
        clause="PLN-7.13",
        broken="a completed step stays completed when it gets a new substep",
        original=_NO_NEW_SUBSTEPS,
        replacement="",
    ),
    _resync(
        id="deferrals-of-unfinished-steps-kept",
        clause="PLN-7.13",
        broken="the items of a step that is not kept stay deferred",
        original=_OF_KEPT,
        replacement="",
    ),
    _resync(
        id="artifacts-of-unfinished-steps-kept",
        clause="PLN-7.13",
        broken="a step that is not kept keeps its artifacts",
        original="steps.anchor = former.step AND steps.status = 'completed'",
        replacement="steps.anchor = former.step",
    ),
    _resync(
        id="artifact-ids-given-again",
        clause="PLN-7.14",
        broken="the id of a removed artifact is given again",
        original="    connection.execute(RESTORE_ARTIFACTS, named)\n",
        replacement=(
            "    connection.execute(RESTORE_ARTIFACTS, named)\n"
            "    connection.execute(\n"
            '        "UPDATE sqlite_sequence SET seq = (SELECT coalesce(max(id), 0)"\n'
            "        \" FROM artifacts) WHERE name = 'artifacts'\"\n"
            "    )\n"
        ),
    ),
    *(
        _resync(
            id=f"resync-ends-the-{what}",
            clause="PLN-7.15",
            broken=f"a resynchronisation removes the plan's {words}",
            original="    connection.execute(DELETE_STEPS, named)\n",
            replacement=(
                "    connection.execute(DELETE_STEPS, named)\n"
                f'    connection.execute("DELETE FROM {table} WHERE plan = :plan", named)\n'
            ),
        )
        for what, words, table in (
            ("reviews", "reviews", "review_cycles"),
            ("iterations", "iteration loop", "iteration_loops"),
        )
    ),
    _resync(
        id="done-plans-stay-done",
        clause="PLN-7.16",
        broken="a plan that is `done` stays so when its new document adds a step",
        original=_SETTLED,
        replacement=(
            "    done = \"SELECT status = 'done' FROM plans WHERE path = :plan\"\n"
            "    if not connection.execute(done, named).fetchone()[0]:\n"
            f"    {_SETTLED}"
        ),
    ),
    _resync(
        id="resync-never-done",
        clause="PLN-7.16",
        broken="a plan stays `active` when its new document leaves only completed steps",
        original=_SETTLED,
        replacement=(
            f"    if not {_SETTLED.strip()}:\n"
            "        return kept\n"
            "    active = \"UPDATE plans SET status = 'active' WHERE path = :plan\"\n"
            "    connection.execute(active, named)\n"
        ),
    ),
)

RESYNCED_MUTANTS = (
    _plans(
        id="resynced-plans-already-initialized",
        clause="PLN-7.17",
        broken="the answer to a resynchronisation sets `already_initialized`",
        original=f"    return Registered(False, *counts, {_ANSWER}",
        replacement=f"    return Registered(True, *counts, {_ANSWER}",
    ),
    _plans(
        id="resync-without-counts",
        clause="PLN-7.18",
        broken="the answer to a resynchronisation counts nothing of the new document",
        original=f"    return Registered(False, *counts, {_ANSWER}",
        replacement=f"    return Registered(False, {_ANSWER}",
    ),
    _plans(
        id="all-completed-steps-called-kept",
        clause="PLN-7.19",
        broken="`kept` includes completed steps that are not kept",
        original=_ANSWER,
        replacement="resynced=True, kept=former, dropped=former - kept)",
    ),
    _plans(
        id="kept-substeps-not-counted",
        clause="PLN-7.19",
        broken="`kept` leaves out the substeps",
        original="    kept = resync.restore(connection, plan, definition)\n"
        f"    return Registered(False, *counts, {_ANSWER}",
        replacement=(
            "    kept = resync.restore(connection, plan, definition)\n"
            "    top_level = connection.execute(\n"
            '        "SELECT count(*) FROM steps"\n'
            "        \" WHERE plan = ? AND parent IS NULL AND status = 'completed'\", (plan,)\n"
            "    ).fetchone()[0]\n"
            "    return Registered(\n"
            "        False, *counts, resynced=True, kept=top_level, dropped=former - kept\n"
            "    )"
        ),
    ),
    _resync(
        id="unfinished-steps-called-dropped",
        clause="PLN-7.20",
        broken="`dropped` includes steps that were not completed",
        original="    connection.execute(DELETE_STEPS, named)\n    return completed\n",
        replacement="    return connection.execute(DELETE_STEPS, named).rowcount\n",
    ),
)
