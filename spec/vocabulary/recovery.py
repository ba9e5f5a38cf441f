"""Recovery: what an orchestrator knows of the work on a step, what it sends, and how it ends."""

from collections.abc import Generator
from dataclasses import dataclass
from enum import StrEnum

from spec.vocabulary.commits import FailureReason
from spec.vocabulary.items import Item
from spec.vocabulary.operations import Operation
from spec.vocabulary.outcomes import Outcome


class Judgement(StrEnum):
    """What a reviewer says about a checkpoint."""

    PASS = "PASS"
    FAIL = "FAIL"
    BLOCKED = "BLOCKED"
    UNVERIFIED = "UNVERIFIED"


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What a reviewer says about the checkpoint with an ordinal, and why it did not pass."""

    ordinal: int
    judgement: Judgement
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Review:
    """What a reviewer says of a step: whether it is approved (APPROVE), and each checkpoint."""

    approved: bool
    checkpoints: tuple[Checkpoint, ...] = ()


@dataclass(frozen=True, slots=True)
class Count:
    """How many tasks and tests of a step its coder reports as completed."""

    tasks: int = 0
    tests: int = 0


@dataclass(frozen=True, slots=True)
class Work:
    """A step that a worktree works on, what its coder counted, and what its reviewer says."""

    plan: str
    step: str
    worktree: str
    review: Review
    count: Count = Count()


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
class Call:
    """An operation that an orchestrator sends, and the ids of the clauses that demand it.

    Whoever carries it out fills in the time, the document's hash and the commit's hash. Only the
    model gives clauses.
    """

    operation: Operation
    clauses: tuple[str, ...] = ()


Procedure = Generator[Call, Outcome, Ending]
"""A procedure of an orchestrator: yields its calls, receives their outcomes, returns its ending."""
