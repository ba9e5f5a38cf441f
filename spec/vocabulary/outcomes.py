"""Outcomes: what an operation is answered with. One class per answer, and one for rejections."""

from dataclasses import dataclass

from spec.vocabulary.agents import CommandChecked
from spec.vocabulary.commits import Committed, NotCommitted
from spec.vocabulary.iterations import IterationDecided, IterationsStarted
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.reviews import CycleChanged, Route, StopAnswered
from spec.vocabulary.state import Plan


@dataclass(frozen=True, slots=True)
class Registered:
    """Counts of what was stored, all 0 if the plan was already known.

    `kept` and `dropped` count the completed steps and substeps that a resynchronisation kept
    completed or made new again.
    """

    already_initialized: bool
    step_count: int = 0
    substep_count: int = 0
    dep_count: int = 0
    checklist_count: int = 0
    resynced: bool = False
    kept: int = 0
    dropped: int = 0


@dataclass(frozen=True, slots=True)
class Claimed:
    """The step that was given, and how much is left for others."""

    anchor: str
    title: str
    index: int
    lease_expires_at: int
    reclaimed: bool
    remaining_ready: int
    total_remaining: int


@dataclass(frozen=True, slots=True)
class NothingClaimable:
    """No step was given: all are completed, or `blocked` top-level steps are not."""

    all_completed: bool
    blocked: int


@dataclass(frozen=True, slots=True)
class Started:
    """Work on the step has begun."""

    anchor: str


@dataclass(frozen=True, slots=True)
class LeaseRenewed:
    """When the lease now ends."""

    lease_expires_at: int


@dataclass(frozen=True, slots=True)
class Released:
    """Who held the step."""

    was_claimed_by: str


@dataclass(frozen=True, slots=True)
class WasReset:
    """The step is pending."""

    anchor: str


@dataclass(frozen=True, slots=True)
class Readiness:
    """Every top-level step, by anchor, in exactly one of four lists in document order."""

    completed: tuple[str, ...]
    expired_claim: tuple[str, ...]
    ready: tuple[str, ...]
    blocked: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """What is stored of the plan, and whether its document has changed since."""

    plan: Plan
    drifted: bool


@dataclass(frozen=True, slots=True)
class ItemsUpdated:
    """How many items have another status than before."""

    items_updated: int


@dataclass(frozen=True, slots=True)
class ArtifactRecorded:
    """The id of the note."""

    artifact_id: int


@dataclass(frozen=True, slots=True)
class StepCompleted:
    """Whether force completed it, and whether it was the plan's last."""

    forced: bool
    all_steps_completed: bool


@dataclass(frozen=True, slots=True)
class HashMismatch:
    """A completed step whose stored commit is not the one in the history."""

    step: str
    stored_hash: str
    history_hash: str


@dataclass(frozen=True, slots=True)
class Reconciled:
    """How many history entries changed a step, and those that were skipped."""

    reconciled_count: int
    skipped_mismatches: tuple[HashMismatch, ...] = ()


Accepted = (
    Registered
    | Claimed
    | NothingClaimable
    | Started
    | LeaseRenewed
    | Released
    | WasReset
    | Readiness
    | Shown
    | ItemsUpdated
    | ArtifactRecorded
    | StepCompleted
    | Reconciled
    | Committed
    | NotCommitted
    | CycleChanged
    | StopAnswered
    | Route
    | IterationsStarted
    | IterationDecided
    | CommandChecked
)

Outcome = Accepted | Rejected
