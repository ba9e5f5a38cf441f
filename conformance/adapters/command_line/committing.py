"""Commits by the program, with real git, and with the faults that an operation wants."""

from typing import TYPE_CHECKING

from conformance.adapters.command_line.answers import accepted
from conformance.adapters.command_line.envelopes import Envelope, rejection
from conformance.adapters.command_line.program import Words
from conformance.adapters.command_line.words import anchor, option, positional, require_argument
from conformance.adapters.sut import UnsupportedRequest
from conformance.protocol.codec import Message
from impl.git.commits import last_commit, recorded_message
from spec.vocabulary.commits import Commit, Committed, NotCommitted
from spec.vocabulary.completion import HistoryEntry

if TYPE_CHECKING:
    from conformance.adapters.command_line.adapter import CommandLine

SUMMARY = "What was done."


def commit(operation: Commit, line: "CommandLine") -> Message:
    """Commit by the program.

    What git has recorded is looked up there. That it has recorded nothing although it was asked to
    is the answer that git did not commit, whatever the program says about it.
    """
    said = commit_words(operation, line)
    linked = line.site.worktree(operation.worktree)
    store = line.site.store
    if not operation.store_reachable and store is None:
        raise UnsupportedRequest("the program's store is not found, so it cannot be made unusable")
    if operation.document_hash is None:
        line.site.take_away(operation.plan)
    before = last_commit(linked)
    with line.site.repository.committing(operation, linked, store or linked):
        envelope = line.ask(said)
    made = last_commit(linked)
    if envelope.failed:
        return rejection(envelope) if made != before else not_committed(operation)
    entry = HistoryEntry(operation.plan, operation.step, operation.commit_hash)
    failed = bool(envelope.data.get("state_update_failed"))
    if made != before:
        line.history.add(entry, made, completed=not failed)
    return accepted(Committed, committed(envelope)) | {"message": recorded_message(linked, made)}


def commit_words(operation: Commit, line: "CommandLine") -> Words:
    """Return a commit in words. Raises `UnsupportedRequest` if that cannot be done."""
    if not operation.message.strip():
        raise UnsupportedRequest("nothing can be committed under a blank message")
    arguments = (
        *option("--worktree", str(line.site.worktree(operation.worktree))),
        *option("--step", anchor(operation.step)),
        *option("--plan", positional(operation.plan)),
        *option("--message", operation.message),
        *option("--summary", SUMMARY),
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
