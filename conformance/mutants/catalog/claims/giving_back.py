"""Mutants of releases and resets (CLM-14 to CLM-16)."""

from collections.abc import Iterator
from functools import partial

from conformance.mutants.faults.source import ChangedProgram, ChangedStore

_holding = partial(ChangedStore, file="store/holding.py")

_GIVEN_BACK = "    _give_back(connection, operation.plan, operation.step)\n    return "
_ITSELF = "SELECT CAST(:step AS TEXT)\n"
_SUBSTEPS = "parent = :step"
_UNFINISHED = " AND status <> 'completed'"
_WITH_PARENT = (
    f"{_ITSELF} UNION ALL SELECT parent FROM steps WHERE plan = :plan AND anchor = :step"
    " AND parent IS NOT NULL\n"
)

OPEN_ITEMS, GIVE_BACK = "OPEN_ITEMS", "GIVE_BACK"
"""The statements that a release and a reset share."""


def _giving_back(
    id: str, clauses: tuple[str, str], broken: str, statement: str, part: str, changed: str
) -> Iterator[ChangedStore]:
    """Yield the mutants whose release, or reset, alone has a part of a statement changed."""
    names = {OPEN_ITEMS: OPEN_ITEMS, GIVE_BACK: GIVE_BACK}
    names[statement] = f"{statement}.replace({part!r}, {changed!r})"
    verbs = (("release", "Released"), ("reset", "ResetResult"))
    for (verb, answer), clause in zip(verbs, clauses, strict=True):
        yield _holding(
            id=f"{verb}-{id}",
            clause=clause,
            broken=f"a {verb} {broken}",
            original=f"{_GIVEN_BACK}{answer}",
            replacement=(
                '    named = {"plan": operation.plan, "step": operation.step}\n'
                "    was_ready = counts.is_ready(connection, operation.plan, operation.step)\n"
                f"    connection.execute({names[OPEN_ITEMS]}, named)\n"
                f"    connection.execute({names[GIVE_BACK]}, named)\n"
                "    now_ready = counts.is_ready(connection, operation.plan, operation.step)\n"
                "    counts.add_ready(connection, operation.plan, now_ready - was_ready)\n"
                f"    return {answer}"
            ),
        )


_EFFECTS = (
    *_giving_back(
        "leaves-started-steps",
        ("CLM-14.6", "CLM-16.3"),
        "leaves a step that is in progress",
        GIVE_BACK,
        "status <> 'completed'",
        "status = 'claimed'",
    ),
    *_giving_back(
        "keeps-the-time-of-the-claim",
        ("CLM-14.7", "CLM-16.4"),
        "leaves `claimed_at`",
        GIVE_BACK,
        "    claimed_at = NULL,\n",
        "",
    ),
    *_giving_back(
        "keeps-the-start",
        ("CLM-14.7", "CLM-16.4"),
        "leaves `started_at`",
        GIVE_BACK,
        ",\n    started_at = NULL",
        "",
    ),
    *_giving_back(
        "keeps-deferrals",
        ("CLM-14.8", "CLM-16.5"),
        "leaves the deferred items of the step",
        OPEN_ITEMS,
        _ITSELF,
        "SELECT NULL\n",
    ),
    *_giving_back(
        "opens-completed-items",
        ("CLM-14.9", "CLM-16.6"),
        "opens completed items",
        OPEN_ITEMS,
        "    AND status <> 'completed'\n    AND step",
        "    AND step",
    ),
    *_giving_back(
        "forgets-substeps",
        ("CLM-14.10", "CLM-16.7"),
        "of a step does not make its substeps pending",
        GIVE_BACK,
        _SUBSTEPS,
        f"{_SUBSTEPS} AND false",
    ),
    *_giving_back(
        "keeps-the-deferrals-of-substeps",
        ("CLM-14.10", "CLM-16.7"),
        "of a step leaves the deferred items of its substeps",
        OPEN_ITEMS,
        _SUBSTEPS,
        f"{_SUBSTEPS} AND false",
    ),
    *_giving_back(
        "reaches-completed-substeps",
        ("CLM-14.11", "CLM-16.8"),
        "of a step makes its completed substeps pending",
        GIVE_BACK,
        _UNFINISHED,
        "",
    ),
    *_giving_back(
        "opens-the-items-of-completed-substeps",
        ("CLM-14.11", "CLM-16.8"),
        "of a step opens the deferred items of its completed substeps",
        OPEN_ITEMS,
        f"{_SUBSTEPS}{_UNFINISHED}",
        _SUBSTEPS,
    ),
    *_giving_back(
        "of-a-substep-reaches-its-parent",
        ("CLM-14.12", "CLM-16.9"),
        "of a substep makes its parent pending",
        GIVE_BACK,
        _ITSELF,
        _WITH_PARENT,
    ),
    *_giving_back(
        "of-a-substep-opens-the-items-of-its-parent",
        ("CLM-14.12", "CLM-16.9"),
        "of a substep opens the deferred items of its parent",
        OPEN_ITEMS,
        _ITSELF,
        _WITH_PARENT,
    ),
)

