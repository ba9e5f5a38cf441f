"""Commits of a step that the store has not recorded: the command that does."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from impl.cli.answers import Issue, warning
from impl.cli.location import Location
from impl.cli.workers import folder_of_worker
from impl.command_words import plan_word, step_word, with_value

if TYPE_CHECKING:
    from spec.vocabulary.state import Plan

UNRECORDED = "W007"
"""The code of a warning: git has committed a step, and the store does not know the commit."""


def after_completion(location: Location, worktree: str, step: str) -> list[Issue]:
    """Return a warning if git has committed a step that was completed without a commit."""
    found = _committed(location, worktree, step)
    if found is None:
        return []
    store = with_value("--store", location.named_store)
    command = shlex.join(("planstate", "state", "reconcile", *store, plan_word(location.plan)))
    told = f"git has committed {step} as {found[1]}, which is not recorded with the step"
    return [warning(UNRECORDED, f"{told}: to record it, run `{command}`")]


def after_update(
    location: Location, worktree: str, claim_id: int | None, step: str, plan: Plan | None
) -> list[Issue]:
    """Return a warning if git has committed a step whose last open item was closed now."""
    steps = plan.steps if plan else ()
    open_items = (item for row in steps if row.anchor == step for item in row.items)
    substeps = (row for row in steps if row.parent == step)
    if any(item.status == "open" for item in open_items) or any(
        row.status != "completed" for row in substeps
    ):
        return []
    found = _committed(location, worktree, step)
    if found is None:
        return []
    folder, commit, subject = found
    named = ("--worktree", os.path.relpath(folder), "--step", step_word(step))
    texts = ("--plan", plan_word(location.plan), "--message", subject, "--summary", subject)
    given = (*with_value("--claim-id", claim_id), *with_value("--store", location.named_store))
    command = shlex.join(("planstate", "commit", *named, *texts, *given))
    told = f"no item of {step} is open any more, and git has committed it as {commit}"
    return [warning(UNRECORDED, f"{told}: to complete it with that commit, run `{command}`")]


def is_committed(location: Location, worktree: str, step: str) -> bool:
    """Return whether the newest entry of the log of a worker's worktree is of a step.

    Git would take as long as the whole command, and is asked only if it is.
    """
    from impl.git.implementation_log import newest_step

    folder = folder_of_worker(worktree, location.root)
    return folder is not None and newest_step(folder) == step


def _committed(location: Location, worktree: str, step: str) -> tuple[Path, str, str] | None:
    """Return worktree, hash and subject of the last commit of a worker, if it is of a step."""
    if not is_committed(location, worktree, step):
        return None
    from impl.git.commit_log import is_of_step
    from impl.git.commits import recorded

    folder = folder_of_worker(worktree, location.root)
    assert folder is not None
    commit_hash, message, _ = recorded(folder)
    if not is_of_step(message, location.plan, step):
        return None
    return folder, commit_hash[:10], message.partition("\n")[0]
