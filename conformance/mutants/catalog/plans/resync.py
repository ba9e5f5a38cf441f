"""Mutants of bringing a plan up to date with its changed document (PLN-7)."""

from functools import partial

from conformance.mutants.faults.source import ChangedStore

_resync = partial(ChangedStore, file="store/resync.py")

_TITLE = "document_hash = :hash, title = :title WHERE path = :plan"
_PLACE = "    AND former.parent IS NOT DISTINCT FROM steps.parent\n"
_SETTLED = "    completion.settle(connection, plan, now)\n"
_DELETED = "    for statement in (*SET_ASIDE, DELETE_STEPS):\n"
_RESTORED = """\
    for statement in (*KEEP, RESTORE, *RESTORE_PARTS):
        connection.execute(statement, named)
"""


def _afterwards(*statements: str) -> str:
    """Return the source that restores what is kept and then runs these statements."""
    return _RESTORED + "".join(
        f'    connection.execute("{statement}", named)\n' for statement in statements
    )


KEEPING_MUTANTS = (
    _resync(
        id="resync-keeps-the-title",
        clause="PLN-7.4",
        broken="a resynchronisation keeps the title of the plan",
        original=_TITLE,
        replacement="document_hash = :hash WHERE path = :plan AND :title IS NOT NULL",
    ),
    _resync(
        id="substeps-kept-under-another-parent",
        clause="PLN-7.8",
        broken="a completed substep is kept when it moves to another parent",
        original=_PLACE,
        replacement="    AND (former.parent IS NULL) = (steps.parent IS NULL)\n",
    ),
    _resync(
        id="substeps-kept-at-top-level",
        clause="PLN-7.8",
        broken="a completed substep is kept when it becomes a top-level step",
        original=_PLACE,
        replacement=(
            "    AND (steps.parent IS NULL OR former.parent IS NOT DISTINCT FROM steps.parent)\n"
        ),
    ),
    _resync(
        id="steps-kept-as-substeps",
        clause="PLN-7.8",
        broken="a completed step is kept when it becomes a substep",
        original=_PLACE,
        replacement=(
            "    AND (former.parent IS NULL OR former.parent IS NOT DISTINCT FROM steps.parent)\n"
        ),
    ),
    *(
        _resync(
            id=f"resync-loses-the-{field.replace('_', '-')}",
            clause="PLN-7.9",
            broken=f"a kept step loses its `{field}`",
            original=f"    {field} = former.{field},\n",
            replacement="",
        )
        for field in ("claimed_at", "heartbeat_at", "commit_hash")
    ),
    _resync(
        id="resync-loses-the-started-at",
        clause="PLN-7.9",
        broken="a kept step that is completed loses its `started_at`",
        original="    started_at = former.started_at,\n",
        replacement="    started_at = iif(former.completed_at IS NULL, former.started_at, NULL),\n",
    ),
    _resync(
        id="resync-loses-the-complete-reason",
        clause="PLN-7.9",
        broken="a kept step loses its `complete_reason`",
        original="    complete_reason = former.complete_reason,\n",
        replacement="",
    ),
    _resync(
        id="reordered-dependencies-taken-for-others",
        clause="PLN-7.9",
        broken="a step whose dependencies are listed in another order loses its status",
        original='_same("depends_on", "dependencies"',
        replacement='_same("depends_on, position", "dependencies"',
    ),
    _resync(
        id="kept-steps-keep-the-order-of-their-dependencies",
        clause="PLN-7.10",
        broken="a kept step keeps the former order of its dependencies",
        original=_RESTORED,
        replacement=_afterwards(
            "DELETE FROM dependencies WHERE plan = :plan AND step IN"
            " (SELECT anchor FROM counterparts WHERE kept)",
            "INSERT INTO dependencies SELECT * FROM former_dependencies WHERE step IN"
            " (SELECT anchor FROM counterparts WHERE kept)",
        ),
    ),
    _resync(
        id="artifact-ids-given-again",
        clause="PLN-7.14",
        broken="the id of a removed artifact is given again",
        original=_RESTORED,
        replacement=_afterwards(
            "UPDATE plans SET last_artifact_id = (SELECT coalesce(max(id), 0) FROM artifacts"
            " WHERE plan = :plan) WHERE path = :plan"
        ),
    ),
    *(
        _resync(
            id=f"resync-ends-the-{what}",
            clause="PLN-7.15",
            broken=f"a resynchronisation removes the plan's {words}",
            original=_DELETED,
            replacement=(
                f'    connection.execute("DELETE FROM {table} WHERE plan = ?", (plan,))\n{_DELETED}'
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
            f"{_SETTLED}"
            "    active = \"UPDATE plans SET status = 'active' WHERE path = :plan\"\n"
            "    connection.execute(active, named)\n"
        ),
    ),
    _resync(
        id="resync-counts-artifacts-anew",
        clause="PLN-7.40",
        broken="a resynchronisation sets the counter to the number of artifacts that are left",
        original=_SETTLED,
        replacement=(
            f"{_SETTLED}"
            "    connection.execute(\n"
            '        "UPDATE plans SET last_artifact_id ="\n'
            '        " (SELECT count(*) FROM artifacts WHERE plan = :plan)"\n'
            '        " WHERE path = :plan",\n'
            "        named,\n"
            "    )\n"
        ),
    ),
    _resync(
        id="kept-leases-renewed",
        clause="PLN-7.27",
        broken="the lease of a kept step is longer than it was",
        original="    lease_expires_at = former.lease_expires_at,\n",
        replacement="    lease_expires_at = former.lease_expires_at + 1,\n",
    ),
    _resync(
        id="claims-end-with-a-resync",
        clause="PLN-7.9",
        broken="a claim on a step that did not change ends",
        original="    AND NOT EXISTS (\n        SELECT 1\n        FROM dependencies\n",
        replacement="    AND EXISTS (\n        SELECT 1\n        FROM dependencies\n",
    ),
    _resync(
        id="substeps-dropped-with-their-parent",
        clause="PLN-7.28",
        broken="a completed substep is kept only when its parent is",
        original=_RESTORED,
        replacement=(
            "    for statement in KEEP:\n"
            "        connection.execute(statement, named)\n"
            "    connection.execute(\n"
            "        \"UPDATE counterparts SET kept = false WHERE status = 'completed'\"\n"
            '        " AND parent NOT IN (SELECT anchor FROM counterparts WHERE kept)"\n'
            "    )\n"
            "    for statement in (RESTORE, *RESTORE_PARTS):\n"
            "        connection.execute(statement, named)\n"
        ),
    ),
)
