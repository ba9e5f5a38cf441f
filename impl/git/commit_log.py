"""The commit log of a git repository: the steps that its commits name."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from impl.git.repository import git
from impl.given_text import is_utf8
from impl.store.commits import text_of
from spec.vocabulary.completion import CommitLogEntry
from spec.vocabulary.state import Plan

STEP_TRAILER = "Tug-Step"
PLAN_TRAILER = "Tug-Plan"
CLAIM_TRAILER = "Tug-Claim"
TEXT_TRAILER = "Tug-Text"
NAMES = {
    name.capitalize(): name for name in (STEP_TRAILER, PLAN_TRAILER, CLAIM_TRAILER, TEXT_TRAILER)
}

NAMING_STEPS = (
    "--no-show-signature",
    "--encoding=UTF-8",
    "--fixed-strings",
    "--regexp-ignore-case",
    f"--grep={STEP_TRAILER}:",
    "-z",
)
TRAILERS = "--format=%H%x00%(trailers:unfold)%x00%B%x00%ct"

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
FIRST_PARENTS = ("log", "--first-parent", *NAMING_STEPS, TRAILERS)
"""The commits on the first-parent line of `HEAD` that name steps."""

FIELDS = 4

PARAGRAPH = re.compile(r"(?:^|\n\n)((?:Tug-[A-Za-z]+:.*(?:\n|$))+)", re.IGNORECASE)
"""A paragraph of trailers of ours alone."""


class Naming(NamedTuple):
    """A commit with the values of one set of trailers; its time in seconds."""

    commit_hash: str
    time: int
    trailers: Mapping[str, Sequence[str]]

    @property
    def steps(self) -> list[str]:
        """The steps that the commit names, with or without `#`."""
        return [step.removeprefix("#") for step in self.trailers.get(STEP_TRAILER, ())]

    @property
    def plan(self) -> str | None:
        """The plan that the commit names: the last of several."""
        named = self.trailers.get(PLAN_TRAILER, ())
        return named[-1] if named else None

    @property
    def claim_id(self) -> int | None:
        """The claim that the commit names: the last of several, if it is a number."""
        last = self.trailers.get(CLAIM_TRAILER, [""])[-1]
        return int(last) if re.fullmatch(r"[0-9]{1,16}", last) else None

    @property
    def text(self) -> str | None:
        """The text of the step that the commit names: the last of several."""
        texts = self.trailers.get(TEXT_TRAILER)
        return texts[-1] if texts else None


def commit_log(root: Path, plan: Plan | None = None) -> Iterator[CommitLogEntry]:
    """Yield the steps that the trailers of all commits name, the newest commit first.

    A commit counts if it has both trailers; of several plans the last one, of several steps all,
    with or without `#`; and of several claims and texts the last one. It may be of an earlier text
    than a step of `plan` has. Raises `GitError`.
    """
    texts = cache(partial(text_of, plan)) if plan else None
    steps = {step.anchor for step in plan.steps} if plan else set()
    for naming in _namings(git(root, *LOG)):
        for step in naming.steps if naming.plan is not None else ():
            assert naming.plan is not None
            is_other = False
            if plan and texts and naming.text and naming.plan == plan.path and step in steps:
                is_other = naming.text != texts(step)
            commit = naming.commit_hash
            yield CommitLogEntry(naming.plan, step, commit, naming.claim_id, is_other)


def found_commit(
    root: Path, plan: str, step: str, since: int | None, claim_id: int | None = None
) -> str | None:
    """Return the newest commit of a step on the first-parent line of `HEAD`, or `None` (COM-6).

    Commits before `since`, in milliseconds, do not count, nor with `claim_id` those of any other
    claim, unless they are `HEAD` itself. Raises `GitError` if there is no `HEAD`.
    """
    head = git(root, "rev-parse", "--verify", "HEAD").strip()
    for naming in _namings(git(root, *FIRST_PARENTS)):
        named = claim_id is None or naming.claim_id == claim_id  # COM-6.9
        in_time = since is None or naming.time >= since // 1000
        of_claim = (named and in_time) or naming.commit_hash == head  # COM-6.10
        if step in naming.steps and naming.plan == plan and of_claim:
            return naming.commit_hash
    return None


def names_step(message: str, trailers: str) -> bool:
    """Return whether a message, as git has recorded it, names what some trailers name."""
    return any(found == _values(trailers) for found in _paragraphs(message))


def claims_of_step(message: str, plan: str, step: str) -> list[int | None]:
    """Return the claims of a step that a message names; `None` where it names the step alone."""
    namings = (Naming("", 0, each) for each in _paragraphs(message))
    return [each.claim_id for each in namings if step in each.steps and each.plan == plan]


def _namings(log: str) -> Iterator[Naming]:
    """Yield what each commit names; nothing but a paragraph of trailers alone may follow others.

    Hooks append paragraphs, and a squashed commit contains the messages of several.
    """
    fields = log.split("\0")
    for start in range(0, len(fields) - FIELDS + 1, FIELDS):
        commit_hash, trailers, message, time = fields[start : start + FIELDS]
        last = _values(trailers)
        found = [last] if STEP_TRAILER in last else _paragraphs(message)
        for each in found:
            yield Naming(commit_hash.strip(), int(time), each)


def _paragraphs(message: str) -> list[dict[str, list[str]]]:
    """Return the values in the paragraphs of a message that are trailers of ours alone."""
    return [_values(paragraph) for paragraph in reversed(PARAGRAPH.findall(message))]


def _values(trailers: str) -> dict[str, list[str]]:
    """Return the values of trailers of ours; those that are not UTF-8 name nothing."""
    found: dict[str, list[str]] = {}
    for line in trailers.split("\n"):
        key, _, value = line.partition(":")
        # Git strips no other white space; a name may end with it.
        name, value = NAMES.get(key.strip(" \t").capitalize()), value.strip(" \t\r")
        if name and value and is_utf8(value):
            found.setdefault(name, []).append(value)
    return found
