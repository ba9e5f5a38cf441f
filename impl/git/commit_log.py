"""The commit log of a git repository: the steps that its commits name."""

import re
from collections.abc import Iterator
from pathlib import Path

from impl.git.repository import git
from impl.given_text import is_utf8
from spec.vocabulary.completion import CommitLogEntry

STEP_TRAILER = "Tug-Step"
PLAN_TRAILER = "Tug-Plan"
CLAIM_TRAILER = "Tug-Claim"

NAMING_STEPS = (
    "--no-show-signature",
    "--encoding=UTF-8",
    "--fixed-strings",
    "--regexp-ignore-case",
    f"--grep={STEP_TRAILER}:",
    "-z",
)
TRAILERS = (
    f"--format=%H%x00%(trailers:key={STEP_TRAILER},valueonly,unfold)"
    f"%x00%(trailers:key={PLAN_TRAILER},valueonly,unfold)"
    f"%x00%(trailers:key={CLAIM_TRAILER},valueonly,unfold)"
)

# The commits of all local and remote branches, tags and worktrees, even detached ones: work is
# committed on the branches of worktrees, and counts before it is merged. Stashes and notes do not
# count, and a replacement (`git replace`) is listed under the name of its commit. No commit comes
# before its descendants; otherwise the later date comes first.
LOG = (
    "log",
    "--exclude=refs/stash",
    "--exclude=refs/notes/*",
    "--exclude=refs/replace/*",
    "--all",
    "--date-order",
    *NAMING_STEPS,
    TRAILERS,
)
FIELDS = 4

FIRST_PARENTS = ("log", "--first-parent", *NAMING_STEPS, f"{TRAILERS}%x00%ct")
"""The commits on the first-parent line of `HEAD` that name steps, each with its time."""


def commit_log(root: Path) -> Iterator[CommitLogEntry]:
    """Yield the steps that the trailers of all commits name, the newest commit first.

    A commit counts if it has both trailers; of several plans the last one, of several steps all,
    with or without `#`; and of several claims the last one. Raises `GitError`.
    """
    fields = git(root, *LOG).split("\0")
    for start in range(0, len(fields) - FIELDS + 1, FIELDS):
        commit_hash, steps, plans, claims = fields[start : start + FIELDS]
        claim_id = _claim_id(claims)
        for plan in _values(plans)[-1:]:
            for step in _values(steps):
                yield CommitLogEntry(plan, step.removeprefix("#"), commit_hash.strip(), claim_id)


def found_commit(
    root: Path, plan: str, step: str, since: int | None, claim_id: int | None = None
) -> str | None:
    """Return the newest commit of a step on the first-parent line of `HEAD`, or `None` (COM-6).

    Commits before `since`, in milliseconds, do not count, nor with `claim_id` those of any other
    claim, unless they are `HEAD` itself. Raises `GitError` if there is no `HEAD`.
    """
    head = git(root, "rev-parse", "--verify", "HEAD").strip()
    fields = git(root, *FIRST_PARENTS).split("\0")
    for start in range(0, len(fields) - FIELDS, FIELDS + 1):
        commit_hash, steps, plans, claims, time = fields[start : start + FIELDS + 1]
        of_step = step in [named.removeprefix("#") for named in _values(steps)]
        of_plan = _values(plans)[-1:] == [plan]
        named = claim_id is None or _claim_id(claims) == claim_id  # COM-6.9
        in_time = since is None or int(time) >= since // 1000
        of_claim = (named and in_time) or commit_hash.strip() == head  # COM-6.10
        if of_step and of_plan and of_claim:
            return commit_hash.strip()
    return None


def _claim_id(claims: str) -> int | None:
    """Return the id that the last trailer of a claim names, or `None` if it names none."""
    last = (_values(claims) or [""])[-1]
    return int(last) if re.fullmatch(r"[0-9]{1,16}", last) else None


def _values(trailers: str) -> list[str]:
    """Return the values of a trailer, except those that are not UTF-8, which name nothing."""
    # Git strips no other white space; a name may end with it.
    lines = (line.strip(" \t\r") for line in trailers.split("\n"))
    return [line for line in lines if line and is_utf8(line)]
