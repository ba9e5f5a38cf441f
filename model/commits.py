"""Commits: after git has committed, the step is completed, or the reason is given (COM)."""

from dataclasses import replace

from model.completion import complete
from model.steps import all_completed, find, with_steps
from model.transition import Decision, accept
from spec.amendments import COMMIT_RECORDS_HASH, FAILURE_REASON
from spec.editions import Edition
from spec.vocabulary.commits import Commit, Committed, FailureReason, NotCommitted
from spec.vocabulary.completion import Complete
from spec.vocabulary.rejections import Code, Rejected, plan_drift, store_unavailable, unknown_plan
from spec.vocabulary.state import Plan

TRAILERS = ("tug-step:", "tug-plan:")

MESSAGE = ("COM-4.7", "COM-4.8", "COM-4.9")
"""The clauses on the message of every commit."""

CLASSIFYING = {
    FailureReason.OPEN_ITEMS: "COM-2.12",
    FailureReason.DRIFT: "COM-2.13",
    FailureReason.OWNERSHIP: "COM-2.14",
    FailureReason.DB_ERROR: "COM-2.15",
}
"""The clauses that classify rejections by their codes."""


def commit(plan: Plan | None, operation: Commit, edition: Edition) -> Decision:
    """Commit with git, then complete the step."""
    # COM-1.3: if git does not commit, nothing changes.
    if not operation.git_succeeds:
        return accept(NotCommitted(operation.step), "COM-1.3", "COM-1.4")
    if not operation.root_found:
        return failed(operation, None, edition, "COM-2.1")
    if not operation.store_reachable:
        return failed(operation, store_unavailable(), edition, "COM-2.2")
    if plan is None:
        return failed(operation, unknown_plan(operation.plan), edition, "COM-2.3")
    if operation.document_hash is None:
        return failed(operation, None, edition, "COM-2.4")
    if operation.document_hash != plan.document_hash:
        drifted = plan_drift(plan.document_hash, operation.document_hash)
        return failed(operation, drifted, edition, "COM-2.5", "PLN-6.8")
    return completed_by_commit(plan, operation, operation.document_hash, edition)


def completed_by_commit(
    plan: Plan, operation: Commit, document_hash: str, edition: Edition
) -> Decision:
    """Complete the step strictly, as its holder would, and record the commit (COM-1, COM-5)."""
    request = Complete(
        operation.plan, operation.step, operation.worktree, document_hash, operation.now
    )
    completion = complete(plan, request, edition)
    if isinstance(completion.outcome, Rejected):
        return failed(operation, completion.outcome, edition, "COM-2.6", *completion.clauses)
    after = completion.plan
    assert after is not None
    recorded = edition.has(COMMIT_RECORDS_HASH)
    if recorded and (step := find(after, operation.step)):
        after = with_steps(after, [replace(step, commit_hash=operation.commit_hash)])
    outcome = Committed(
        operation.commit_hash, with_trailers(operation), all_steps_completed=all_completed(after)
    )
    clauses = ["COM-1.5", "COM-1.7", *MESSAGE]
    if recorded:
        clauses.append("COM-5.2")
    return accept(outcome, *clauses, *completion.clauses, plan=after)


def failed(
    operation: Commit, rejection: Rejected | None, edition: Edition, check: str, *clauses: str
) -> Decision:
    """Keep the commit, with the reason why its step was not completed (from A05).

    `check` is the clause of the check that failed, `clauses` what else decided.
    """
    reason, classifying = classified(rejection)
    given = [classifying, "COM-3.1", "COM-3.3"] if edition.has(FAILURE_REASON) else ["COM-3.2"]
    outcome = Committed(
        operation.commit_hash,
        with_trailers(operation),
        state_update_failed=True,
        state_failure_reason=reason if edition.has(FAILURE_REASON) else None,
        rejection=rejection,
    )
    return accept(outcome, "COM-1.5", check, *given, *MESSAGE, *clauses)


def classified(rejection: Rejected | None) -> tuple[FailureReason, str]:
    """Return the failure reason of a rejection, or of none, and the clause that determines it."""
    if rejection is None:
        return FailureReason.DB_ERROR, "COM-2.11"
    reason = reason_of(rejection.code)
    return reason, CLASSIFYING[reason]


def reason_of(code: str) -> FailureReason:
    """Return the failure reason of a rejection, whatever its code (COM-2)."""
    match code:
        case Code.INCOMPLETE_CHECKLIST | Code.INCOMPLETE_SUBSTEPS:
            return FailureReason.OPEN_ITEMS
        case Code.PLAN_DRIFT:
            return FailureReason.DRIFT
        case Code.OWNERSHIP_VIOLATION | Code.NOT_CLAIMED:
            return FailureReason.OWNERSHIP
        case _:
            return FailureReason.DB_ERROR


def with_trailers(operation: Commit) -> str:
    """Return the message with its two trailers, without any it had before (COM-4)."""
    lines = operation.message.split("\n")
    kept = [line for line in lines if not line.lower().startswith(TRAILERS)]
    # Git would read trailers without a subject as the subject.
    text = "\n".join(kept).rstrip(" \t\n\v\f\r") or f"Work on {operation.step}"
    return f"{text}\n\nTug-Step: {operation.step}\nTug-Plan: {operation.plan}\n"
