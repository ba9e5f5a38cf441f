"""The classification of COM-2 as data: which rejection fails a commit's update for which reason."""

from spec.vocabulary.commits import FailureReason
from spec.vocabulary.rejections import Code

FAILURE_REASONS: dict[Code, FailureReason] = {
    Code.DUPLICATE_ANCHOR: FailureReason.DB_ERROR,
    Code.UNKNOWN_DEPENDENCY: FailureReason.DB_ERROR,
    Code.CIRCULAR_DEPENDENCY: FailureReason.DB_ERROR,
    Code.PLAN_WITHOUT_STEPS: FailureReason.DB_ERROR,
    Code.STORE_UNAVAILABLE: FailureReason.DB_ERROR,
    Code.INVALID_REQUEST: FailureReason.DB_ERROR,
    Code.PLAN_DRIFT: FailureReason.DRIFT,
    Code.OWNERSHIP_VIOLATION: FailureReason.OWNERSHIP,
    Code.NOT_CLAIMED: FailureReason.OWNERSHIP,
    Code.INCOMPLETE_CHECKLIST: FailureReason.OPEN_ITEMS,
    Code.INCOMPLETE_SUBSTEPS: FailureReason.OPEN_ITEMS,
}
"""Every code there is. Model and implementation each have their own, to be compared with this."""


def classify(code: str) -> FailureReason:
    """Give the reason for a rejection's code; `db_error` for a code that nobody knows yet."""
    known = code in FAILURE_REASONS
    return FAILURE_REASONS[Code(code)] if known else FailureReason.DB_ERROR
