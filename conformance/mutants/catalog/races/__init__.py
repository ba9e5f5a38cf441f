"""Races: stores that are right for one process and wrong for several."""

from conformance.mutants.catalog.races.claims import CLAIM_RACES
from conformance.mutants.catalog.races.holding import HOLDING_RACES
from conformance.mutants.catalog.races.plans import PLAN_RACES
from conformance.mutants.catalog.races.transactions import TRANSACTION_RACES
from conformance.mutants.catalog.races.work import CHECKLIST_RACES, COMPLETION_RACES
from conformance.mutants.faults.races import Race

RACES: tuple[Race, ...] = (
    *TRANSACTION_RACES,
    *CLAIM_RACES,
    *HOLDING_RACES,
    *CHECKLIST_RACES,
    *COMPLETION_RACES,
    *PLAN_RACES,
)
