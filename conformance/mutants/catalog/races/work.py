"""Races of checklists, completions and commits: what was found is no longer so when it counts."""

from functools import partial

from conformance.mutants.catalog.races.contests import (
    BARE,
    GAP,
    HASH,
    ONE,
    PAIRED,
    PLAN,
    STEP_A,
    STEP_B,
    TWO,
    batch,
    claim,
    commit,
    complete,
    note,
    register,
    reopen,
)
from conformance.mutants.faults.races import Contest, Race, SourceEdit, Turn
from spec.vocabulary.checklists import BatchEntry
from spec.vocabulary.state import Show

_checklists = partial(Race, file="store/checklists.py")
_completion = partial(Race, file="store/completion.py")

_HELD = (Turn(ONE, register(STEP_A)), Turn(ONE, claim(ONE)))
_REMAINING = "        updated += connection.execute(COMPLETE_REMAINING, named).rowcount\n"
_COUNTED = (
    '    (number,) = connection.execute(COUNT_ARTIFACT, {"plan": operation.plan}).fetchone()'
    "  # CHK-10.7\n"
)
_EFFECTS = "    plan, step, now = operation.plan, operation.step, operation.now\n"
_FORCED = "    if operation.force:\n        reason = operation.reason or FORCED_REASON  # CMP-4.7\n"
_SETTLED = """\
    settle(connection, plan, now, finished)
    return StepCompleted(operation.force, found["unfinished_steps"] == finished)  # CMP-7.2
"""
_FENCE = "        guards.require_claim(connection, operation)  # COM-1.8, COM-1.9\n"


def indented(lines: str) -> str:
    """Return lines one level deeper."""
    return "".join(f"    {line}" for line in lines.splitlines(keepends=True))


GAP_OF_A_REQUEST = f"    if commit_hash is None:\n{indented(GAP)}"
"""Only in a completion by a request: that by a commit cannot be undone any more."""

CHECKLIST_RACES = (
    _checklists(
        id="open-items-counted-before-the-lock",
        clause="CHK-7.1",
        broken="a batch counts the open items before it has the write lock",
        original=_REMAINING,
        replacement=(
            "        sql = STATUSES.replace('ORDER', \"AND status = 'open' ORDER\")\n"
            "        found = connection.execute(sql, named).fetchall()\n"
            + indented(GAP)
            + "        connection.execute(COMPLETE_REMAINING, named)\n"
            "        updated += len(found)\n"
        ),
        contest=Contest(_HELD, Turn(ONE, batch(ONE)), (Turn(TWO, batch(ONE)),)),
    ),
    _checklists(
        id="batch-in-two-transactions",
        clause="CHK-6.3",
        broken="a batch stores its entries before it completes the remaining items",
        original=_REMAINING,
        replacement=indented(GAP) + _REMAINING,
        contest=Contest(
            (Turn(ONE, register(PAIRED)), Turn(ONE, claim(ONE))),
            Turn(ONE, batch(ONE, BatchEntry("task", 0, "deferred", "later"))),
            (Turn(TWO, Show(PLAN, HASH, 5)),),
        ),
    ),
    _checklists(
        id="artifact-id-from-a-read",
        clause="CHK-10.7",
        broken="an artifact reads the last id before it has the write lock",
        original=_COUNTED,
        replacement=(
            '    sql = "SELECT last_artifact_id + 1 FROM plans WHERE path = :plan"\n'
            "    (number,) = connection.execute(sql, note).fetchone()\n"
            + GAP
            + '    sql = "UPDATE plans SET last_artifact_id = :id WHERE path = :plan"\n'
            '    connection.execute(sql, {**note, "id": number})\n'
        ),
        also=(SourceEdit("INSERT INTO artifacts", "INSERT OR REPLACE INTO artifacts"),),
        contest=Contest(_HELD, Turn(ONE, note(ONE)), (Turn(TWO, note(ONE)),)),
    ),
)

COMPLETION_RACES = (
    _completion(
        id="claim-compared-before-the-lock",
        clause="CLM-20.4",
        broken="a completion compares claim and holder before it has the write lock",
        original=_FORCED,
        replacement=GAP_OF_A_REQUEST + _FORCED,
        contest=Contest(
            (Turn(ONE, register(BARE)), Turn(ONE, claim(ONE))),
            Turn(ONE, complete("a", ONE, claim_id=1)),
            (Turn(TWO, claim(TWO, 5, force=True)),),
        ),
    ),
    _completion(
        id="checklist-checked-before-the-lock",
        clause="CMP-2.3",
        broken="a completion looks for open items before it has the write lock",
        original=_EFFECTS,
        replacement=GAP_OF_A_REQUEST + _EFFECTS,
        contest=Contest(
            (*_HELD, Turn(ONE, batch(ONE))),
            Turn(ONE, complete("a", ONE)),
            (Turn(TWO, reopen(ONE)),),
        ),
    ),
    _completion(
        id="unfinished-steps-counted-before-the-lock",
        clause="CMP-7.1",
        broken="a completion counts the other unfinished steps before it has the write lock",
        original=_EFFECTS,
        replacement=(
            '    sql = "SELECT count(*) FROM steps WHERE plan = ? AND parent IS NULL'
            " AND anchor <> ? AND status <> 'completed'\"\n"
            "    (others,) = connection.execute(sql, (operation.plan, operation.step)).fetchone()\n"
            + GAP_OF_A_REQUEST
            + _EFFECTS
        ),
        also=(
            SourceEdit(
                _SETTLED,
                "    settle(connection, plan, now, finished)\n"
                "    sql = \"UPDATE plans SET status = iif(?, 'active', 'done') WHERE path = ?\"\n"
                "    connection.execute(sql, (others, operation.plan))\n"
                "    return StepCompleted(operation.force, not others)\n",
            ),
        ),
        contest=Contest(
            (
                Turn(ONE, register(BARE, STEP_B)),
                Turn(ONE, claim(ONE)),
                Turn(TWO, claim(TWO)),
            ),
            Turn(ONE, complete("a", ONE)),
            (Turn(TWO, complete("b", TWO)),),
        ),
    ),
    Race(
        id="commit-of-a-claim-that-was-taken-over",
        clause="COM-1.8",
        broken="a commit compares its claim before the transaction in which it stores the hash",
        file="store/commits.py",
        original=_FENCE,
        replacement=_FENCE + indented(GAP),
        contest=Contest(
            (Turn(ONE, register(BARE)), Turn(ONE, claim(ONE))),
            Turn(ONE, commit("a", ONE, "c" * 40, claim_id=1)),
            (Turn(TWO, claim(TWO, 5, force=True)), Turn(TWO, complete("a", TWO))),
        ),
    ),
)
