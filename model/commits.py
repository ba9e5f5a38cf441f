"""Commits: after git has committed, the step is completed, or the reason is given (COM)."""

from dataclasses import replace
from typing import NamedTuple

from model.completion import completable_step, complete
from model.fencing import Credential, stale
from model.steps import all_completed, find, with_steps
from model.transition import Decision, accept, citing
from spec.amendments.changes_2026_2 import COMMIT_ONCE, COMMITS_OF_A_TEXT, FENCED_CLAIMS
from spec.amendments.corrections import COMMIT_RECORDS_HASH
from spec.amendments.seed import FAILURE_REASON
from spec.editions import Edition
from spec.vocabulary.commits import Commit, Committed, FailureReason, NotCommitted
from spec.vocabulary.completion import AlreadyCompleted, Complete
from spec.vocabulary.rejections import Code, Rejected, plan_drift, store_unavailable, unknown_plan
from spec.vocabulary.state import Plan

TRAILERS = ("tug-step:", "tug-plan:")
CLAIM_TRAILER = "tug-claim:"
TEXT_TRAILER = "tug-text:"

MESSAGE = ("COM-4.7", "COM-4.8", "COM-4.9")
"""The clauses on the message of every commit."""

COMMITTED = ("COM-1.5", "COM-1.7", "COM-2.9", "COM-3.1")
"""The clauses on every commit that completes its step."""

REPEATED = ("COM-1.5", "COM-1.7", "COM-3.1", "COM-5.7")
"""The clauses on every commit whose step was completed before."""

NOT_COMPLETED = ("COM-1.5", "COM-2.8", "COM-3.1")
"""The clauses on every commit whose state update fails."""

EXPLAINED = ("COM-3.3", "COM-3.4")
"""The clauses on every `state_failure_reason`."""

CLASSIFYING = {
    FailureReason.OPEN_ITEMS: "COM-2.12",
    FailureReason.DRIFT: "COM-2.13",
    FailureReason.OWNERSHIP: "COM-2.14",
    FailureReason.DB_ERROR: "COM-2.15",
}
"""The clauses that classify rejections by their codes."""


class FailedCheck(NamedTuple):
    """A check of the state update that fails: what is rejected, if anything, and by which clauses.

    `unmet` are the clauses of the check itself.
    """

    rejection: Rejected | None
    unmet: tuple[str, ...]


def commit(plan: Plan | None, operation: Commit, edition: Edition) -> Decision:
    """Commit with git, then complete the step."""
    # COM-1.8: the claim is compared before git commits, as far as that is possible.
    if refusal := under_stale_claim(plan, operation, edition):
        return refusal
    operation = replace(operation, claim_id=claim_of(plan, operation, edition))
    # COM-6: before A30, git was asked for a commit whatever it had made.
    found = found_instead(operation, edition)
    if found is not None:
        made = commit_made(plan, replace(operation, commit_hash=found), edition)
        return citing(made, "COM-6.6")
    # COM-1.3: if git does not commit, nothing changes.
    if not operation.git_succeeds:
        return accept(NotCommitted(operation.step), "COM-1.3", "COM-1.4")
    return commit_made(plan, operation, edition)


def found_instead(operation: Commit, edition: Edition) -> str | None:
    """Return the commit that was made before and holds all there is, or `None` (COM-6)."""
    return operation.found_commit if operation.clean and edition.has(COMMIT_ONCE) else None


def commit_made(plan: Plan | None, operation: Commit, edition: Edition) -> Decision:
    """Complete the step that git has committed."""
    if failure := first_failure(plan, operation, edition):
        return failed(operation, failure, edition)
    assert plan is not None
    update = complete(plan, state_update(plan, operation), edition)
    if isinstance(update.outcome, AlreadyCompleted):
        return committed_again(plan, operation, update, edition)
    return completed_by_commit(operation, update, edition)


def under_stale_claim(plan: Plan | None, operation: Commit, edition: Edition) -> Decision | None:
    """Return the refusal of a commit that is not made under the step's claim, or `None`."""
    step = find(plan, operation.step) if plan else None
    if step is None or not (operation.root_found and operation.store_reachable):
        return None
    return stale(step, Credential(operation.claim_id, "COM-1.8", "COM-1.9"), edition)


def claim_of(plan: Plan | None, operation: Commit, edition: Edition) -> int | None:
    """Return the claim of a commit (COM-4.15); before A54, only one that was given counted."""
    step = find(plan, operation.step) if plan else None
    known = step is not None and operation.root_found and operation.store_reachable
    if not known or step is None or not edition.has(COMMITS_OF_A_TEXT):
        return operation.claim_id
    return step.claim_id if operation.claim_id is None else operation.claim_id


