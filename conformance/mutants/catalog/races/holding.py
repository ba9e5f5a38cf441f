"""Races of held steps: whose the step was is no longer so when it is changed."""

from functools import partial

from conformance.mutants.catalog.races.contests import (
    BARE,
    GAP,
    ONE,
    PLAN,
    STEP_B,
    TWO,
    claim,
    complete,
    heartbeat,
    register,
)
from conformance.mutants.faults.races import Contest, Race, Turn
from spec.vocabulary.holding import Release, Reset, Start

_holding = partial(Race, file="store/holding.py")

_HELD = (Turn(ONE, register(BARE)), Turn(ONE, claim(ONE)))
"""One client holds the only step."""
_TAKEN = (Turn(TWO, claim(TWO, 5, force=True)),)
"""Another one takes it over."""

_GIVEN_BACK = "    _give_back(connection, operation.plan, operation.step)\n"
_FOUND = "    status, holder = _find(connection, operation.plan, operation.step)  # CLM-14.2\n"
_RENEWED = "    if connection.execute(RENEW, named).rowcount == 0:  # CLM-13.8\n"
_STARTED = "    if connection.execute(START, named).rowcount == 1:\n"

_ASKED_FIRST = """\
    where = {sql}[{sql}.index("WHERE") :]
    mine = connection.execute("SELECT 1 FROM steps " + where, named).fetchone()
"""
_BY_STEP = '{sql}.replace(where, "WHERE plan = :plan AND anchor = :step")'

HOLDING_RACES = (
    _holding(
        id="heartbeat-of-a-holder-before-the-lock",
        clause="CLM-13.9",
        broken="a heartbeat asks who holds the step before it has the write lock",
        original=_RENEWED,
        replacement=(
            _ASKED_FIRST.format(sql="RENEW")
            + GAP
            + "    if mine:\n"
            + f"        connection.execute({_BY_STEP.format(sql='RENEW')}, named)\n"
            + "    else:\n"
        ),
        contest=Contest(_HELD, Turn(ONE, heartbeat(ONE, 5)), _TAKEN),
    ),
    _holding(
        id="heartbeat-that-finds-the-store-busy",
        clause="CLM-13.12",
        broken="a heartbeat that others keep from writing is answered as if it had written",
        original=_RENEWED,
        replacement=(
            '    connection.execute("COMMIT")\n'
            '    connection.execute("BEGIN")\n'
            + _ASKED_FIRST.format(sql="RENEW")
            + "    import sqlite3\n"
            "    if mine:\n"
            "        try:\n"
            "            connection.execute(RENEW, named)\n"
            "        except sqlite3.OperationalError:\n"
            "            pass\n"
            "    else:\n"
        ),
        contest=Contest(
            (Turn(ONE, register(BARE, STEP_B)), Turn(ONE, claim(ONE))),
            Turn(ONE, heartbeat(ONE, 5)),
            (Turn(TWO, claim(TWO, 5)),),
        ),
    ),
    _holding(
        id="started-twice",
        clause="CLM-12.15",
        broken="a start asks whether the step is started before it has the write lock",
        original=_STARTED,
        replacement=(
            _ASKED_FIRST.format(sql="START")
            + GAP
            + "    if mine:\n"
            + f"        connection.execute({_BY_STEP.format(sql='START')}, named)\n"
        ),
        contest=Contest(
            _HELD,
            Turn(ONE, Start(PLAN, "a", ONE, 5)),
            (Turn(TWO, Start(PLAN, "a", ONE, 5)),),
        ),
    ),
    _holding(
        id="released-by-step-only",
        clause="CLM-14.5",
        broken="a release asks who holds the step before it has the write lock",
        original=f"{_GIVEN_BACK}    return Released",
        replacement=f"{GAP}{_GIVEN_BACK}    return Released",
        contest=Contest(_HELD, Turn(ONE, Release(PLAN, "a", 5, ONE)), _TAKEN),
    ),
    _holding(
        id="released-by-force-from-a-former-holder",
        clause="CLM-14.13",
        broken="a release names the worktree that held the step before it had the write lock",
        original=_FOUND,
        replacement=(
            f"{_FOUND}{GAP}    status, _ = _find(connection, operation.plan, operation.step)\n"
        ),
        contest=Contest(
            _HELD,
            Turn(ONE, Release(PLAN, "a", 5, force=True)),
            _TAKEN,
        ),
    ),
    _holding(
        id="reset-of-a-completed-step",
        clause="CLM-16.2",
        broken="a reset asks whether the step is completed before it has the write lock",
        original=f"{_GIVEN_BACK}    return ResetResult",
        replacement=f"{GAP}{_GIVEN_BACK}    return ResetResult",
        contest=Contest(
            _HELD,
            Turn(TWO, Reset(PLAN, "a", 5)),
            (Turn(ONE, complete("a", ONE)),),
        ),
    ),
)
