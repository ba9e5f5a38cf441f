"""The state update of a commit: completing the step in the store that all worktrees share (COM).

The store's part is in `impl.store.commits`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from impl.command_words import plan_word, planstate
from impl.documents import hashing
from impl.files import read_regular
from impl.git.commits import CannotCommit
from impl.git.implementation_log import ARCHIVE, LOG
from impl.git.layout import STORE
from impl.git.repository import GitError, main_root, names_in
from impl.store import commits
from impl.store.commits import Standing
from impl.store.database.opening import CommitFailed, StoreUnavailable
from impl.store.place import Place, named
from impl.store.store import Store
from spec.vocabulary import rejections
from spec.vocabulary.commits import Commit, Committed, FailureReason
from spec.vocabulary.rejections import Rejected


@dataclass(frozen=True, slots=True)
class CommitRequest:
    """What to commit: all changes in the linked worktree that contains `folder`.

    `holder` is the name that holds the step, `plan` its document relative to the main worktree's
    root. `store` is where the store is, and `open_store` opens it. With `any_branch`, the worktree
    may be on another branch than when the step was claimed.
    """

    folder: Path
    holder: str
    plan: str
    step: str
    message: str
    summary: str
    now: int
    store: Place
    timeout_seconds: float = 5.0
    open_store: Callable[[Place], Store] = Store.open
    claim_id: int | None = None
    any_branch: bool = False


class StaleClaim(CannotCommit):
    """Nothing was committed, because the step is under another claim than the request (COM-1.8)."""

    def __init__(self, rejected: Rejected) -> None:
        super().__init__(str(rejected))
        self.rejected = rejected


class MadeCommit(NamedTuple):
    """A commit of git, the files in it, and what git complained of; `found` if it is older.

    Paths are relative to the worktree's root.
    """

    commit_hash: str
    files: tuple[str, ...]
    warnings: tuple[str, ...] = ()
    found: bool = False

    @property
    def archive(self) -> str | None:
        """The file to which this commit has moved the older entries of the log, or `None`."""
        moved = f"{ARCHIVE.as_posix()}/"
        return next((file for file in self.files if file.startswith(moved)), None)


def standing_of(request: CommitRequest, root: Path) -> Standing:
    """Return what the step is before git commits; refuse a stale claim (COM-1.10).

    Where the store cannot be asked, git commits all the same, and the answer says so (COM-2).
    """
    try:
        main = main_root(root)
        if not request.store.exists():
            return Standing()
        with request.open_store(request.store) as store:
            store.own_repository = names_in(request.store, main)
            found = store.look(commits.standing, operation_of(request, ""))
    except (GitError, StoreUnavailable, sqlite3.Error, OSError):
        return Standing()
    if isinstance(found, Rejected):
        raise StaleClaim(found)
    return found


def update_state(
    request: CommitRequest, root: Path, made: MadeCommit, standing: Standing
) -> tuple[Committed, tuple[str, ...]]:
    """Complete the step that git has committed, under the claim of then. Raises nothing (COM-1)."""
    claim_id = standing.claim_id if request.claim_id is None else request.claim_id
    asked = operation_of(request, made.commit_hash)
    asked = replace(asked, claim_id=claim_id, text=standing.text)
    if made.found:
        asked = replace(asked, found_commit=made.commit_hash, clean=True)
    try:
        main = main_root(root)
        if not asked.commit_hash:
            raise GitError(f"the commit that was made in {root} cannot be found")
    except GitError as error:
        answer = commits.failed(asked, FailureReason.DB_ERROR)
        return answer, (_stands(asked, str(error)),)
    try:
        answer = _ask_store(request, main, asked)
    except Exception as error:
        # Whatever the error: git has committed, and the caller must learn this (COM-1, COM-2).
        unavailable = rejections.store_unavailable()
        answer = commits.failed(asked, FailureReason.DB_ERROR, unavailable)
        if isinstance(error, CommitFailed):
            return answer, (f"git has committed, and for step {asked.step} the {error}",)
        command = _reconcile(request, main)
        return answer, (_stands(asked, f"{error}; once that is corrected, run `{command}`"),)
    if answer.kept_hash is not None:
        told = f"git has committed, but step {asked.step} was completed before with the commit "
        told += f"{answer.kept_hash} and keeps it"
        if {*made.files} - {LOG.as_posix()}:  # else there is no work in the newest one
            told += f"; to record the newest one, run `{_reconcile(request, main, '--force')}`"
        return answer, (told,)
    if not answer.state_update_failed:
        return answer, ()
    unread = f"{main / request.plan} cannot be read; put it back, or register it where it is now; "
    unread += f"to complete the step as registered, run `{_reconcile(request, main)}`"
    return answer, (_stands(asked, str(answer.rejection or unread)),)


def _ask_store(request: CommitRequest, main: Path, asked: Commit) -> Committed:
    if not request.store.exists():  # a missing store has no plans, and is not created
        unknown = rejections.unknown_plan(request.plan)
        return commits.failed(asked, FailureReason.DB_ERROR, unknown)
    with request.open_store(request.store) as store:
        store.own_repository = names_in(request.store, main)
        while True:
            asked = replace(asked, document_hash=document_hash(main, request.plan))
            answer = store.run(commits.commit, asked)
            # The document may have been changed and registered before the store was locked.
            drifted = getattr(answer, "state_failure_reason", None) == FailureReason.DRIFT
            if not drifted or document_hash(main, request.plan) == asked.document_hash:
                break
    if isinstance(answer, Rejected):  # claimed again while git was committing
        return commits.failed(asked, commits.failure_reason(answer.code), answer)
    assert isinstance(answer, Committed)  # git has committed
    return answer


def operation_of(request: CommitRequest, commit_hash: str) -> Commit:
    """Return the operation of a request, without what the document is now."""
    return Commit(
        request.plan,
        request.step,
        request.holder,
        None,
        request.now,
        commit_hash,
        request.message,
        claim_id=request.claim_id,
    )


def document_hash(main: Path, plan: str) -> str | None:
    """Return the hash of the plan's document in the main worktree, or `None` if it is unreadable.

    All worktrees share the store, and so its documents. The copy in a linked worktree may differ,
    for instance in ticked boxes, without any effect.
    """
    try:
        return hashing.document_hash(read_regular(main / plan))
    except (OSError, ValueError):
        return None


def _reconcile(request: CommitRequest, main: Path, *more: str) -> str:
    """Return the command that completes the steps that commits name."""
    store = named(request.store, main / STORE)
    return planstate("state", "reconcile", plan_word(request.plan), *more, store=store)


def _stands(asked: Commit, found: str) -> str:
    return f"git has committed, but step {asked.step} was not completed: {found}"
