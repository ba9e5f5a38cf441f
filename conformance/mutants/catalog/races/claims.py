"""Races of claims: what a claim decides is no longer so when it takes the step."""

from functools import partial

from conformance.mutants.catalog.races.contests import (
    BARE,
    GAP,
    ONE,
    TWO,
    TWO_CLAIM,
    claim,
    heartbeat,
    register,
)
from conformance.mutants.faults.races import Contest, Race, SourceEdit, Turn

_claims = partial(Race, file="store/claims.py")

_COMPARED = "    guards.compare_claim(operation.claim_id, chosen, demanded=False)  # CLM-20.6\n"
_CHOSEN = "    chosen = connection.execute(SELECT_CLAIMABLE, wanted).fetchone()\n"
_NEW_ID = "    new_id = max(last_id + 1, operation.lowest_id or 0)  # CLM-19.11\n"

CLAIM_RACES = (
    _claims(
        id="claim-in-two-transactions",
        clause="CLM-4.5",
        broken="a claim chooses a step in one transaction and takes it in another",
        original=_COMPARED,
        replacement=_COMPARED + GAP,
        contest=TWO_CLAIM,
    ),
    _claims(
        id="claim-id-from-a-read",
        clause="CLM-19.2",
        broken="a claim reads the last claim id before it has the write lock",
        original=_CHOSEN,
        replacement=(
            '    sql = "SELECT last_claim_id FROM plans WHERE path = :plan"\n'
            "    (last,) = connection.execute(sql, wanted).fetchone()\n" + GAP + _CHOSEN
        ),
        also=(
            SourceEdit(
                _NEW_ID,
                "    new_id = last + 1\n",
            ),
        ),
        contest=TWO_CLAIM,
    ),
    _claims(
        id="expired-leases-collected-before-the-lock",
        clause="CLM-4.5",
        broken="a claim takes a step whose lease was over before it had the write lock",
        original=_CHOSEN,
        replacement=(
            '    sql = "SELECT anchor FROM steps WHERE plan = :plan AND lease_expires_at < :now"\n'
            "    over = [repr(row[0]) for row in connection.execute(sql, wanted)]\n"
            + GAP
            + "    swept = f\"step.anchor IN ({', '.join(over)})\"\n"
            '    unhinted = SELECT_CLAIMABLE.replace("INDEXED BY steps_by_lease", "")\n'
            '    choose = unhinted.replace("step.lease_expires_at < :now", swept)\n'
            "    chosen = connection.execute(choose, wanted).fetchone()\n"
        ),
        contest=Contest(
            (Turn(ONE, register(BARE)), Turn(ONE, claim(ONE))),
            Turn(TWO, claim(TWO, 20)),
            (Turn(ONE, heartbeat(ONE, 20)),),
        ),
    ),
)
