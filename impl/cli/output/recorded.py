"""Commits that the store has not recorded, or that git has lost, and what to do about them."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from impl.cli.answers import Issue, warning
from impl.cli.workers import folder_of_worker
from impl.command_words import plan_word, planstate, step_word, with_value
from impl.git.commits import missing_commits, recorded
from impl.git.repository import LIST_WORKTREES, GitError, git, git_command, worktrees_in

if TYPE_CHECKING:
    from impl.cli.location import Location
    from impl.store.store import Store
    from spec.vocabulary.state import Plan, Step

UNRECORDED = "W007"
"""The code of a warning: git has committed a step, and the store does not know the commit."""


def unrecorded(
    location: Location, store: Store, worktree: str, claim_id: int | None, step: str
) -> list[Issue]:
    """Return a warning if git has committed a step under its claim, and nothing of it is open.

    The log of the worker's worktree is read first: git would take as long as the whole command.
    """
    from impl.git.implementation_log import newest_step

    folder = folder_of_worker(worktree, location.root)
    if folder is None or newest_step(folder) != step:
        return []
    from impl.git.commit_log import claims_of_step

    plan = store.snapshot(location.plan, step)
    own = None if plan is None else _finished(plan, step)
    commit_hash, message, _ = recorded(folder)
    if own is None or own.claim_id not in claims_of_step(message, location.plan, step):
        return []
    subject, named = message.partition("\n")[0], with_value("--store", location.named_store)
    if own.status == "completed":
        words = ["state", "reconcile", *named, plan_word(location.plan)]
    else:
        words = ["commit", "--worktree", os.path.relpath(folder), "--step", step_word(step)]
        words += ["--plan", plan_word(location.plan), "--message", subject, "--summary", subject]
        words += [*with_value("--claim-id", claim_id), *named]
    told = f"git has committed {step} as {commit_hash[:10]}, which is not recorded with the step"
    command = planstate(*words)
    return [warning(UNRECORDED, f"{told}: to record it, run `{command}`")]


def committed_before(location: Location, worktree: str, step: str) -> list[Issue]:
    """Return a warning if the last commit of another worktree is of a step that was taken over.

    Whoever was killed behind git's commit leaves one that no claim of now completes (CMP-9.15).
    Where git fails, there is none.
    """
    from impl.git.commit_log import claims_of_step

    own = folder_of_worker(worktree, location.root)
    try:
        worktrees = worktrees_in(git(location.root, *LIST_WORKTREES))
    except GitError:
        return []
    for path in worktrees:
        if own == path or not path.is_dir():
            continue
        commit_hash, message, _ = recorded(path)
        if claims_of_step(message, location.plan, step):
            see = git_command(location.root, "show", "--stat", commit_hash)
            told = f"{path} has committed {step} under an earlier claim, which does not complete it"
            return [warning(UNRECORDED, f"{told}: before you do its work again, run `{see}`")]
    return []


def _finished(plan: Plan, step: str) -> Step | None:
    """Return a step that has no commit, and of which no item and no substep is open, or `None`."""
    substeps = (row for row in plan.steps if row.parent == step)
    own = next((row for row in plan.steps if row.anchor == step), None)
    if own is None or own.commit_hash or any(item.status == "open" for item in own.items):
        return None
    return own if all(row.status == "completed" for row in substeps) else None


def lost_commits(plan: Plan, location: Location) -> Iterator[str]:
    """Yield the steps of a plan whose commits git has lost, and what to do. Raises `GitError`."""
    named = {step.anchor: step.commit_hash for step in plan.steps if step.commit_hash}
    lost = missing_commits(location.root, named.values()) if named else ()
    store = location.named_store
    again = planstate("state", "reconcile", plan_word(plan.path), "--force", store=store)
    for anchor, commit_hash in named.items():
        if commit_hash in lost:
            yield (
                f"step {anchor} was completed by commit {commit_hash}, which git does not have "
                "whole: fetch it from another clone; if there is none, do the work again, commit "
                f"it with `planstate commit`, then run `{again}`"
            )


def left_commits(plan: Plan, location: Location, seen: Collection[str]) -> Iterator[str]:
    """Yield the steps whose commits are on no branch, but for those `seen`, and what to do."""
    for step in plan.steps:
        commit_hash = step.commit_hash
        if commit_hash is None or commit_hash in seen:
            continue
        with suppress(GitError):  # git has lost it
            if not git(location.root, "for-each-ref", "--count=1", "--contains", commit_hash):
                keep = git_command(location.root, "branch", f"kept-{commit_hash[:10]}", commit_hash)
                yield (
                    f"step {step.anchor} was completed by commit {commit_hash}, which is on no "
                    "branch any more, so git will remove it; unless its work was merged in another "
                    f"form, keep it: run `{keep}`"
                )
