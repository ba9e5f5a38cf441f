"""Refusals: a request that was refused, why, and the plan as it was stored then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spec.vocabulary.operations import Operation
    from spec.vocabulary.rejections import Rejected
    from spec.vocabulary.state import Plan, Step


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


NO_HASH = "0" * 64
"""The hash of a document of which nothing is known."""


def always(_: Refusal) -> bool:
    """Apply to every refusal for a reason."""
    return True


@dataclass(frozen=True, slots=True)
class Remedy:
    """What one party can do about a refusal: `request` says which request that is.

    `applies` says to which refusals for the reason, and `when` says so in words, unless it is to
    all. After a remedy that `settles` the question, the refused request can be made again.
    """

    party: Party
    advice: str
    request: str
    operation: Callable[[Refusal], Operation]
    settles: bool = False
    when: str = ""
    applies: Callable[[Refusal], bool] = always
