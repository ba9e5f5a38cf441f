"""Mutants of artifacts: the notes on a step (CHK-10)."""

from functools import partial

from conformance.mutants.faults.source import ChangedProgram, ChangedStore

_checklists = partial(ChangedStore, file="store/checklists.py")

_COLUMNS = "INSERT INTO artifacts (plan, step, kind, summary, recorded_at)\n"
_VALUES = "VALUES (:plan, :step, :kind, :summary, :now)\n"
_CUT = "operation.summary[:SUMMARY_LENGTH]"

ARTIFACT_MUTANTS = (
    _checklists(
        id="artifact-recorded-twice",
        clause="CHK-10.1",
        broken="an artifact is recorded twice",
        original="    recorded = connection.execute(RECORD, note).lastrowid\n",
        replacement=(
            "    connection.execute(RECORD, note)\n"
            "    recorded = connection.execute(RECORD, note).lastrowid\n"
        ),
    ),
    _checklists(
        id="note-on-a-substep-stored-with-its-parent",
        clause="CHK-10.1",
        broken="an artifact of a substep is stored with its parent",
        original=_VALUES,
        replacement=(
            "SELECT :plan, coalesce(parent, anchor), :kind, :summary, :now FROM steps\n"
            "WHERE plan = :plan AND anchor = :step\n"
        ),
    ),
    _checklists(
        id="artifact-kind-in-small-letters",
        clause="CHK-10.1",
        broken="the kind of an artifact is stored in small letters",
        original=_VALUES,
        replacement="VALUES (:plan, :step, lower(:kind), :summary, :now)\n",
    ),
    _checklists(
        id="artifact-recorded-when-the-step-was-claimed",
        clause="CHK-10.1",
        broken="an artifact is stored with the time of the claim",
        original=_VALUES,
        replacement=(
            "SELECT :plan, :step, :kind, :summary, coalesce(claimed_at, :now) FROM steps\n"
            "WHERE plan = :plan AND anchor = :step\n"
        ),
    ),
    _checklists(
        id="summary-cut-a-character-early",
        clause="CHK-10.2",
        broken="a summary is cut to 499 characters",
        original="SUMMARY_LENGTH = 500",
        replacement="SUMMARY_LENGTH = 499",
    ),
    _checklists(
        id="summary-cut-by-bytes",
        clause="CHK-10.2",
        broken="a summary is cut to 500 bytes",
        original=_CUT,
        replacement='operation.summary.encode()[:SUMMARY_LENGTH].decode(errors="ignore")',
    ),
    _checklists(
        id="summary-cut-by-utf-16",
        clause="CHK-10.2",
        broken="a summary is cut to 500 code units of UTF-16",
        original=_CUT,
        replacement=(
            'operation.summary.encode("utf-16-le")[: 2 * SUMMARY_LENGTH]'
            '.decode("utf-16-le", errors="ignore")'
        ),
    ),
    _checklists(
        id="artifacts-of-the-step-counted",
        clause="CHK-10.3",
        broken="the answer gives the number of artifacts of the step instead of the id",
        original="    return ArtifactRecorded(recorded)\n",
        replacement=(
            "    [count] = connection.execute(\n"
            '        "SELECT count(*) FROM artifacts WHERE plan = :plan AND step = :step", note\n'
            "    ).fetchone()\n"
            "    return ArtifactRecorded(count)\n"
        ),
    ),
    _checklists(
        id="artifacts-numbered-in-each-plan",
        clause="CHK-10.4",
        broken="artifact ids ascend within each plan only",
        original=_COLUMNS + _VALUES,
        replacement=(
            "INSERT OR REPLACE INTO artifacts (id, plan, step, kind, summary, recorded_at)\n"
            "VALUES (\n"
            "    (SELECT coalesce(max(id), 0) + 1 FROM artifacts WHERE plan = :plan),\n"
            "    :plan, :step, :kind, :summary, :now\n"
            ")\n"
        ),
    ),
    _checklists(
        id="ids-of-lost-artifacts-given-again",
        clause="CHK-10.5",
        broken="the id of the last artifact is given again after that artifact is gone",
        original=_COLUMNS + _VALUES,
        replacement=(
            "INSERT INTO artifacts (id, plan, step, kind, summary, recorded_at)\n"
            "VALUES (\n"
            "    (SELECT coalesce(max(id), 0) + 1 FROM artifacts),\n"
            "    :plan, :step, :kind, :summary, :now\n"
            ")\n"
        ),
    ),
)

_snapshots = partial(
    ChangedProgram,
    clause="CHK-10.6",
    file="store/database/snapshots.py",
    original="ORDER BY id\n",
    test=(
        "tests/rules/checklists/test_artifacts.py"
        "::test_chk_10_notes_of_a_step_are_in_the_order_of_their_ids_not_of_their_times"
    ),
)
"""The protocol compares artifacts by their ids, whatever their order."""

ARTIFACT_ORDER_MUTANTS = (
    _snapshots(
        id="artifacts-listed-by-time",
        broken="the artifacts of a step are listed in the order of their times",
        replacement="ORDER BY recorded_at, id\n",
    ),
    _snapshots(
        id="newest-artifact-first",
        broken="the artifacts of a step are listed newest first",
        replacement="ORDER BY id DESC\n",
    ),
)
