"""The history of a git repository: the steps that its commits name."""

from collections.abc import Iterator
from pathlib import Path

from impl.git.repository import git
from spec.vocabulary.completion import HistoryEntry

STEP_TRAILER = "Tug-Step"
PLAN_TRAILER = "Tug-Plan"

# The commits of all local and remote branches, tags and worktrees, even detached ones: work is
# committed on the branches of worktrees, and counts before it is merged. Stashes and notes do not
# count, and a replacement (`git replace`) is listed under the name of its commit. No commit comes
# before its descendants; otherwise the later date comes first.
HISTORY = (
    "log",
    "--exclude=refs/stash",
    "--exclude=refs/notes/*",
    "--exclude=refs/replace/*",
    "--all",
    "--date-order",
    "--no-show-signature",
    "--encoding=UTF-8",
    "--fixed-strings",
    "--regexp-ignore-case",
    f"--grep={STEP_TRAILER}:",
    "-z",
    f"--format=%H%x00%(trailers:key={STEP_TRAILER},valueonly,unfold)"
    f"%x00%(trailers:key={PLAN_TRAILER},valueonly,unfold)",
)
FIELDS = 3


def history(root: Path) -> Iterator[HistoryEntry]:
    """Yield the steps that the trailers of all commits name, the newest commit first.

    A commit counts if it has both trailers; of several plans the last one, of several steps all,
    with or without `#`. Raises `GitError`.
    """
    fields = git(root, *HISTORY).split("\0")
    for start in range(0, len(fields) - FIELDS + 1, FIELDS):
        commit_hash, steps, plans = fields[start : start + FIELDS]
        for step in _values(steps):
            for plan in _values(plans)[-1:]:
                yield HistoryEntry(plan, step.removeprefix("#"), commit_hash.strip())


def _values(trailers: str) -> list[str]:
    """Return the values of a trailer, except those that are not UTF-8, which name nothing."""
    lines = (line.strip() for line in trailers.split("\n"))
    return [line for line in lines if line and line == line.encode(errors="ignore").decode()]
