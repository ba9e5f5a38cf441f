"""Situations: a state together with what surrounds it, as the explorer sees it.

Time is always 0 in a situation: leases are kept as the time that remains of them, and what is only
recorded, such as when a step was claimed, is not told apart. Two situations that differ in nothing
else behave alike.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from spec.vocabulary.operations import Operation
from spec.vocabulary.recovery import Count, Review
from spec.vocabulary.registering import PlanDefinition
from spec.vocabulary.state import Artifact, Plan, State, Step

OVER = -1
"""What remains of every lease that has ended; one with 0 left still holds (CLM-4)."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A millisecond passes."""


@dataclass(frozen=True, slots=True)
class Edit:
    """Somebody gives a plan's document another of its versions."""

    plan: str
    version: int


@dataclass(frozen=True, slots=True)
class Begin:
    """A plan is registered by a version of its document, and the orchestrator is given a step."""

    version: int
    review: Review
    count: Count


@dataclass(frozen=True, slots=True)
class NextCall:
    """The orchestrator makes its next call."""


@dataclass(frozen=True, slots=True)
class Fault:
    """The next call meets a fault: the store is away, or with a commit one of these fields set."""

    sentence: str
    commit: tuple[tuple[str, bool | None], ...] = ()


Event = Operation | Tick | Edit | Begin | NextCall | Fault


@dataclass(frozen=True, slots=True)
class Situation:
    """A state at time 0, and which version each plan's document has now, in the scope's order."""

    state: State
    documents: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Documents:
    """The plans of a scope and the versions of their documents."""

    versions: tuple[tuple[str, tuple[PlanDefinition, ...]], ...]

    def current(self, situation: Situation, plan: str) -> PlanDefinition | None:
        """Give the document that a plan has in a situation; none for an unknown plan."""
        for (path, versions), version in zip(self.versions, situation.documents, strict=True):
            if path == plan:
                return versions[version]
        return None

    def edited(self, situation: Situation, edit: Edit) -> Situation:
        """Give a plan's document another version."""
        return replace(
            situation,
            documents=tuple(
                edit.version if path == edit.plan else version
                for (path, _), version in zip(self.versions, situation.documents, strict=True)
            ),
        )


def timeless(state: State) -> State:
    """Forget when things happened: all records say 0, artifacts are numbered anew."""
    count = sum(len(step.artifacts) for plan in state.plans for step in plan.steps)
    plans = tuple(with_each_step(plan, timeless_step) for plan in state.plans)
    return State(plans, last_artifact_id=count)


def with_each_step(plan: Plan, change: Callable[[Step], Step]) -> Plan:
    """Change every step of a plan, keeping those that are as they were."""
    steps = tuple(change(step) for step in plan.steps)
    unchanged = all(new is old for new, old in zip(steps, plan.steps, strict=True))
    return plan if unchanged else replace(plan, steps=steps)


def timeless_step(step: Step) -> Step:
    """Forget when things happened to a step. Only the remaining lease matters."""
    lease = step.lease_expires_at
    records = (step.claimed_at, step.heartbeat_at, step.started_at, step.completed_at)
    if not any(records) and not step.artifacts and (lease is None or lease >= OVER):
        return step
    return replace(
        step,
        claimed_at=forgotten(step.claimed_at),
        heartbeat_at=forgotten(step.heartbeat_at),
        started_at=forgotten(step.started_at),
        completed_at=forgotten(step.completed_at),
        lease_expires_at=None if lease is None else max(lease, OVER),
        artifacts=tuple(
            Artifact(number, note.kind, note.summary, 0)
            for number, note in enumerate(step.artifacts, start=1)
        ),
    )


def forgotten(time: int | None) -> int | None:
    """Keep of a time only that there is one."""
    return None if time is None else 0


def after_tick(step: Step) -> Step:
    """Let a millisecond of a step's lease pass."""
    lease = step.lease_expires_at
    if lease is None or lease == OVER:
        return step
    return replace(step, lease_expires_at=lease - 1)


def names_in_order(state: State, worktrees: tuple[str, ...]) -> dict[str, str]:
    """Name the worktrees by the order in which they appear in a state, then those that do not.

    Worktrees are interchangeable: renamed states behave alike, under renamed operations.
    """
    found = [step.claimed_by for plan in state.plans for step in plan.steps if step.claimed_by]
    appearing = dict.fromkeys((*found, *worktrees))
    return dict(zip(appearing, worktrees, strict=True))


def renamed(state: State, names: dict[str, str]) -> State:
    """Give the worktrees of a state other names."""
    if all(old == new for old, new in names.items()):
        return state
    plans = (with_each_step(plan, lambda step: renamed_step(step, names)) for plan in state.plans)
    return replace(state, plans=tuple(plans))


def renamed_step(step: Step, names: dict[str, str]) -> Step:
    """Give the holder of a step another name."""
    if step.claimed_by is None or names[step.claimed_by] == step.claimed_by:
        return step
    return replace(step, claimed_by=names[step.claimed_by])
