"""Committing a step: git in a linked worktree first, unless it has committed, then the store (COM).

The store's part is in `impl.store.commits`.
"""

import unicodedata
from pathlib import Path
from typing import NamedTuple

from impl.git import commits, unfinished
from impl.git.commit_log import found_commit, names_step
from impl.git.implementation_log import LOG, planned
from impl.git.repository import git, git_command
from impl.git.state_update import CommitRequest, MadeCommit, standing_of, update_state
from impl.store.commits import Standing, with_trailers
from spec.vocabulary.commits import Committed

NOT_IN_A_LINE = frozenset({"Cc", "Zl", "Zp"})
"""Unicode's categories of control characters and of line and paragraph separators."""


class CommitRecord(NamedTuple):
    """Whether a step was completed, and its commit; nothing may depend on `warnings` (COM-3)."""

    answer: Committed
    made: MadeCommit
    warnings: tuple[str, ...]


def commit_step(request: CommitRequest) -> CommitRecord:
    """Commit everything in a linked worktree with git, then complete the step (COM-1 to COM-6).

    If nothing is left to commit and git has committed the step under its claim, no other commit is
    made. Raises `CannotCommit`, `GitError` or `OSError` if git has not committed: then log and
    store are unchanged, although changes may stay staged. Once git has committed, nothing is raised
    and nothing is undone; the record says whether the step was completed.
    """
    _require_one_line("step", request.step)
    _require_one_line("plan", request.plan)
    worktree = commits.linked_worktree(request.folder)
    if worktree is None:
        raise commits.CannotCommit(
            f"{request.folder} is in the main worktree; expected a linked worktree, as made by "
            "`git worktree add`"
        )
    with unfinished.worktree_lock(worktree.own_folder, request.timeout_seconds) as lock:
        standing = standing_of(request, worktree.root)
        commits.require_nothing_under_way(worktree)
        unfinished.undo_unfinished(*worktree)
        work = CommitWork(request, worktree, standing, commits.status_of(worktree.root))
        _require_branch(work)
        made = _found(work) or _make(work, lock)
    answer, trouble = update_state(request, worktree.root, made, standing)
    return CommitRecord(answer, made, (*made.warnings, *trouble))


class CommitWork(NamedTuple):
    """What is to be committed: what was requested, where, for which step, and what is there."""

    request: CommitRequest
    worktree: commits.LinkedWorktree
    standing: Standing
    status: commits.Status


def _require_branch(work: CommitWork) -> None:
    """Refuse to commit on another branch than that on which the step was claimed."""
    claimed, found = work.standing.branch, work.status.branch
    is_own = work.standing.holder == work.request.holder
    if claimed in (None, found) or not is_own or work.request.any_branch:
        return
    root, where = work.worktree.root, "at no branch (a detached HEAD)"
    back = f"go back with `{git_command(root, 'switch', str(claimed))}`, or "
    if found:
        where = f"on the branch {found}"
    if not git(root, "for-each-ref", f"refs/heads/{claimed}"):
        back = "that branch was renamed or deleted: "
    raise commits.CannotCommit(
        f"{work.request.step} was claimed on the branch {claimed}, and the worktree is {where}; "
        f"{back}commit here with --any-branch"
    )


def _found(work: CommitWork) -> MadeCommit | None:
    """Return the commit of a request that is repeated, or `None` if git has to commit (COM-6)."""
    request, root = work.request, work.worktree.root
    if not work.status.clean or not work.status.head:
        return None
    since = work.standing.claimed_at if request.claim_id is None else None
    found = found_commit(root, request.plan, request.step, since, request.claim_id)
    return MadeCommit(found, commits.committed_files(root, found), found=True) if found else None


def _make(work: CommitWork, lock: int) -> MadeCommit:
    """Commit everything in a worktree, with an entry in its log. Raises what `commit_step` does."""
    request, worktree, standing, status = work
    root, own_folder = worktree
    claim_id = standing.claim_id if request.claim_id is None else request.claim_id
    named = (request.step, request.plan, claim_id, standing.text)
    message = with_trailers(request.message, *named)
    commits.bring_back(worktree, LOG)
    change = planned(root, request.now, request.step, request.plan, request.summary)
    unfinished.remember(own_folder, change)
    try:
        change.make(root)
        files, links = commits.stage_everything(worktree, change.paths, lock)
        lone = _without_work(work) if set(files) <= set(change.paths) else ()
        made = commits.make_commit(root, message, status.head, LOG, lock)
    except BaseException:
        unfinished.undo_unfinished(root, own_folder, whoever=True)
        raise
    unfinished.forget(own_folder)
    warnings = (
        *_unmarked(made.message, message),
        *_uncovered(root, status.uncovered, links),
        *lone,
    )
    return MadeCommit(made.commit_hash, files, (*made.trouble, *warnings))


def _unmarked(recorded: str, message: str) -> tuple[str, ...]:
    """Return a warning if a hook has made it unreadable which step a message names."""
    if names_step(recorded, message):
        return ()
    return (
        "a hook has removed or changed the lines Tug-Step and Tug-Plan of the message: a repeated "
        "command will commit again, and `planstate state reconcile` will not see this commit",
    )


def _without_work(work: CommitWork) -> tuple[str, ...]:
    """Return a warning about a commit of the log alone, unless work was committed before it."""
    request, (root, _), standing, status = work
    since = standing.claimed_at
    before = status.head and git(root, "show", "--no-patch", "--format=%ct", status.head)
    if since is None or int(before or 0) >= since // 1000:
        return ()
    return (
        f"the commit contains nothing but the log: no other file has changed in {request.folder} "
        f"since {request.step} was claimed; if the step has work in another worktree, a stash or "
        "an ignored file, bring it here and commit it with git",
    )


def _uncovered(root: Path, submodules: tuple[str, ...], links: tuple[str, ...]) -> tuple[str, ...]:
    """Return warnings about changes that the commit does not contain."""
    inside = (
        f"the repository {path} inside the worktree has changes of its own, which this commit does "
        "not contain; commit them there, then here again: run "
        f"`{git_command(root / path, 'add', '--all')} && "
        f"{git_command(root / path, 'commit', '--message', f'Change {(root / path).name}')}`"
        for path in submodules
    )
    linked = (
        f"{path} is a repository of its own, of which this commit contains only a link and no "
        f"file; to keep its files, run `{git_command(root, 'rm', '--cached', path)}` and make it a "
        "submodule, or move its `.git` away and commit again"
        for path in links
    )
    return (*inside, *linked)


def _require_one_line(name: str, value: str) -> None:
    """Refuse a value that could be read as another trailer, or not be read back (COM-4)."""
    if any(unicodedata.category(character) in NOT_IN_A_LINE for character in value):
        raise commits.CannotCommit(
            f"the {name} {value!r} contains a line break or another control character, which a "
            "trailer cannot contain"
        )
