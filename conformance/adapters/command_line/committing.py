"""Commits by the program, with real git, and with the faults that an operation wants."""

from collections.abc import Callable, Mapping
from pathlib import Path

from conformance.adapters.command_line.commands import Invocation
from conformance.adapters.command_line.commit_logs import RealCommits
from conformance.adapters.command_line.envelopes import Envelope, rejection
from conformance.adapters.command_line.replies import accepted
from conformance.adapters.command_line.sandbox import SandboxRepository
from conformance.adapters.repositories import ENVIRONMENT, FIRST_COMMIT_AT, environment
from conformance.adapters.sut import UnsupportedRequest
from conformance.adapters.trailers import claim_named, with_text
from impl.git.commits import recorded
from impl.git.repository import git
from impl.store.commits import with_trailers
from spec.formats.messages import Message
from spec.vocabulary.commits import Commit, Committed, NotCommitted
from spec.vocabulary.completion import CommitLogEntry
from spec.vocabulary.rejections import Code

LAST_DATE = "@253402300799 +0000"
"""The last second of the year 9999."""


def commit(
    operation: Commit,
    call: Invocation,
    sandbox: SandboxRepository,
    commits: RealCommits,
    ask: Callable[[Invocation], Envelope],
) -> Message:
    """Commit by the program: `ask` calls it.

    What git has recorded is looked up there. That it has recorded nothing although it was asked to
    is the answer that git did not commit, whatever the program says about it.
    """
    linked, store = sandbox.worktree(operation.worktree), sandbox.store
    if not operation.store_reachable and store is None:
        raise UnsupportedRequest("the program's store is not found, so it cannot be made unusable")
    if operation.document_hash is None:
        sandbox.document_place(operation.plan).unlink(missing_ok=True)
    if operation.clean:
        _clean(operation, commits, linked)
    before = recorded(linked).commit_hash
    with sandbox.repository.committing(operation, linked, store or linked):
        envelope = ask(call)
    made = recorded(linked).commit_hash
    if envelope.failed:
        # A stale claim is what the program itself refuses; anything else is git's refusal.
        stale = any(each.get("code") == Code.OWNERSHIP_VIOLATION for each in envelope.issues)
        return rejection(envelope) if made != before or stale else not_committed(operation)
    message = with_text(recorded(linked, made).message, operation.text)
    claim_id = claim_named(message)
    entry = CommitLogEntry(operation.plan, operation.step, operation.commit_hash, claim_id)
    failed = bool(envelope.data.get("state_update_failed"))
    if made != before:
        commits.add(entry, made, completed=not failed)
    answer = envelope.checked(accepted(Committed, committed(envelope)))
    if operation.clean and operation.found_commit is not None:
        return answer  # The message of that commit is ours.
    return answer | {"message": in_words_of_operations(message, sandbox.name_map)}


def in_words_of_operations(message: str, name_map: Mapping[str, str]) -> str:
    """Return a commit's message with trailers in the words of the operations.

    A program that is given another form of a plan's path, or the hash of the document that was
    written for it, writes what it was given.
    """
    text, blank, trailers = message.rpartition("\n\n")
    lines = [line.partition(": ") for line in trailers.split("\n")]
    told = "\n".join(name + colon + name_map.get(value, value) for name, colon, value in lines)
    return text + blank + told


def _clean(operation: Commit, commits: RealCommits, linked: Path) -> None:
    """Leave a worktree with nothing to commit, and with the commit that is found, if there is one.

    That commit is later than any claim. Its author's time makes it another commit for another hash,
    and the same one for the same hash.
    """
    git(linked, "reset", "--quiet", "--hard", commits.beginning)
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
    commits.add(entry, recorded(linked).commit_hash, completed=True)


def committed(envelope: Envelope) -> Message:
    """Take what is told of a commit. Only a failed state update has a reason."""
    envelope.require_done("committed")
    return {
        "commit_hash": envelope.translation.word(envelope.required("commit_hash", object)),
        "state_update_failed": envelope.required("state_update_failed", bool),
        "state_failure_reason": envelope.data.get("state_failure_reason"),
    }


def not_committed(operation: Commit) -> Message:
    """Return that git did not commit."""
    return accepted(NotCommitted, {"step": operation.step})
