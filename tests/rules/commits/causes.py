"""The ways in which the update of the state fails after a commit."""

from typing import Any

from spec.vocabulary.commits import FailureReason
from spec.vocabulary.rejections import Rejected, plan_drift, store_unavailable, unknown_plan
from tests.rules import builders as b

DB_ERROR = FailureReason.DB_ERROR

CAUSES: dict[str, tuple[dict[str, Any], FailureReason, Rejected | None]] = {
    "no root": ({"root_found": False}, DB_ERROR, None),
    "no store": ({"store_reachable": False}, DB_ERROR, store_unavailable()),
    "unknown plan": ({"plan": b.OTHER_PLAN}, DB_ERROR, unknown_plan(b.OTHER_PLAN)),
    "no document": ({"document_hash": None}, DB_ERROR, None),
    "drift": ({"document_hash": b.NEW_HASH}, FailureReason.DRIFT, plan_drift(b.HASH, b.NEW_HASH)),
}
"""What is wrong with a request, in the order in which it is looked at, and what is answered."""
