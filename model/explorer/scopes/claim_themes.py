"""Scopes of claims: requests under none, the current and a stale one, and claims that resume."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from model.explorer.claim_ids import CURRENT_CLAIM, STALE_CLAIM
from model.explorer.scopes.areas import COMMIT_HASH
from model.explorer.scopes.scope import PLAN, TASK, WORKTREES, definition, scope
from model.explorer.scopes.themes import OTHER, PART, STEP, by_each
from spec.vocabulary.checklists import Batch, RecordArtifact, StatusChange, Update
from spec.vocabulary.claims import Claim
from spec.vocabulary.commits import Commit
from spec.vocabulary.completion import CommitLogEntry, Complete, Reconcile
from spec.vocabulary.holding import MOST_REASON_BYTES, Heartbeat, Release, Reset, Start
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import StepDefinition

HIGH_ID = 12
"""An id that is higher than those of the claims before it."""

TOO_LONG = "x" * (MOST_REASON_BYTES + 1)

PARENT = StepDefinition(STEP, "Build", substeps=(StepDefinition(PART, "Part", items=(TASK,)),))


def under_each(operation: Any) -> Iterator[Operation]:
    """Yield an operation under no claim, under the current one and under a stale one."""
    for claim_id in (None, CURRENT_CLAIM, STALE_CLAIM):
        yield replace(operation, claim_id=claim_id)


def of_a_holder(name: str) -> Iterator[Operation]:
    """Yield what a worktree asks for: claims, fenced and not, and everything under each claim."""
    yield Claim(PLAN, name, "", 0, 1)
    yield Claim(PLAN, name, "", 0, 1, fenced=True)
    yield from under_each(Claim(PLAN, name, "", 0, 1, force=True))
    yield from under_each(Start(PLAN, STEP, name, 0))
    yield from under_each(Heartbeat(PLAN, PART, name, 0, 1))
    yield from under_each(Update(PLAN, PART, name, (StatusChange("completed"),), "", 0))
    yield from under_each(Batch(PLAN, PART, name, (), "", 0, complete_remaining=True))
    yield from under_each(RecordArtifact(PLAN, PART, name, "log", "built", 0))
    yield from under_each(Complete(PLAN, PART, name, "", 0))
    yield from under_each(Complete(PLAN, STEP, name, "", 0, force=True))
    yield from under_each(Commit(PLAN, STEP, name, "", 0, COMMIT_HASH))
    yield from under_each(Release(PLAN, STEP, 0, name))
    yield from under_each(Release(PLAN, PART, 0, name))


def of_a_commit_log(anchor: str, force: bool) -> Iterator[Operation]:
    """Yield reconciliations with a commit of a step or substep, under each claim."""
    for claim_id in (None, CURRENT_CLAIM, STALE_CLAIM):
        entry = CommitLogEntry(PLAN, anchor, COMMIT_HASH, claim_id)
        yield Reconcile(PLAN, (entry,), 0, force)


def of_a_session(name: str) -> Iterator[Operation]:
    """Yield claims of a worktree whose session may have been cut off, renewals and releases."""
    yield Claim(PLAN, name, "", 0, 1)
    yield Claim(PLAN, name, "", 0, 1, resume=True)
    yield Claim(PLAN, name, "", 0, 1, resume=True, claim_id=STALE_CLAIM)
    yield Claim(PLAN, name, "", 0, 1, lowest_id=HIGH_ID)
    yield from (Heartbeat(PLAN, STEP, name, 0, 0, shorten=each) for each in (False, True))
    yield from (Complete(PLAN, anchor, name, "", 0) for anchor in (STEP, OTHER))
    yield Start(PLAN, OTHER, name, 0)
    yield from (Release(PLAN, STEP, 0, name, reason=each) for each in (None, "later", TOO_LONG))


RESUMING = scope(
    "resuming",
    "Two steps, worktrees that hold both, and a commit of an earlier text of one.",
    (definition("a", StepDefinition(STEP, "Build"), StepDefinition(OTHER, "Ship")),),
    2,
    (
        *by_each(2, of_a_session),
        Reset(PLAN, STEP, 0),
        *(
            Reconcile(PLAN, (CommitLogEntry(PLAN, STEP, COMMIT_HASH, None, True),), 0, force)
            for force in (False, True)
        ),
    ),
)

CLAIM_IDS = scope(
    "claim-ids",
    "A step and its substep under claims, fenced and not, and requests under each of them.",
    (definition("a", PARENT),),
    2,
    (
        *by_each(2, of_a_holder),
        *under_each(Release(PLAN, STEP, 0, None, force=True)),
        *under_each(Reset(PLAN, PART, 0)),
        *under_each(Reset(PLAN, STEP, 0)),
        *of_a_commit_log(STEP, force=False),
        *of_a_commit_log(STEP, force=True),
    ),
)

EARLIER = scope(
    "earlier",
    "A substep completed or released under an earlier claim than its step's: commits of both.",
    (definition("a", PARENT),),
    1,
    (
        Claim(PLAN, WORKTREES[0], "", 0, 0),
        Claim(PLAN, WORKTREES[0], "", 0, 0, fenced=True),
        Update(PLAN, PART, WORKTREES[0], (StatusChange("completed"),), "", 0),
        Complete(PLAN, PART, WORKTREES[0], "", 0),
        Release(PLAN, STEP, 0, WORKTREES[0]),
        Release(PLAN, PART, 0, WORKTREES[0], reason="later"),
        *under_each(Commit(PLAN, STEP, WORKTREES[0], "", 0, COMMIT_HASH)),
        *under_each(Commit(PLAN, PART, WORKTREES[0], "", 0, COMMIT_HASH)),
        *of_a_commit_log(STEP, force=False),
        *of_a_commit_log(PART, force=False),
    ),
    time_passes=False,
    finishes=False,
)
