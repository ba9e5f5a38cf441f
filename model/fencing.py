"""Fencing: comparing the id of a claim with the current one (CLM-20, CLM-21)."""

from dataclasses import dataclass

from model.transition import Decision, refuse
from spec.amendments.changes_2026_2 import FENCED_CLAIMS, IDS_KEPT_SECRET, SINCE_WHEN
from spec.editions import Edition
from spec.vocabulary.rejections import stale_claim, stale_claim_undated, stale_claim_with_its_id
from spec.vocabulary.state import Step


@dataclass(frozen=True, slots=True)
class Credential:
    """The id that a request carries, and the clauses by which another or a missing one is refused.

    Without `missing`, no id is demanded.
    """

    claim_id: int | None
    stale: str
    missing: str | None = None


def stale(row: Step, credential: Credential, edition: Edition) -> Decision | None:
    """Return the refusal of a request that is not made under the row's claim, or `None`."""
    if not edition.has(FENCED_CLAIMS):
        return None
    if credential.claim_id is not None and credential.claim_id != row.claim_id:
        clause = credential.stale
    elif credential.claim_id is None and row.fenced and credential.missing:
        clause = credential.missing
    else:
        return None
    given, holder = credential.claim_id, row.claimed_by
    if not edition.has(IDS_KEPT_SECRET):
        return refuse(stale_claim_with_its_id(given, row.claim_id), clause)
    if not edition.has(SINCE_WHEN):
        return refuse(stale_claim_undated(given, holder), clause, "CLM-20.9")
    return refuse(stale_claim(given, holder, row.claimed_at), clause, "CLM-20.9", "CLM-20.10")