def state_update(plan: Plan, operation: Commit) -> Complete:
    """Return the strict completion that a commit asks for (COM-1.2); drift is checked before."""
    step, worktree, now = operation.step, operation.worktree, operation.now
    claim_id = operation.claim_id
    return Complete(plan.path, step, worktree, plan.document_hash, now, claim_id=claim_id)


def first_failure(plan: Plan | None, operation: Commit, edition: Edition) -> FailedCheck | None:
    """Return the first check of the state update that fails (COM-2), or `None`."""
    if not operation.root_found:
        return FailedCheck(None, ("COM-2.1",))
    if not operation.store_reachable:
        return FailedCheck(store_unavailable(), ("COM-2.2",))
    if plan is None:
        return FailedCheck(unknown_plan(operation.plan), ("COM-2.3",))
    if operation.document_hash is None:
        return FailedCheck(None, ("COM-2.4",))
    if operation.document_hash != plan.document_hash:
        drifted = plan_drift(plan.document_hash, operation.document_hash)
        return FailedCheck(drifted, ("COM-2.5", "PLN-6.4", "PLN-6.8"))
    refusal = completable_step(plan, state_update(plan, operation), edition)
    if isinstance(refusal, Decision) and isinstance(refusal.outcome, Rejected):
        return FailedCheck(refusal.outcome, ("COM-2.6", *refusal.clauses))
    return None


def completed_by_commit(operation: Commit, update: Decision, edition: Edition) -> Decision:
    """Record the commit with the step that it completes (COM-5)."""
    after = update.plan
    assert after is not None
    clause = "COM-5.1"
    if edition.has(COMMIT_RECORDS_HASH) and (step := find(after, operation.step)):
        after = with_steps(after, [replace(step, commit_hash=operation.commit_hash)])
        clause = "COM-5.2"
    message = with_trailers(operation, edition)
    outcome = Committed(operation.commit_hash, message, all_steps_completed=all_completed(after))
    return accept(outcome, *COMMITTED, clause, *MESSAGE, *update.clauses, plan=after)


def committed_again(plan: Plan, operation: Commit, update: Decision, edition: Edition) -> Decision:
    """Answer a commit for a step that was completed before, and store a missing hash (COM-5)."""
    step = find(plan, operation.step)
    assert step is not None
    missing = edition.has(COMMIT_RECORDS_HASH) and step.commit_hash is None
    kept = step.commit_hash if step.commit_hash != operation.commit_hash else None
    message = with_trailers(operation, edition)
    outcome = Committed(
        operation.commit_hash, message, all_steps_completed=all_completed(plan), kept_hash=kept
    )
    if not missing:
        return accept(outcome, *REPEATED, *MESSAGE, *update.clauses)
    recorded = with_steps(plan, [replace(step, commit_hash=operation.commit_hash)])
    return accept(outcome, *REPEATED, "COM-5.5", *MESSAGE, *update.clauses, plan=recorded)


def failed(operation: Commit, first: FailedCheck, edition: Edition) -> Decision:
    """Keep the commit, with the reason why its step was not completed (from A05)."""
    outcome = Committed(
        operation.commit_hash,
        with_trailers(operation, edition),
        state_update_failed=True,
        rejection=first.rejection,
    )
    if not edition.has(FAILURE_REASON):
        return accept(outcome, *NOT_COMPLETED, *first.unmet, "COM-3.2", *MESSAGE)
    reason, classifying = classified(first.rejection)
    explained = replace(outcome, state_failure_reason=reason)
    clauses = (*NOT_COMPLETED, *first.unmet, classifying, *EXPLAINED, *MESSAGE)
    return accept(explained, *clauses)


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


def with_trailers(operation: Commit, edition: Edition) -> str:
    """Return the message with its trailers (COM-4)."""
    has_claims = edition.has(FENCED_CLAIMS)
    has_texts = edition.has(COMMITS_OF_A_TEXT)
    claimed = has_claims and operation.claim_id is not None
    names = (*TRAILERS, *[CLAIM_TRAILER] * has_claims, *[TEXT_TRAILER] * has_texts)
    lines = operation.message.split("\n")
    kept = [line for line in lines if not line.lower().startswith(names)]
    stripped = "\n".join(kept).rstrip(" \t\n\v\f\r")
    # Git would read trailers without a subject as the subject.
    text = stripped or f"Work on {operation.step}"
    claim = f"Tug-Claim: {operation.claim_id}\n" if claimed else ""
    of_text = f"Tug-Text: {operation.text}\n" if has_texts and operation.text else ""
    return f"{text}\n\nTug-Step: {operation.step}\nTug-Plan: {operation.plan}\n{claim}{of_text}"
