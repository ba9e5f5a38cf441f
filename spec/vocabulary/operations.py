"""Operations: everything that can be asked of a store, one class each, as data.

Every operation names one plan by its path and carries `now` in milliseconds. Operations that
look for drift carry `document_hash`, the hash that the plan's document has at that moment.
"""

from dataclasses import dataclass
from typing import get_args

from spec.vocabulary.agents import CheckCommand
from spec.vocabulary.commits import Commit
from spec.vocabulary.definitions import PlanDefinition
from spec.vocabulary.iterations import ReportIteration, StartIterations
from spec.vocabulary.reviews import ContinuePlan, ReviewOperation
from spec.vocabulary.state import ItemKind

DEFAULT_LEASE = 7_200_000
"""How long a claim keeps others away unless it says otherwise, in milliseconds."""


@dataclass(frozen=True, slots=True)
class Register:
    """Make a plan known, or bring a known one up to date with its changed document."""

    plan: str
    definition: PlanDefinition
    now: int


@dataclass(frozen=True, slots=True)
class Claim:
    """Take the next step that may be worked on. `lease` is in milliseconds, 0 or more."""

    plan: str
    worktree: str
    document_hash: str
    now: int
    lease: int = DEFAULT_LEASE
    force: bool = False


@dataclass(frozen=True, slots=True)
class Start:
    """Say that work on a claimed step has begun."""

    plan: str
    step: str
    worktree: str
    now: int


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """Renew the lease of a held step for `lease` milliseconds from now."""

    plan: str
    step: str
    worktree: str
    now: int
    lease: int = DEFAULT_LEASE


@dataclass(frozen=True, slots=True)
class Release:
    """Give a held step back before its lease ends, on a worktree's authority or by force."""

    plan: str
    step: str
    now: int
    worktree: str | None = None
    force: bool = False


@dataclass(frozen=True, slots=True)
class Reset:
    """Put an uncompleted step back to pending, whoever holds it."""

    plan: str
    step: str
    now: int


@dataclass(frozen=True, slots=True)
class Ready:
    """Ask which steps can be worked on."""

    plan: str
    now: int


@dataclass(frozen=True, slots=True)
class Show:
    """Ask for all that is stored of a plan."""

    plan: str
    document_hash: str
    now: int


@dataclass(frozen=True, slots=True)
class StatusChange:
    """A wanted status for items of a step.

    For one item; with `ordinal` none for all of a kind; with `kind` none too for every item. An
    ordinal without a kind names nothing and is a `ValueError`.
    """

    status: str
    kind: ItemKind | None = None
    ordinal: int | None = None

    def __post_init__(self) -> None:
        if self.ordinal is not None and self.kind is None:
            raise ValueError(f"ordinal {self.ordinal} names no item without a kind; give one")


@dataclass(frozen=True, slots=True)
class Update:
    """Change the status of items, all changes or none of them."""

    plan: str
    step: str
    worktree: str
    changes: tuple[StatusChange, ...]
    document_hash: str
    now: int
    allow_reopen: bool = False
    allow_drift: bool = False


@dataclass(frozen=True, slots=True)
class BatchEntry:
    """One line of a batch, as it came: its words may be unknown ones."""

    kind: str
    ordinal: int
    status: str
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Batch:
    """Complete or defer listed items and, if wanted, complete all that are open after that."""

    plan: str
    step: str
    worktree: str
    entries: tuple[BatchEntry, ...]
    document_hash: str
    now: int
    complete_remaining: bool = False
    allow_drift: bool = False


@dataclass(frozen=True, slots=True)
class RecordArtifact:
    """Leave a note on a held step."""

    plan: str
    step: str
    worktree: str
    kind: str
    summary: str
    now: int


@dataclass(frozen=True, slots=True)
class Complete:
    """Complete a held step: strictly, or by force with a reason."""

    plan: str
    step: str
    worktree: str
    document_hash: str
    now: int
    force: bool = False
    reason: str | None = None
    allow_drift: bool = False


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """A commit that says which step of which plan it completed."""

    plan: str
    step: str
    commit_hash: str


@dataclass(frozen=True, slots=True)
class Reconcile:
    """Complete what the history, newest commit first, says is done."""

    plan: str
    history: tuple[HistoryEntry, ...]
    now: int
    force: bool = False


Operation = (
    Register
    | Claim
    | Start
    | Heartbeat
    | Release
    | Reset
    | Ready
    | Show
    | Update
    | Batch
    | RecordArtifact
    | Complete
    | Reconcile
    | Commit
    | ReviewOperation
    | StartIterations
    | ReportIteration
    | CheckCommand
)

OPERATIONS: tuple[type[Operation], ...] = get_args(Operation)

QUERIES: tuple[type[Operation], ...] = (Ready, Show, ContinuePlan, CheckCommand)
"""The operations that only ask."""
