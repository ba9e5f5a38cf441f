"""Refusals: a request that was refused, why, and the plan as it was stored then."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from spec.vocabulary.items import Item, ItemStatus
from spec.vocabulary.operations import Operation
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.state import Plan, Step, StepStatus

HELD = (StepStatus.CLAIMED, StepStatus.IN_PROGRESS)
NO_HASH = "0" * 64
"""The hash of a document of which nothing is known."""


class Party(StrEnum):
    """Who can make the advised request."""

    CALLER = "caller"
    HOLDER = "holder"
    PERSON = "person"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refused request. For a commit that git has made, `request` is the completion refused.

    `request` is typed loosely, because each remedy knows which operations it is for.
    """

    plan: Plan | None
    request: Any
    rejected: Rejected

    def detail(self, name: str) -> Any:
        """Return a detail of the rejection, or `None`."""
        return dict(self.rejected.details).get(name)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps and substeps of the plan."""
        return self.plan.steps if self.plan else ()

    @property
    def step(self) -> Step | None:
        """The step that the request names, or `None`."""
        named = getattr(self.request, "step", None)
        return next((step for step in self.steps if step.anchor == named), None)

    @property
    def items(self) -> tuple[Item, ...]:
        """The items of that step."""
        return self.step.items if self.step else ()

    @property
    def parent(self) -> Step | None:
        """The step of the substep that the request names, or `None`."""
        above = self.step.parent if self.step else None
        return next((step for step in self.steps if step.anchor == above), None)

    @property
    def caller(self) -> str | None:
        """The worktree in whose name the request was made, or `None`."""
        found: str | None = getattr(self.request, "worktree", None)
        return found

    @property
    def document_hash(self) -> str:
        """The hash of the document if it is known: the request's, or the stored one."""
        stored = self.plan.document_hash if self.plan else NO_HASH
        return getattr(self.request, "document_hash", None) or stored

    def has_reviews(self) -> bool:
        """Return whether the plan has reviews."""
        return self.plan is not None and self.plan.review_cycle is not None

    def has_open_items(self) -> bool:
        """Return whether an item of the step is open."""
        return any(item.status == ItemStatus.OPEN for item in self.items)

    def without_id(self) -> bool:
        """Return whether the request has no claim id, although the step is fenced."""
        return self.detail("given") is None

    def is_an_authority(self) -> bool:
        """Return whether the request names no holder, such as a release by force."""
        return self.caller is None

    def holds(self, step: Step | None) -> bool:
        """Return whether the caller holds a step."""
        return step is not None and step.status in HELD and step.claimed_by == self.caller

    def is_free(self) -> bool:
        """Return whether the request names a worktree that holds no step.

        If the worktree held a step, a claim would reset its substeps.
        """
        return self.caller is not None and not any(map(self.holds, self.steps))

    def is_gap(self) -> bool:
        """Return whether the caller holds the parent of a pending substep.

        Only a claim of the parent claims such a substep.
        """
        return self.holds(self.parent) and self.detail("status") == StepStatus.PENDING


Condition = Callable[[Refusal], bool]


def of_request(kind: type[Operation], given: str | None = None) -> Condition:
    """Return the condition that the operation is of this kind, and its detail is `given`."""
    return lambda refusal: (
        isinstance(refusal.request, kind) and (given is None or refusal.detail("given") == given)
    )


def of_status(status: str) -> Condition:
    """Return the condition that the step has a status."""
    return lambda refusal: bool(refusal.detail("status") == status)


def always(_: Refusal) -> bool:
    """Apply to every refusal for a reason."""
    return True


@dataclass(frozen=True, slots=True)
class Remedy:
    """What one party can do about a refusal: `request` says which request that is.

    `applies` says to which refusals for the reason, and `when` says so in words, unless it is to
    all. After a remedy that `settles` the question, the refused request can be made again.
    """

    advice: str
    request: str
    operation: Callable[[Refusal], Operation]
    party: Party = Party.CALLER
    settles: bool = False
    when: str = ""
    applies: Condition = always
