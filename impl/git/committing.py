"""Committing a step: git in a linked worktree first, then the store (COM).

The store's part is in `impl.store.commits`.
"""

import hashlib
import unicodedata
from dataclasses import dataclass, replace
from pathlib import Path

from impl.git.commits import (
    CannotCommit,
    last_commit,
    linked_root,
    make_commit,
    require_no_conflicts,
    stage_again,
    stage_everything,
)
from impl.git.implementation_log import LogEntry, add_entry
from impl.git.layout import STORE
from impl.git.repository import GitError, main_root
from impl.store import commits
from impl.store.database.opening import Synchronous
from impl.store.store import Store
from spec.vocabulary import rejections
from spec.vocabulary.commits import Commit, Committed, FailureReason

__all__ = ["CannotCommit", "CommitRecord", "CommitRequest", "GitError", "commit_step"]

NOT_IN_A_LINE = frozenset({"Cc", "Zl", "Zp"})
"""Unicode's categories of control characters and of line and paragraph separators."""


@dataclass(frozen=True, slots=True)
class CommitRequest:
    """What to commit: all changes in the linked worktree that contains `folder`.

    `holder` is the name that holds the step, `plan` its document relative to the main worktree's
    root. `store` is a file; `None` stands for the one under that root.
    """

    folder: Path
    holder: str
    plan: str
    step: str
    message: str
    summary: str
    now: int
    store: Path | None = None
    timeout_seconds: float = 5.0
    synchronous: Synchronous = "FULL"


@dataclass(frozen=True, slots=True)
class CommitRecord:
    """A git commit, and whether its step was completed.

    Paths are relative to the worktree's root. No decision may depend on `warnings` (COM-3).
    """

    answer: Committed
    files_staged: tuple[str, ...]
    archived_path: str | None = None
    warnings: tuple[str, ...] = ()
    committed: bool = True
    log_updated: bool = True

    @property
    def commit_hash(self) -> str:
        """The hash of the git commit."""
        return self.answer.commit_hash

    @property
    def log_rotated(self) -> bool:
        """Whether the entries before this one were archived."""
        return self.archived_path is not None

    @property
    def state_update_failed(self) -> bool:
        """Whether the step was not completed, although git has committed."""
        return self.answer.state_update_failed

    @property
    def state_failure_reason(self) -> FailureReason | None:
        """Why the step was not completed, if it was not."""
        return self.answer.state_failure_reason


def commit_step(request: CommitRequest) -> CommitRecord:
    """Commit everything in a linked worktree with git, then complete the step (COM-1 to COM-5).

    Raises `CannotCommit`, `GitError` or `OSError` if git has not committed: then log and store
    are unchanged, although changes may stay staged. Once git has committed, nothing is raised and
    nothing is undone; the record says whether the step was completed.
    """
    _require_one_line("step", request.step)
    _require_one_line("plan", request.plan)
    root = linked_root(request.folder)
    if root is None:
        raise CannotCommit(
            f"{request.folder} is in the main worktree; expected a linked worktree, as made by "
            "`git worktree add`"
        )
    require_no_conflicts(root)
    message = commits.with_trailers(request.message, request.step, request.plan)
    change = add_entry(root, LogEntry(request.now, request.step, request.plan, request.summary))
    try:
        staged = stage_everything(root, change.paths)
        git_trouble = make_commit(root, message)
    except BaseException:
        change.undo()
        stage_again(root, change.paths)
        raise
    answer, store_trouble = _update_state(request, root)
    archived = None if change.archive is None else change.archive.as_posix()
    return CommitRecord(answer, staged, archived, (*git_trouble, *store_trouble))


def _require_one_line(name: str, value: str) -> None:
    """Refuse a value that could be read as another trailer, or not be read back (COM-4)."""
    if any(unicodedata.category(character) in NOT_IN_A_LINE for character in value):
        raise CannotCommit(
            f"the {name} {value!r} contains a line break or another control character, which a "
            "trailer cannot contain"
        )


def _update_state(request: CommitRequest, root: Path) -> tuple[Committed, tuple[str, ...]]:
    """Complete the step that git has committed. Raises nothing (COM-1)."""
    asked = Commit(
        request.plan,
        request.step,
        request.holder,
        None,
        request.now,
        last_commit(root),
        request.message,
    )
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
        return answer, (_stands(asked, f"{type(error).__name__}: {error}"),)
    if not answer.state_update_failed:
        return answer, ()
    found = answer.rejection or f"{main / request.plan} cannot be read"
    return answer, (_stands(asked, str(found)),)


def _ask_store(request: CommitRequest, main: Path, asked: Commit) -> Committed:
    path = request.store or main / STORE
    if not path.exists():  # a missing store has no plans, and is not created
        unknown = rejections.unknown_plan(request.plan)
        return commits.failed(asked, FailureReason.DB_ERROR, unknown)
    waiting, synchronous = request.timeout_seconds, request.synchronous
    with Store.open(path, timeout_seconds=waiting, synchronous=synchronous) as store:
        asked = replace(asked, document_hash=document_hash(main, request.plan))
        answer = store.run(commits.commit, asked)
    assert isinstance(answer, Committed)  # git has committed
    return answer


def document_hash(main: Path, plan: str) -> str | None:
    """Return the hash of the plan's document in the main worktree, or `None` if it is unreadable.

    All worktrees share the store, and so its documents. The copy in a linked worktree may differ,
    for instance in ticked boxes, without any effect.
    """
    try:
        return hashlib.sha256((main / plan).read_bytes()).hexdigest()
    except (OSError, ValueError):
        return None


def _stands(asked: Commit, found: str) -> str:
    return f"git has committed, but step {asked.step} was not completed: {found}"
