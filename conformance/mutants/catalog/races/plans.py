"""Races of documents, reviews and iterations: what is written follows from what was read before."""

from conformance.mutants.catalog.races.contests import (
    BARE,
    GAP,
    ONE,
    OTHER_HASH,
    PLAN,
    STEP_A,
    STEP_B,
    TWO,
    batch,
    claim,
    register,
)
from conformance.mutants.faults.races import Contest, Race, SourceEdit, Turn
from spec.vocabulary.iterations import IterationReport, ReportIteration, StartIterations
from spec.vocabulary.readiness import Ready
from spec.vocabulary.reviews import CreateTasks, NewPlan, ReviewResult, SetMaxReviews, Stop

_READ_ROW = '    row = connection.execute(STORED_HASH, {"plan": plan}).fetchone()\n'
_KNOWN = '    known = connection.execute(guards.STORED_HASH, {"plan": plan}).fetchone()\n'
_CHANGED = "    cycle = review_actions.change(_read(connection, operation.plan), operation)\n"
_DECIDED = "    if answered.decided is not None:\n"
_LOOP = "    remaining = require_acceptable(operation)\n"

_REGISTERED = (Turn(ONE, register(BARE)),)
_REVIEWED = (*_REGISTERED, Turn(ONE, NewPlan(PLAN, 0)))
_EDITED = register(BARE, STEP_B, document_hash=OTHER_HASH)
_REPORT = ReportIteration(PLAN, IterationReport("more", True), 1_000_000, 5)

PLAN_RACES = (
    Race(
        id="document-hash-kept-until-the-next-write",
        clause="PLN-6.2",
        broken="a process keeps a plan's hash in its memory until it has written something itself",
        file="store/guards.py",
        original=_READ_ROW,
        replacement=(
            "    kept = _KEPT.get(plan)\n"
            "    if kept and kept[0] is connection and kept[1] == connection.total_changes:\n"
            "        row = kept[2]\n"
            "    else:\n"
            f"    {_READ_ROW}"
            "        _KEPT[plan] = connection, connection.total_changes, row\n"
        ),
        also=(
            SourceEdit(
                "class Refused(Exception):\n", "_KEPT = {}\n\n\nclass Refused(Exception):\n"
            ),
        ),
        contest=Contest(
            (Turn(ONE, register(STEP_A)), Turn(TWO, claim(TWO)), Turn(TWO, Ready(PLAN, 0))),
            Turn(ONE, register(STEP_A, STEP_B, document_hash=OTHER_HASH)),
            (Turn(TWO, batch(TWO)),),
        ),
    ),
    Race(
        id="registered-by-a-read",
        clause="PLN-2.1",
        broken="a registration compares the document's hash before it has the write lock",
        file="store/plans.py",
        original=_KNOWN,
        replacement=_KNOWN + GAP,
        contest=Contest(_REGISTERED, Turn(ONE, _EDITED), (Turn(TWO, _EDITED),)),
    ),
    Race(
        id="reviews-written-over",
        clause="REV-1.6",
        broken="an action reads the reviews in one transaction and writes them in another",
        file="store/reviews.py",
        original=_CHANGED,
        replacement=_CHANGED + GAP,
        contest=Contest(
            _REVIEWED,
            Turn(ONE, SetMaxReviews(PLAN, 3, 5)),
            (Turn(TWO, CreateTasks(PLAN, 5)),),
        ),
    ),
    Race(
        id="review-counted-once-for-two-stops",
        clause="REV-5.7",
        broken="a stop reads the reviews in one transaction and counts the next in another",
        file="store/reviews.py",
        original=_DECIDED,
        replacement=GAP + _DECIDED,
        contest=Contest(
            _REVIEWED,
            Turn(ONE, Stop(PLAN, ReviewResult.FAIL, 5)),
            (Turn(TWO, Stop(PLAN, ReviewResult.FAIL, 5)),),
        ),
    ),
    Race(
        id="iteration-limit-read-before-the-lock",
        clause="ITR-4.5",
        broken="a report compares the iteration with its limit before it has the write lock",
        file="store/iterations.py",
        original=_LOOP,
        replacement=GAP + _LOOP,
        contest=Contest(
            (*_REGISTERED, Turn(ONE, StartIterations(PLAN, 1, 0))),
            Turn(ONE, _REPORT),
            (Turn(TWO, _REPORT),),
        ),
    ),
)
