"""The model in an edition under shallow layers, each of which is wrong in one simple way."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from model.apply import apply
from spec.editions import Edition
from spec.vocabulary.checklists import RecordArtifact
from spec.vocabulary.holding import Release
from spec.vocabulary.iterations import ReportIteration
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import Register
from spec.vocabulary.rejections import Code, Rejected
from spec.vocabulary.state import Plan, PlanStatus, State, Step, StepStatus
from tests.conformance.kit.layered_answers import ANSWERS


class LayeredModel:
    """The model in an edition, under layers that each change what it answers or stores."""

    def __init__(self, edition: Edition, layers: Sequence[str], state: State | None = None) -> None:
        self.edition = edition
        self.layers = layers
        self.state = state or State()

    def outcome(self, operation: Operation) -> Any:
        """Return the answer to an operation under all layers."""
        if "unknown plans" in self.layers and self.state.plan(operation.plan) is None:
            self.accept_unknown(operation)
        outcome: Any = self.applied(operation)
        if "cycles" in self.layers and isinstance(operation, Register):
            outcome = self.with_cycle(operation, outcome)
        for layer, again in UNCHECKED:
            if layer in self.layers and isinstance(outcome, Rejected):
                outcome = self.applied(again(operation, outcome.reason))
        for layer in self.layers:
            if change := ANSWERS.get(layer):
                outcome = change(operation, outcome)
        if "completed leases" in self.layers:
            self.state = each_step(self.state, with_lease)
        return outcome

    def applied(self, operation: Operation) -> Any:
        """Apply an operation as the edition does, and return the answer."""
        if any(layer in self.layers and is_refused(operation) for layer, is_refused in REFUSED):
            return Rejected(Code.INVALID_REQUEST, "not_supported")
        transition = apply(self.state, operation, self.edition)
        self.state = transition.state
        return transition.outcome

    def accept_unknown(self, operation: Operation) -> None:
        """Store a plan without steps under the path that is asked for."""
        if isinstance(operation, Register):
            return
        added = Plan(operation.plan, "0" * 64, "", PlanStatus.ACTIVE, ())
        plans = sorted((*self.state.plans, added), key=lambda plan: plan.path)
        self.state = replace(self.state, plans=tuple(plans))

    def with_cycle(self, operation: Register, outcome: Any) -> Any:
        """Register a plan whose steps depend on each other in a circle, as if they did not."""
        if not isinstance(outcome, Rejected) or outcome.code is not Code.CIRCULAR_DEPENDENCY:
            return outcome
        steps = tuple(replace(step, dependencies=()) for step in operation.definition.steps)
        free = replace(operation.definition, steps=steps)
        accepted = self.applied(replace(operation, definition=free))
        wanted = {step.anchor: step.dependencies for step in operation.definition.steps}

        def bound(step: Step) -> Step:
            return replace(step, dependencies=wanted.get(step.anchor, step.dependencies))

        self.state = each_step(self.state, bound, operation.plan)
        return accepted


def each_step(state: State, change: Callable[[Step], Step], path: str | None = None) -> State:
    """Return a state with its steps changed, or only those of one plan."""
    plans = (
        replace(plan, steps=tuple(map(change, plan.steps))) if path in (None, plan.path) else plan
        for plan in state.plans
    )
    return replace(state, plans=tuple(plans))


def with_lease(step: Step) -> Step:
    """Return a step with the start of its lease kept though it is completed."""
    completed = step.status is StepStatus.COMPLETED and step.heartbeat_at is None
    return replace(step, heartbeat_at=step.completed_at) if completed else step


def drifted(operation: Any, reason: str) -> Any:
    """Return an operation that allows another document, if that is why it was rejected."""
    allows = reason == "plan_drift" and hasattr(operation, "allow_drift")
    return replace(operation, allow_drift=True) if allows else operation


def with_summary(operation: Any, reason: str) -> Any:
    """Return a report with a large summary, if that is why it was rejected."""
    lacks = isinstance(operation, ReportIteration) and reason in (
        "missing_summary",
        "undersized_summary",
    )
    return replace(operation, summary_bytes=1_000_000) if lacks else operation


REFUSED: tuple[tuple[str, Callable[[Operation], bool]], ...] = (
    ("forced releases", lambda operation: isinstance(operation, Release) and operation.force),
    ("artifacts", lambda operation: isinstance(operation, RecordArtifact)),
)
"""Layers that refuse an operation whatever is stored."""
UNCHECKED: tuple[tuple[str, Callable[[Operation, str], Operation]], ...] = (
    ("any document", drifted),
    ("any summary", with_summary),
)
"""Layers that do not check one thing: what is rejected for it is applied without."""

OTHERS = ("swapped codes", "substeps", "drift", *(layer for layer, _ in REFUSED))
"""Five other layers: a wrong count, codes, a missing warning, and refusals."""
LAYERS = (
    "unknown plans",
    "cycles",
    "completed leases",
    *("one code", "unchanged items", "ready steps", "remaining steps"),
    *("dependencies", "iterations", "review model"),
)
"""Ten layers."""

STACKS: dict[str, tuple[str, ...]] = {
    "A26": ("shifted codes", "checklists", "slashes", "last steps", "drift", "any document"),
    "A31": ("shifted codes", "reconciled steps", "slashes", "force", "any summary", "ready steps"),
    "A46": ("shifted codes", "items", "order", "remaining steps", "unknown plans", "cycles"),
    "A36": ("swapped codes", "kept steps", "reclaims", "artifacts", "substeps", "any document"),
    "A38": (
        "one code",
        "order",
        "checklists",
        "slashes",
        "numbers of iterations",
        "remaining steps",
    ),
}
"""Other layers over amendments of other areas: codes, counts, paths, checks that are missing."""
