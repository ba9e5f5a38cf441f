"""Recovery: the procedures of the orchestrator, carried out on a real store (REC).

What is asked, and how it ends, is decided in `spec.orchestration`. Here every call meets what is
real at that moment: the time, the plan's document, the store, and git.
"""

import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path

from impl.git.committing import CannotCommit, CommitRequest, GitError, commit_step
from impl.store.database.opening import Synchronous
from impl.store.refusal import Refused
from impl.store.store import Store, StoreUnavailable
from spec.orchestration import Call, Procedure
from spec.vocabulary import rejections
from spec.vocabulary.checklists import Batch
from spec.vocabulary.claims import Claim
from spec.vocabulary.commits import Commit, NotCommitted
from spec.vocabulary.completion import Complete
from spec.vocabulary.holding import Start
from spec.vocabulary.operations import Operation
from spec.vocabulary.outcomes import Outcome
from spec.vocabulary.recovery import Ending
from spec.vocabulary.showing import Show

NO_DOCUMENT = "0" * 64
"""The hash of no document: what cannot be read is not what was registered."""

Tell = Callable[[Operation, Outcome], None]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the calls of a procedure meet, looked at anew for each of them.

    `open_store` opens the store for one call; it raises `StoreUnavailable`, or `Refused` if there
    is none. `document_hash` gives none for a document that cannot be read. `commit` makes the git
    commit of a procedure that asks for one.
    """

    open_store: Callable[[], AbstractContextManager[Store]]
    document_hash: Callable[[], str | None]
    clock: Callable[[], int]
    commit: Callable[[Commit], Outcome] | None = None


def drive(procedure: Procedure, surroundings: Surroundings, tell: Tell = lambda *_: None) -> Ending:
    """Carry out whatever a procedure asks for, until it ends; `tell` hears every call."""
    heard = _hear(procedure)
    while isinstance(heard, Call):
        operation, outcome = carry_out(heard.operation, surroundings)
        tell(operation, outcome)
        heard = _hear(procedure, outcome)
    return heard


def carry_out(operation: Operation, surroundings: Surroundings) -> tuple[Operation, Outcome]:
    """Fill in what a call leaves open, and do it; give what was done, and its outcome.

    A store that cannot answer, and a document that cannot be read where work is based on it, count
    as E046 (REC-4).
    """
    assert isinstance(operation, Claim | Start | Batch | Commit | Show | Complete)
    operation = replace(operation, now=surroundings.clock())
    if isinstance(operation, Commit):
        assert surroundings.commit is not None
        return operation, surroundings.commit(operation)
    if not isinstance(operation, Start):
        found = surroundings.document_hash()
        if found is None and not isinstance(operation, Show):
            return operation, rejections.store_unavailable()
        operation = replace(operation, document_hash=found or NO_DOCUMENT)
    return operation, ask(operation, surroundings)


def ask(operation: Operation, surroundings: Surroundings) -> Outcome:
    """Ask the store that is there now."""
    try:
        with surroundings.open_store() as store:
            return store.apply(operation)
    except Refused as refusal:
        return refusal.rejected
    except (StoreUnavailable, sqlite3.Error, OSError):
        return rejections.store_unavailable()


def open_existing(
    path: Path, plan: str, timeout_seconds: float = 5.0, synchronous: Synchronous = "FULL"
) -> Store:
    """Open the store that is in a file, and make none: one that is not there has no plans.

    Raises `StoreUnavailable`, and `Refused` if there is no file.
    """
    if not path.exists():
        raise Refused(rejections.unknown_plan(plan))
    return Store.open(path, timeout_seconds=timeout_seconds, synchronous=synchronous)


def commit_with_git(request: CommitRequest, operation: Commit) -> Outcome:
    """Make a git commit for the step of an operation; the rest is as in the request."""
    request = replace(
        request,
        holder=operation.worktree,
        plan=operation.plan,
        step=operation.step,
        now=operation.now,
    )
    try:
        return commit_step(request).answer
    except (CannotCommit, GitError, OSError):
        return NotCommitted(operation.step)


def _hear(procedure: Procedure, outcome: Outcome | None = None) -> Call | Ending:
    """Tell a procedure an outcome, none at its beginning, and hear what it says."""
    try:
        return next(procedure) if outcome is None else procedure.send(outcome)
    except StopIteration as stop:
        ending: Ending = stop.value
        return ending