GIVING_BACK_MUTANTS = (
    *_EFFECTS,
    _holding(
        id="release-of-an-unknown-step-not-claimed",
        clause="CLM-14.2",
        broken="a release of an unknown step is rejected with E050 `not_claimed`",
        original="    status, holder = _find(connection, operation.plan, operation.step)",
        replacement=(
            '    named = {"plan": operation.plan, "step": operation.step}\n'
            "    if connection.execute(FIND_STEP, named).fetchone() is None:\n"
            '        raise Refused(rejections.not_claimed(operation.step, "unknown"))\n'
            "    status, holder = _find(connection, operation.plan, operation.step)"
        ),
    ),
    _holding(
        id="released-by-a-holder-compared-without-case",
        clause="CLM-14.5",
        broken="a worktree whose name differs from the holder's only in case releases a step",
        original="is not None and holder != operation.worktree:",
        replacement="is not None and holder.lower() != operation.worktree.lower():",
    ),
    _holding(
        id="release-by-force-names-nobody",
        clause="CLM-14.13",
        broken="`was_claimed_by` is empty after a release with `force`",
        original="was_claimed_by=holder",
        replacement='was_claimed_by=operation.worktree or ""',
    ),
    _holding(
        id="reset-of-an-unknown-step-not-claimed",
        clause="CLM-16.1",
        broken="a reset of an unknown step is rejected with E050 `not_claimed`",
        original="    status, _ = _find(connection, operation.plan, operation.step)",
        replacement=(
            '    named = {"plan": operation.plan, "step": operation.step}\n'
            "    if connection.execute(FIND_STEP, named).fetchone() is None:\n"
            '        raise Refused(rejections.not_claimed(operation.step, "unknown"))\n'
            "    status, _ = _find(connection, operation.plan, operation.step)"
        ),
    ),
    _holding(
        id="reset-waits-for-the-lease",
        clause="CLM-16.10",
        broken="a reset of a step with a live lease is rejected",
        original="    status, _ = _find(connection, operation.plan, operation.step)",
        replacement=(
            "    lease = 'SELECT lease_expires_at FROM steps WHERE plan = ? AND anchor = ?'\n"
            "    found = connection.execute(lease, (operation.plan, operation.step)).fetchone()\n"
            "    if found is not None and (found[0] or 0) > operation.now:\n"
            '        raise Refused(rejections.not_claimed(operation.step, "claimed"))\n'
            "    status, _ = _find(connection, operation.plan, operation.step)"
        ),
    ),
    _holding(
        id="reset-of-a-pending-step-rejected",
        clause="CLM-16.11",
        broken="a reset of a pending step is rejected",
        original="    status, _ = _find(connection, operation.plan, operation.step)  # CLM-16.1\n",
        replacement=(
            "    status, _ = _find(connection, operation.plan, operation.step)\n"
            '    if status == "pending":\n'
            "        raise Refused(rejections.not_claimed(operation.step, status))\n"
        ),
    ),
    _holding(
        id="reset-of-a-pending-step-changes-nothing",
        clause="CLM-16.11",
        broken="a reset of a pending step leaves its deferred items",
        original="    status, _ = _find(connection, operation.plan, operation.step)  # CLM-16.1\n",
        replacement=(
            "    status, _ = _find(connection, operation.plan, operation.step)\n"
            '    if status == "pending":\n'
            "        return ResetResult(operation.step)\n"
        ),
    ),
    _holding(
        id="parent-named-as-reset",
        clause="CLM-16.12",
        broken="the answer to a reset of a substep names the parent",
        original="    return ResetResult(operation.step)\n",
        replacement=(
            "    find = 'SELECT coalesce(parent, anchor) FROM steps "
            "WHERE plan = ? AND anchor = ?'\n"
            "    named = (operation.plan, operation.step)\n"
            "    return ResetResult(connection.execute(find, named).fetchone()[0])\n"
        ),
    ),
)

AUTHORITY_MUTANTS = (
    ChangedProgram(
        id="release-without-authority-sent",
        clause="CLM-15.4",
        broken="`planstate state release` accepts a command line that names no authority",
        file="cli/commands/state/release.py",
        original="Exclusive(AUTHORITY, required=True)",
        replacement="Exclusive(AUTHORITY)",
        test="tests/impl/cli/test_usage.py::test_misused_by[release on no authority]",
    ),
    ChangedProgram(
        id="release-with-both-authorities-sent",
        clause="CLM-15.4",
        broken="`planstate state release` accepts a command line that names both authorities",
        file="cli/commands/state/release.py",
        original="Exclusive(AUTHORITY, required=True)",
        replacement="*AUTHORITY",
        test="tests/impl/cli/test_usage.py::test_misused_by[release on both]",
    ),
)
