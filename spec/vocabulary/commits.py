"""Commits: committing with git and completing the step. The environment is an input."""

from dataclasses import dataclass, field
from enum import StrEnum

from spec.vocabulary.domains import (
    LATER,
    Anchor,
    ClaimId,
    CommitHash,
    DocumentHash,
    Message,
    Path,
    Time,
)
from spec.vocabulary.rejections import Rejected


class FailureReason(StrEnum):
    """Why a git commit did not complete its step: the only thing a recovery decides from."""

    OPEN_ITEMS = "open_items"
    DRIFT = "drift"
    OWNERSHIP = "ownership"
    DB_ERROR = "db_error"


@dataclass(frozen=True, slots=True)
class Commit:
    """Commit the work on a step with git, then complete the step strictly.

    What lies outside the store is an input: `commit_hash` is the hash that git gives the commit
    if it succeeds, 40 lower-case hexadecimal digits; `document_hash` is `None` if the plan's
    document cannot be read; the flags say whether git commits, whether the repository's root can
    be found after that, and whether the store can be used. `message` is not blank. `found_commit`
    is the commit that git has made for the step already, and `clean` says that there is nothing
    else to commit (COM-6). `text` is the hash of what the step asks for, `None` if it is not known
    (COM-4).
    """

    plan: Path
    step: Anchor
    worktree: Path
    document_hash: DocumentHash | None
    now: Time
    commit_hash: CommitHash
    message: Message = "Commit"
    git_succeeds: bool = True
    root_found: bool = True
    store_reachable: bool = True
    claim_id: ClaimId | None = field(default=None, metadata=LATER)
    found_commit: CommitHash | None = field(default=None, metadata=LATER)
    clean: bool = field(default=False, metadata=LATER)
    text: DocumentHash | None = field(default=None, metadata=LATER)


@dataclass(frozen=True, slots=True)
class Committed:
    """Git has committed. `message` is what it recorded.

    `state_failure_reason` says why the step was not completed, if it was not. `rejection` is the
    rejection of the completion, for people to read: nothing may be decided from it. `kept_hash`
    is the hash of a step that was completed before, if it is that of another commit.
    """

    commit_hash: str
    message: str
    state_update_failed: bool = False
    state_failure_reason: FailureReason | None = None
    rejection: Rejected | None = None
    all_steps_completed: bool = False
    kept_hash: str | None = field(default=None, metadata=LATER)


@dataclass(frozen=True, slots=True)
class NotCommitted:
    """Git did not commit, so nothing changed."""

    step: Anchor
