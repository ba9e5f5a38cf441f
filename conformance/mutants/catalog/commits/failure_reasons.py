"""Mutants of the reasons of a failed state update (COM-2.10 to COM-3.4)."""

from functools import partial

from conformance.mutants.faults.source import ChangedStore

_commits = partial(ChangedStore, file="store/commits.py")

_FAILED = "        return failed(operation, FailureReason.DB_ERROR)\n"
_REASON = "        state_failure_reason=reason,\n"

FAILURE_REASON_MUTANTS = (
    _commits(
        id="unreadable-document-called-drift",
        clause="COM-2.11",
        broken="`state_failure_reason` is `drift` when the document cannot be read",
        original=f"COM-2.4: unreadable document\n{_FAILED}",
        replacement=(
            "COM-2.4: unreadable document\n        return failed(operation, FailureReason.DRIFT)\n"
        ),
    ),
    _commits(
        id="missing-root-called-ownership",
        clause="COM-2.11",
        broken="`state_failure_reason` is `ownership` when the root cannot be found",
        original=f"COM-2.1: no root\n{_FAILED}",
        replacement=(
            "COM-2.1: no root\n        return failed(operation, FailureReason.OWNERSHIP)\n"
        ),
    ),
    _commits(
        id="open-substeps-not-classified",
        clause="COM-2.12",
        broken="`state_failure_reason` is `db_error` for E052",
        original="    Code.INCOMPLETE_SUBSTEPS: FailureReason.OPEN_ITEMS,\n",
        replacement="",
    ),
    _commits(
        id="open-items-not-classified",
        clause="COM-2.12",
        broken="`state_failure_reason` is `db_error` for E051",
        original="    Code.INCOMPLETE_CHECKLIST: FailureReason.OPEN_ITEMS,\n",
        replacement="",
    ),
    _commits(
        id="drift-not-classified",
        clause="COM-2.13",
        broken="`state_failure_reason` is `db_error` for E048",
        original="    Code.PLAN_DRIFT: FailureReason.DRIFT,\n",
        replacement="",
    ),
    _commits(
        id="lost-step-called-open-items",
        clause="COM-2.14",
        broken="`state_failure_reason` is `open_items` for E049",
        original="Code.OWNERSHIP_VIOLATION: FailureReason.OWNERSHIP",
        replacement="Code.OWNERSHIP_VIOLATION: FailureReason.OPEN_ITEMS",
    ),
    _commits(
        id="unheld-step-not-classified",
        clause="COM-2.14",
        broken="`state_failure_reason` is `db_error` for E050",
        original="    Code.NOT_CLAIMED: FailureReason.OWNERSHIP,\n",
        replacement="",
    ),
    _commits(
        id="other-codes-called-open-items",
        clause="COM-2.15",
        broken="`state_failure_reason` is `open_items` for a code that nothing is said about",
        original="REASONS.get(code, FailureReason.DB_ERROR)",
        replacement="REASONS.get(code, FailureReason.OPEN_ITEMS)",
    ),
    _commits(
        id="unknown-step-called-ownership",
        clause="COM-2.15",
        broken="`state_failure_reason` is `ownership` for E047",
        original="    Code.NOT_CLAIMED: FailureReason.OWNERSHIP,\n",
        replacement=(
            "    Code.NOT_CLAIMED: FailureReason.OWNERSHIP,\n"
            "    Code.INVALID_REQUEST: FailureReason.OWNERSHIP,\n"
        ),
    ),
    _commits(
        id="failure-without-a-rejection-not-told",
        clause="COM-3.1",
        broken="`state_update_failed` is false for a failure without a `rejection`",
        original="        state_update_failed=True,\n",
        replacement="        state_update_failed=rejection is not None,\n",
    ),
    _commits(
        id="failure-without-its-reason",
        clause="COM-3.3",
        broken="`state_failure_reason` is missing",
        original=_REASON,
        replacement="",
    ),
    _commits(
        id="reason-only-with-a-rejection",
        clause="COM-3.3",
        broken="`state_failure_reason` is missing for a failure without a `rejection`",
        original=_REASON,
        replacement="        state_failure_reason=reason if rejection else None,\n",
    ),
    _commits(
        id="reason-of-the-rejection-given",
        clause="COM-3.4",
        broken="`state_failure_reason` is the reason word of the `rejection`",
        original=_REASON,
        replacement="        state_failure_reason=rejection.reason if rejection else reason,\n",
    ),
)
