"""Commits, the store's part: completing a step that git has committed, or why it was not (COM).

The outcome of git is part of the operation; `impl.git.committing` supplies it from a repository.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256
from typing import NamedTuple

from impl.store import completion, guards
from impl.store.connection import Connection
from impl.store.database import snapshots
from impl.store.guards import Refused
from spec.vocabulary import rejections
from spec.vocabulary.commits import Commit, Committed, FailureReason, NotCommitted
from spec.vocabulary.completion import Complete
from spec.vocabulary.rejections import Code, Rejected
from spec.vocabulary.state import Plan

# Any other code, even one of a later version, is `db_error`: no retry could help (COM-2.15).
REASONS: dict[str, FailureReason] = {
    Code.INCOMPLETE_CHECKLIST: FailureReason.OPEN_ITEMS,
    Code.INCOMPLETE_SUBSTEPS: FailureReason.OPEN_ITEMS,
    Code.PLAN_DRIFT: FailureReason.DRIFT,
    Code.OWNERSHIP_VIOLATION: FailureReason.OWNERSHIP,
    Code.NOT_CLAIMED: FailureReason.OWNERSHIP,
}

TRAILER = re.compile(r"Tug-(Step|Plan|Claim|Text):", re.IGNORECASE | re.ASCII)

WHITE_SPACE = " \t\n\v\f\r"


def commit(connection: Connection, operation: Commit) -> Committed | NotCommitted:
    """Complete a step strictly because git has committed it (COM-1 to COM-6).

    Refuses only a commit under another claim than the step's (COM-1.8). Else the answer says why
    the step was not completed, and then nothing is stored. The first reason that applies counts:
    git did not commit, no root, no store, an unknown plan, an unreadable document, drift, what
    `completion.complete` refuses.
    """
    if operation.root_found and operation.store_reachable:
        guards.require_claim(connection, operation)  # COM-1.8, COM-1.9
        operation = replace(operation, claim_id=_claim_of(connection, operation))
    if operation.clean and operation.found_commit is not None:  # COM-6.6: committed before
        operation = replace(operation, commit_hash=operation.found_commit, git_succeeds=True)
    known = answer_without_store(operation)
    if known is not None:
        return known
    try:
        return _complete(connection, operation)
    except Refused as refusal:
        return failed(operation, failure_reason(refusal.rejected.code), refusal.rejected)


class Standing(NamedTuple):
    """What a step is when git is about to commit it.

    Its claim since when, by whom and on which branch, each `None` if it is not known, and its text.
    """

    claim_id: int | None = None
    claimed_at: int | None = None
    holder: str | None = None
    branch: str | None = None
    text: str | None = None


def standing(connection: Connection, operation: Commit) -> Standing:
    """Return what a step is before git commits; refuse a commit under another claim (COM-1.8)."""
    guards.require_claim(connection, operation)
    plan = snapshots.read_plan(connection, operation.plan)
    steps = {step.anchor: step for step in plan.steps} if plan else {}
    if plan is None or operation.step not in steps:
        return Standing()
    step = steps[operation.step]
    top = steps[step.parent or step.anchor]
    # A completed substep keeps its claim, and the branch of a later one of its step is not its own.
    branch = None
    if top.claim_id == step.claim_id:
        branch = guards.step_row(connection, operation.plan, top.anchor)["branch"]
    text = text_of(plan, step.anchor)
    return Standing(step.claim_id, step.claimed_at, step.claimed_by, branch, text)


def answer_without_store(operation: Commit) -> Committed | NotCommitted | None:
    """Return the answer that needs no store, or `None` if the store decides (COM-1, COM-2)."""
    if not operation.git_succeeds:  # COM-1.3
        return NotCommitted(operation.step)
    if not operation.root_found:  # COM-2.1: no root
        return failed(operation, FailureReason.DB_ERROR)
    if not operation.store_reachable:  # COM-2.2: no store
        return failed(operation, FailureReason.DB_ERROR, rejections.store_unavailable())
    return None


def failed(
    operation: Commit, reason: FailureReason, rejection: Rejected | None = None
) -> Committed:
    """Return the answer for a commit whose step was not completed (COM-1, COM-3)."""
    return replace(
        _committed(operation),
        state_update_failed=True,
        state_failure_reason=reason,
        rejection=rejection,
    )


def failure_reason(code: str) -> FailureReason:
    """Return the failure reason for a rejection's code, which may be an unknown one (COM-2)."""
    return REASONS.get(code, FailureReason.DB_ERROR)


def with_trailers(
    message: str, step: str, plan: str, claim_id: int | None = None, step_text: str | None = None
) -> str:
    """Return the message that git records, with the trailers of the step only (COM-4).

    A message that is otherwise empty gets a subject, or git would take the trailers for one.
    """
    lines = [line for line in message.split("\n") if not TRAILER.match(line)]
    text = "\n".join(lines).rstrip(WHITE_SPACE) or f"Work on {step}"
    claim = "" if claim_id is None else f"Tug-Claim: {claim_id}\n"  # COM-4.15
    wanted = "" if step_text is None else f"Tug-Text: {step_text}\n"  # COM-4.16
    return f"{text}\n\nTug-Step: {step}\nTug-Plan: {plan}\n{claim}{wanted}"


def _complete(connection: Connection, operation: Commit) -> Committed:
    """Complete the step and store the commit's hash; on refusal, store nothing."""
    guards.require_plan(connection, operation.plan)  # COM-2.3: before the document
    if operation.document_hash is None:  # COM-2.4: unreadable document
        return failed(operation, FailureReason.DB_ERROR)
    request = Complete(
        operation.plan,
        operation.step,
        operation.worktree,
        operation.document_hash,
        operation.now,
        claim_id=operation.claim_id,
    )
    with _all_or_nothing(connection):
        completed = completion.complete(connection, request, operation.commit_hash)
    return replace(
        _committed(operation),
        all_steps_completed=completed.all_steps_completed,
        kept_hash=_kept_hash(connection, operation),
    )


def _kept_hash(connection: Connection, operation: Commit) -> str | None:
    """Return the hash of a step that was completed with another commit, or `None` (COM-5.7)."""
    stored: str = guards.step_row(connection, operation.plan, operation.step)["commit_hash"]
    return stored if stored != operation.commit_hash else None


@contextmanager
def _all_or_nothing(connection: Connection) -> Iterator[None]:
    """Undo what was done before a refusal, after which the transaction is still committed."""
    connection.execute("SAVEPOINT completing")
    try:
        yield
    except Refused:
        connection.execute("ROLLBACK TO completing")
        raise
    connection.execute("RELEASE completing")


def _claim_of(connection: Connection, operation: Commit) -> int | None:
    """Return the id of the claim that the commit is made under, given or not (COM-4.15)."""
    row = guards.step_row(connection, operation.plan, operation.step)
    return operation.claim_id if row is None else row["claim_id"]


def _committed(operation: Commit) -> Committed:
    step, plan, claim_id = operation.step, operation.plan, operation.claim_id
    message = with_trailers(operation.message, step, plan, claim_id, operation.text)
    return Committed(operation.commit_hash, message)


def text_of(plan: Plan, anchor: str) -> str:
    """Return the hash of a step's text: titles, dependencies and items, also of its substeps."""
    lines: list[str] = []
    for step in plan.steps:
        if anchor in (step.anchor, step.parent):
            lines += [step.anchor, step.title, *step.dependencies]
            lines += [f"{item.kind} {item.text}" for item in step.items]
    return sha256("\n".join(lines).encode()).hexdigest()
