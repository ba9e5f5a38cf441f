"""Mutants of artifacts: the notes on a step (CHK-10)."""

from functools import partial

from conformance.mutants.faults.source import ChangedProgram, ChangedStore

_checklists = partial(ChangedStore, file="store/checklists.py")

_VALUES = "VALUES (:plan, :id, :step, :kind, :summary, :now)\n"
_RECORDED = '    connection.execute(RECORD, {**note, "id": number})\n'
_COUNTED = "UPDATE plans SET last_artifact_id = last_artifact_id + 1 WHERE path = :plan\n"
_CUT = "operation.summary[:SUMMARY_LENGTH]"

ARTIFACT_MUTANTS = (
    _checklists(
        id="artifact-recorded-twice",
        clause="CHK-10.1",
        broken="an artifact is recorded twice",
        original=_RECORDED,
        replacement=_RECORDED + _RECORDED.replace("number", "number + 1000"),
    ),
    _checklists(
        id="note-on-a-substep-stored-with-its-parent",
        clause="CHK-10.1",
        broken="an artifact of a substep is stored with its parent",
        original=_VALUES,
        replacement=(
            "SELECT :plan, :id, coalesce(parent, anchor), :kind, :summary, :now FROM steps\n"
            "WHERE plan = :plan AND anchor = :step\n"
        ),
    ),
    _checklists(
        id="artifact-kind-in-small-letters",
        clause="CHK-10.1",
        broken="the kind of an artifact is stored in small letters",
        original=_VALUES,
        replacement="VALUES (:plan, :id, :step, lower(:kind), :summary, :now)\n",
    ),
    _checklists(
        id="artifact-recorded-when-the-step-was-claimed",
        clause="CHK-10.1",
        broken="an artifact is stored with the time of the claim",
        original=_VALUES,
        replacement=(
            "SELECT :plan, :id, :step, :kind, :summary, coalesce(claimed_at, :now) FROM steps\n"
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
        original="    return ArtifactRecorded(number)\n",
        replacement=(
            "    [count] = connection.execute(\n"
            '        "SELECT count(*) FROM artifacts WHERE plan = :plan AND step = :step", note\n'
            "    ).fetchone()\n"
            "    return ArtifactRecorded(count)\n"
        ),
    ),
    _checklists(
        id="artifacts-numbered-over-all-plans",
        clause="CHK-10.7",
        broken="artifact ids ascend over all plans",
        original=_COUNTED,
        replacement=(
            "UPDATE plans SET last_artifact_id = (SELECT max(last_artifact_id) FROM plans) + 1\n"
            "WHERE path = :plan\n"
        ),
    ),
    _checklists(
        id="artifacts-counted-as-they-are",
        clause="CHK-10.7",
        broken="an artifact takes the number of artifacts of its plan as its id",
        original=_COUNTED,
        replacement=(
            "UPDATE plans\n"
            "SET last_artifact_id = 1 + (SELECT count(*) FROM artifacts WHERE plan = :plan)\n"
            "WHERE path = :plan\n"
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
"""No search finds the first of them: in its scopes no time is before another."""

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
