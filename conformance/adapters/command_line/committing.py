"""Commits by the program, with real git, and with the faults that an operation wants."""

from pathlib import Path
from typing import TYPE_CHECKING

from conformance.adapters.command_line.answers import accepted
from conformance.adapters.command_line.arguments import WORKTREE, Words
from conformance.adapters.command_line.envelopes import Envelope, rejection
from conformance.adapters.command_line.words import (
    WorktreeOf,
    anchor,
    claim_option,
    option,
    positional,
    require_argument,
)
from conformance.adapters.repositories import ENVIRONMENT, FIRST_COMMIT_AT, environment
from conformance.adapters.sut import UnsupportedRequest
from conformance.protocol.codec import Message
from impl.git.commits import last_commit, recorded_message
from impl.git.repository import git
from impl.store.commits import with_trailers
from spec.vocabulary.commits import Commit, Committed, NotCommitted
from spec.vocabulary.completion import CommitLogEntry
from spec.vocabulary.rejections import Code

if TYPE_CHECKING:
    from conformance.adapters.command_line.adapter import CommandLine

SUMMARY = "What was done."
LAST_DATE = "@253402300799 +0000"
"""The last second of the year 9999."""


def commit(operation: Commit, line: "CommandLine") -> Message:
    """Commit by the program.

    What git has recorded is looked up there. That it has recorded nothing although it was asked to
    is the answer that git did not commit, whatever the program says about it.
    """
    said = commit_words(operation, lambda worker: str(line.site.worktree(worker)))
    linked = line.site.worktree(operation.worktree)
    store = line.site.store
    if not operation.store_reachable and store is None:
        raise UnsupportedRequest("the program's store is not found, so it cannot be made unusable")
    if operation.document_hash is None:
        line.site.take_away(operation.plan)
    if operation.clean:
        _clean(operation, line, linked)
    before = last_commit(linked)
    with line.site.repository.committing(operation, linked, store or linked):
        envelope = line.ask(said)
    made = last_commit(linked)
    if envelope.failed:
        # A stale claim is what the program itself refuses; anything else is git's refusal.
        stale = any(each.get("code") == Code.OWNERSHIP_VIOLATION for each in envelope.issues)
        return rejection(envelope) if made != before or stale else not_committed(operation)
    entry = CommitLogEntry(
        operation.plan, operation.step, operation.commit_hash, operation.claim_id
    )
    failed = bool(envelope.data.get("state_update_failed"))
    if made != before:
        line.commits.add(entry, made, completed=not failed)
    return accepted(Committed, committed(envelope)) | {"message": recorded_message(linked, made)}


def _clean(operation: Commit, line: "CommandLine", linked: Path) -> None:
    """Leave a worktree with nothing to commit, and with the commit that is found, if there is one.

    That commit is later than any claim. Its author's time makes it another commit for another hash,
    and the same one for the same hash.
    """
    git(linked, "reset", "--quiet", "--hard", line.commits.beginning)
    git(linked, "clean", "--quiet", "--force", "-d")
    if operation.found_commit is None:
        return
    message = with_trailers(operation.message, operation.step, operation.plan)
    written = f"@{int.from_bytes(operation.found_commit.encode()) % FIRST_COMMIT_AT} +0000"
    dates = {"GIT_COMMITTER_DATE": LAST_DATE, "GIT_AUTHOR_DATE": written}
    with environment({**ENVIRONMENT, **dates}):
        made = ("commit", "--quiet", "--allow-empty", "--no-verify", "--cleanup=verbatim")
        git(linked, *made, "--file=-", given=message)
    entry = CommitLogEntry(operation.plan, operation.step, operation.found_commit)
    line.commits.add(entry, last_commit(linked), completed=True)


def commit_words(operation: Commit, worktree: WorktreeOf) -> Words:
    """Return a commit in words. Raises `UnsupportedRequest` if that cannot be done."""
    if not operation.message.strip():
        raise UnsupportedRequest("nothing can be committed under a blank message")
    arguments = (
        *option(WORKTREE, worktree(operation.worktree)),
        *option("--step", anchor(operation.step)),
        *option("--plan", positional(operation.plan)),
        *option("--message", operation.message),
        *option("--summary", SUMMARY),
        *claim_option(operation),
    )
    for argument in arguments:
        require_argument(argument)
    return Words("commit", arguments)


def committed(envelope: Envelope) -> Message:
    """Take what is told of a commit. Only a failed state update has a reason."""
    envelope.require_done("committed")
    return {
        "commit_hash": envelope.required("commit_hash", str),
        "state_update_failed": envelope.required("state_update_failed", bool),
        "state_failure_reason": envelope.data.get("state_failure_reason"),
    }


def not_committed(operation: Commit) -> Message:
    """Return that git did not commit."""
    return accepted(NotCommitted, {"step": operation.step})
