"""Canonicalization: equal representations for situations that behave alike.

Only the remaining lease of a step matters for what follows, not when something was recorded, and
worktrees are interchangeable. So times are reduced to "there is one", leases to what remains of
them, and worktrees are renamed in order of appearance (symmetry reduction). For the ids of claims,
see `model.explorer.claim_ids`.

A rule that compares a recorded time, as the age of a claim, needs it kept here to show in a scope.
"""

from collections.abc import Callable
from dataclasses import replace

from model.explorer.claim_ids import ranked
from spec.vocabulary.state import Artifact, Plan, State, Step

EXPIRED = -1
"""What remains of every lease that has ended; a lease with 0 left is still live (CLM-4)."""


def without_times(state: State) -> State:
    """Return the state with every recorded time set to 0 and artifacts renumbered from 1."""
    plans = tuple(map_steps(plan, step_without_times) for plan in state.plans)
    # Before A32, the store counts the artifacts of all plans.
    last = sum(artifact_count(plan) for plan in plans if plan.last_artifact_id is None)
    return State(tuple(map(recounted, plans)), last_artifact_id=last)


def recounted(plan: Plan) -> Plan:
    """Return the plan with its counter set to the number of artifacts that are still there."""
    if plan.last_artifact_id in (None, artifact_count(plan)):
        return plan
    return replace(plan, last_artifact_id=artifact_count(plan))


def artifact_count(plan: Plan) -> int:
    """Return how many artifacts the steps of a plan have."""
    return sum(len(step.artifacts) for step in plan.steps)


def map_steps(plan: Plan, change: Callable[[Step], Step]) -> Plan:
    """Return the plan with every step changed, or the same plan if no step changes."""
    steps = tuple(change(step) for step in plan.steps)
    unchanged = all(new is old for new, old in zip(steps, plan.steps, strict=True))
    return plan if unchanged else replace(plan, steps=steps)


def step_without_times(step: Step) -> Step:
    """Return the step with its recorded times set to 0, its remaining lease kept."""
    lease = step.lease_expires_at
    records = (step.claimed_at, step.heartbeat_at, step.started_at, step.completed_at)
    if not any(records) and not step.artifacts and (lease is None or lease >= EXPIRED):
        return step
    return replace(
        step,
        claimed_at=zero(step.claimed_at),
        heartbeat_at=zero(step.heartbeat_at),
        started_at=zero(step.started_at),
        completed_at=zero(step.completed_at),
        lease_expires_at=None if lease is None else max(lease, EXPIRED),
        artifacts=tuple(
            Artifact(number, note.kind, note.summary, 0)
            for number, note in enumerate(step.artifacts, start=1)
        ),
    )


def zero(time: int | None) -> int | None:
    """Return 0 for a time, and `None` for `None`."""
    return None if time is None else 0


def tick_step(step: Step) -> Step:
    """Return the step after a millisecond of its lease has passed."""
    lease = step.lease_expires_at
    if lease is None or lease == EXPIRED:
        return step
    return replace(step, lease_expires_at=lease - 1)


def canonical_names(state: State, worktrees: tuple[str, ...]) -> dict[str, str]:
    """Return new names for the worktrees: in order of appearance, then those that hold nothing.

    Worktrees are interchangeable: renamed states behave alike, under renamed operations.
    """
    holders = [step.claimed_by for plan in state.plans for step in plan.steps if step.claimed_by]
    appearing = dict.fromkeys((*holders, *worktrees))
    return dict(zip(appearing, worktrees, strict=True))


def canonical_state(state: State, names: dict[str, str], claims_carried: bool) -> State:
    """Return the state with its worktrees renamed, and with canonical ids of claims."""
    return ranked(rename_worktrees(state, names), claims_carried)


def rename_worktrees(state: State, names: dict[str, str]) -> State:
    """Return the state with its worktrees renamed."""
    if all(old == new for old, new in names.items()):
        return state
    plans = tuple(map_steps(plan, lambda step: rename_holder(step, names)) for plan in state.plans)
    return replace(state, plans=plans)


def rename_holder(step: Step, names: dict[str, str]) -> Step:
    """Return the step with its holder renamed."""
    if step.claimed_by is None or names[step.claimed_by] == step.claimed_by:
        return step
    return replace(step, claimed_by=names[step.claimed_by])
