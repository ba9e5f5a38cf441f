"""Commits: after git has committed, the step is completed, or the reason is given (COM)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from model.completion import completable_step, completion
from model.steps import all_completed, find, with_steps
from model.transition import Decision, accept, decided_by
from spec.amendments import COMMIT_RECORDS_HASH, FAILURE_REASON
from spec.editions import Edition
from spec.vocabulary.commits import Commit, Committed, FailureReason, NotCommitted
from spec.vocabulary.completion import Complete
from spec.vocabulary.rejections import Code, Rejected, plan_drift, store_unavailable, unknown_plan
from spec.vocabulary.state import Plan

TRAILERS = ("tug-step:", "tug-plan:")

MESSAGE = ("COM-4.7", "COM-4.8", "COM-4.9")
"""The clauses on the message of every commit."""

COMMITTED = ("COM-1.5", "COM-1.7", "COM-2.9", "COM-3.1")
"""The clauses on every commit that completes its step."""

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


class Failure(NamedTuple):
    """A check of the state update that fails: what is rejected, if anything, and by which clauses.

    `unmet` are the clauses of the check itself.
    """

    rejection: Rejected | None
    unmet: tuple[str, ...]


def commit(plan: Plan | None, operation: Commit, edition: Edition) -> Decision:
    """Commit with git, then complete the step."""
    # COM-1.3: if git does not commit, nothing changes.
    if not operation.git_succeeds:
        return accept(NotCommitted(operation.step), "COM-1.3", "COM-1.4")
    failing = list(failures(plan, operation, edition))
    if failing or plan is None:
        return failed(operation, failing, edition)
    update = completion(plan, state_update(plan, operation), edition)
    return completed_by_commit(operation, update, edition)


def state_update(plan: Plan, operation: Commit) -> Complete:
    """Return the strict completion that a commit asks for (COM-1.2); drift is checked before."""
    step, worktree, now = operation.step, operation.worktree, operation.now
    return Complete(plan.path, step, worktree, plan.document_hash, now)


def failures(plan: Plan | None, operation: Commit, edition: Edition) -> Iterator[Failure]:
    """Yield the checks of the state update that fail, in their order (COM-2)."""
    if not operation.root_found:
        yield Failure(None, ("COM-2.1",))
    if not operation.store_reachable:
        yield Failure(store_unavailable(), ("COM-2.2",))
    if plan is None:
        yield Failure(unknown_plan(operation.plan), ("COM-2.3",))
    if operation.document_hash is None:
        yield Failure(None, ("COM-2.4",))
    elif plan and operation.document_hash != plan.document_hash:
        drifted = plan_drift(plan.document_hash, operation.document_hash)
        yield Failure(drifted, ("COM-2.5", "PLN-6.4", "PLN-6.8"))
    refusal = completable_step(plan, state_update(plan, operation), edition) if plan else None
    if isinstance(refusal, Decision) and isinstance(refusal.outcome, Rejected):
        yield Failure(refusal.outcome, ("COM-2.6", *refusal.clauses))


def completed_by_commit(operation: Commit, update: Decision, edition: Edition) -> Decision:
    """Record the commit with the step that it completes (COM-5)."""
    after = update.plan
    assert after is not None
    recorded = edition.has(COMMIT_RECORDS_HASH)
    if recorded and (step := find(after, operation.step)):
        after = with_steps(after, [replace(step, commit_hash=operation.commit_hash)])
    message, trailing = with_trailers(operation)
    outcome = Committed(operation.commit_hash, message, all_steps_completed=all_completed(after))
    clauses = decided_by(
        {
            "COM-3.3": edition.has(FAILURE_REASON),
            "COM-5.1": not recorded,
            "COM-5.2": recorded,
            "COM-5.3": recorded and len(after.steps) > 1,
        }
    )
    return accept(outcome, *COMMITTED, *clauses, *trailing, *update.clauses, plan=after)


def failed(operation: Commit, failing: list[Failure], edition: Edition) -> Decision:
    """Keep the commit, with the reason why its step was not completed (from A05)."""
    first, *later = failing
    reason, classifying = classified(first.rejection)
    other_reason = any(classified(each.rejection)[0] != reason for each in later)
    explained = edition.has(FAILURE_REASON)
    message, trailing = with_trailers(operation)
    outcome = Committed(
        operation.commit_hash,
        message,
        state_update_failed=True,
        state_failure_reason=reason if explained else None,
        rejection=first.rejection,
    )
    clauses = decided_by(
        {
            "COM-2.7": first.rejection,
            "COM-2.10": explained and other_reason,
            "COM-3.2": not explained,
            "COM-5.4": edition.has(COMMIT_RECORDS_HASH),
            "PLN-3.2": any(each.rejection != first.rejection for each in later),
        }
    )
    given = (classifying, *EXPLAINED) if explained else ()
    return accept(outcome, *NOT_COMPLETED, *first.unmet, *given, *clauses, *trailing)


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


def with_trailers(operation: Commit) -> tuple[str, list[str]]:
    """Return the message with its two trailers, and the clauses that decided it (COM-4)."""
    lines = operation.message.split("\n")
    kept = [line for line in lines if not line.lower().startswith(TRAILERS)]
    given = "\n".join(kept)
    stripped = given.rstrip(" \t\n\v\f\r")
    clauses = decided_by(
        {
            "COM-4.3": len(kept) < len(lines),
            "COM-4.4": stripped,
            "COM-4.5": stripped != given,
            "COM-4.6": not stripped,
        }
    )
    # Git would read trailers without a subject as the subject.
    text = stripped or f"Work on {operation.step}"
    message = f"{text}\n\nTug-Step: {operation.step}\nTug-Plan: {operation.plan}\n"
    return message, [*clauses, *MESSAGE]
