"""State: what a store holds, and the query for it. Immutable; equal states behave equally.

Times are whole milliseconds. Indexes and ordinals start at 0.
"""

from dataclasses import dataclass
from enum import StrEnum

from spec.vocabulary.domains import DocumentHash, Path, Time
from spec.vocabulary.items import Item
from spec.vocabulary.iteration_loops import IterationLoop
from spec.vocabulary.review_cycles import ReviewCycle


class PlanStatus(StrEnum):
    """The status of a plan."""

    ACTIVE = "active"
    DONE = "done"


class StepStatus(StrEnum):
    """The status of a step."""

    PENDING = "pending"
    CLAIMED = "claimed"
    IN_PROGRESS = "in_progress"
    COMPLETED = "completed"


@dataclass(frozen=True, slots=True)
class Artifact:
    """A note on a step. `id` increases in its plan (before A32: in the store), never reused."""

    id: int
    kind: str
    summary: str
    recorded_at: int


@dataclass(frozen=True, slots=True)
class Step:
    """A step, or a substep if it has a `parent`; its items ordered by kind and ordinal.

    `index` is its position in the document, steps and substeps interleaved. `complete_reason`
    is empty after a strict completion, a text after a forced one, and `None` otherwise.
    `claim_id` and `fenced` are those of the claim that holds or held it, `release_reason` is why it
    was released since.
    """

    anchor: str
    index: int
    title: str
    parent: str | None = None
    dependencies: tuple[str, ...] = ()
    status: StepStatus = StepStatus.PENDING
    claimed_by: str | None = None
    claimed_at: int | None = None
    lease_expires_at: int | None = None
    heartbeat_at: int | None = None
    started_at: int | None = None
    completed_at: int | None = None
    commit_hash: str | None = None
    complete_reason: str | None = None
    items: tuple[Item, ...] = ()
    artifacts: tuple[Artifact, ...] = ()
    claim_id: int | None = None
    fenced: bool = False
    release_reason: str | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """A registered plan. `path` is its identity, `document_hash` the SHA-256 of its document.

    `steps` are in document order: every step is followed by its substeps. Review cycle and
    iteration loop are `None` until they start; nothing about the steps depends on them.
    `last_claim_id` and `last_artifact_id` are the ids that were given last, 0 if none was; they
    are `None` before A29 and A32.
    """

    path: str
    document_hash: str
    title: str
    status: PlanStatus
    steps: tuple[Step, ...]
    review_cycle: ReviewCycle | None = None
    iteration_loop: IterationLoop | None = None
    last_artifact_id: int | None = None
    last_claim_id: int | None = None


@dataclass(frozen=True, slots=True)
class State:
    """The contents of a store: its plans ordered by path.

    `last_artifact_id` counts the artifacts of the store before A32, and is 0 since.
    """

    plans: tuple[Plan, ...] = ()
    last_artifact_id: int = 0

    def plan(self, path: str) -> Plan | None:
        """Return the plan with a path, or `None`."""
        for plan in self.plans:
            if plan.path == path:
                return plan
        return None


@dataclass(frozen=True, slots=True)
class Show:
    """Query everything that is stored of a plan."""

    plan: Path
    document_hash: DocumentHash
    now: Time


@dataclass(frozen=True, slots=True)
class Shown:
    """The stored plan, and whether its document has changed since."""

    plan: Plan
    drifted: bool
