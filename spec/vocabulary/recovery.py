"""Recovery: what an orchestrator knows of the work on a step, what it sends, and how it ends."""

from collections.abc import Generator
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from spec.vocabulary.commits import FailureReason
from spec.vocabulary.domains import LIST, Anchor, Ordinal, Path, Reason, Size
from spec.vocabulary.items import Item
from spec.vocabulary.operations import Operation, Outcome


class Judgement(StrEnum):
    """What a reviewer says about a checkpoint."""

    PASS = "PASS"
    FAIL = "FAIL"
    BLOCKED = "BLOCKED"
    UNVERIFIED = "UNVERIFIED"


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What a reviewer says about the checkpoint with an ordinal, and why it did not pass."""

    ordinal: Ordinal
    judgement: Judgement
    reason: Reason = ""


@dataclass(frozen=True, slots=True)
class Review:
    """What a reviewer says of a step: whether it is approved (APPROVE), and each checkpoint."""

    approved: bool
    checkpoints: Annotated[tuple[Checkpoint, ...], LIST] = ()


@dataclass(frozen=True, slots=True)
class Count:
    """How many tasks and tests of a step its coder reports as completed, and as still open."""

    tasks: Size = 0
    tests: Size = 0
    open_tasks: Size = 0
    open_tests: Size = 0


@dataclass(frozen=True, slots=True)
class Work:
    """A step that a worktree works on, what its coder counted, and what its reviewer says.

    `claim_id` is that of the claim under which it is worked on, if that is known.
    """

    plan: Path
    step: Anchor
    worktree: Path
    review: Review
    count: Count = Count()
    claim_id: int | None = None


class Result(StrEnum):
    """How a procedure ends."""

    COMPLETED = "completed"
    ESCALATED = "escalated"
    HALTED = "halted"
    NOT_STARTED = "not_started"
    NOT_APPROVED = "not_approved"
    NOT_COMMITTED = "not_committed"


@dataclass(frozen=True, slots=True)
class Ending:
    """How a procedure ended, and what an escalation has to name.

    `reason` is why the step is not completed; `attempts` counts those of the recovery, the last
    included; `clauses` are the ids of the clauses that decided the end. `open_items` and
    `open_substeps` are what the last answered query of a recovery that escalates showed, none if
    no query was answered.
    """

    result: Result
    step: str = ""
    attempts: int = 0
    reason: FailureReason | None = None
    open_items: tuple[Item, ...] | None = None
    open_substeps: tuple[str, ...] | None = None
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SentCall:
    """An operation that an orchestrator sends, and the ids of the clauses that demand it.

    Whoever carries it out fills in the time, the document's hash and the commit's hash, and first
    prints `progress` for people, if there is any. Only the model gives clauses, and only the
    implementation progress.
    """

    operation: Operation
    clauses: tuple[str, ...] = ()
    progress: str = ""


Procedure = Generator[SentCall, Outcome, Ending]
"""A procedure of an orchestrator: yields its calls, receives their outcomes, returns its ending."""
