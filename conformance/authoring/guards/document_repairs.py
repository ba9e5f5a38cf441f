"""Repairs of documents: what cannot be registered, put right in one place."""

from collections.abc import Callable
from dataclasses import replace

from spec.vocabulary.plans import PlanDefinition, StepDefinition
from spec.vocabulary.rejections import Rejected

Steps = tuple[StepDefinition, ...]


def changed(
    definition: PlanDefinition, change: Callable[[StepDefinition], StepDefinition]
) -> Steps:
    """Change every step and substep of a document."""
    return tuple(
        replace(change(step), substeps=tuple(change(below) for below in step.substeps))
        for step in definition.steps
    )


def with_a_step(definition: PlanDefinition, _: Rejected) -> PlanDefinition:
    """Return the document with a step."""
    return replace(definition, steps=(StepDefinition("added", "Added"),))


def with_another_anchor(definition: PlanDefinition, refused: Rejected) -> PlanDefinition:
    """Rename whatever has an anchor for the second time."""
    anchor = dict(refused.details)["step"]
    seen = 0

    def renamed(step: StepDefinition) -> StepDefinition:
        nonlocal seen
        seen += step.anchor == anchor
        repeated = step.anchor == anchor and seen > 1
        return replace(step, anchor=f"{anchor}-{seen}") if repeated else step

    return replace(definition, steps=changed(definition, renamed))


def without_dependency(definition: PlanDefinition, refused: Rejected) -> PlanDefinition:
    """Take a dependency away from the step that was refused, or all if none is named."""
    details = dict(refused.details)

    def without(step: StepDefinition) -> StepDefinition:
        kept = tuple(on for on in step.dependencies if on != details.get("dependency", on))
        return replace(step, dependencies=kept) if step.anchor == details["step"] else step

    return replace(definition, steps=changed(definition, without))


DOCUMENT_REPAIRS: dict[str, Callable[[PlanDefinition, Rejected], PlanDefinition]] = {
    "plan_without_steps": with_a_step,
    "duplicate_anchor": with_another_anchor,
    "unknown_dependency": without_dependency,
    "circular_dependency": without_dependency,
}
