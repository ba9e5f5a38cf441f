"""Looking at the steps of a plan, and putting changed ones back."""

from collections.abc import Iterable
from dataclasses import replace

from spec.vocabulary.state import Plan, PlanStatus, Step, StepStatus


def find(plan: Plan, anchor: str) -> Step | None:
    """Find a step or substep by its anchor."""
    return next((step for step in plan.steps if step.anchor == anchor), None)


def top_level(plan: Plan) -> list[Step]:
    """List the steps that are no substeps, in document order."""
    return [step for step in plan.steps if step.parent is None]


def unfinished_substeps(plan: Plan, step: Step) -> list[Step]:
    """List the substeps of a step that are not completed, in document order."""
    return [
        substep
        for substep in plan.steps
        if substep.parent == step.anchor and not is_completed(substep)
    ]


def is_completed(step: Step) -> bool:
    """Tell whether a step is completed."""
    return step.status is StepStatus.COMPLETED


def is_held(step: Step) -> bool:
    """Tell whether a worktree has claimed the step and not yet completed it."""
    return step.status in (StepStatus.CLAIMED, StepStatus.IN_PROGRESS)


def all_completed(plan: Plan) -> bool:
    """Tell whether every top-level step is completed."""
    return all(is_completed(step) for step in top_level(plan))


def dependencies_completed(plan: Plan, step: Step) -> bool:
    """Tell whether everything that the step depends on is completed."""
    completed = {other.anchor for other in plan.steps if is_completed(other)}
    return all(dependency in completed for dependency in step.dependencies)


def with_steps(plan: Plan, changed: Iterable[Step]) -> Plan:
    """Put changed steps in the place of those with the same anchors."""
    by_anchor = {step.anchor: step for step in changed}
    return replace(plan, steps=tuple(by_anchor.get(step.anchor, step) for step in plan.steps))


def done_when_all_completed(plan: Plan) -> Plan:
    """Set the plan's status to what its top-level steps say (CMP-7)."""
    return replace(plan, status=PlanStatus.DONE if all_completed(plan) else PlanStatus.ACTIVE)
