"""Edits of a plan document, as people make them and as they should not."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from hashlib import sha256

from spec.vocabulary.items import ItemKind
from spec.vocabulary.plans import ItemDefinition, PlanDefinition, StepDefinition

Steps = tuple[StepDefinition, ...]


def edits(original: PlanDefinition) -> Iterator[PlanDefinition]:
    """Yield edited versions of a document, each with a hash of its own."""
    yield edited(original, "item added", with_added_item)
    yield edited(original, "item removed", without_last_item)
    yield edited(original, "step added", with_added_step)
    yield edited(original, "step removed", without_last_step)
    yield edited(original, "substeps added", with_added_substeps)
    yield edited(original, "substeps made steps", with_substeps_as_steps)
    yield edited(original, "steps reversed", lambda steps: tuple(reversed(steps)))
    yield edited(original, "no steps", lambda _: ())
    yield edited(original, "step repeated", lambda steps: (*steps, steps[0]))
    yield edited(original, "unknown dependency", lambda steps: depending(steps, "nowhere"))
    yield edited(original, "cycle", lambda steps: depending(steps, steps[-1].anchor))
    yield edited(original, "cycle through a substep", cycle_through_substep)


def edited(original: PlanDefinition, edit: str, change: Callable[[Steps], Steps]) -> PlanDefinition:
    """Return a document with changed steps, and with a title and a hash that say so."""
    document_hash = sha256(f"{original.document_hash} {edit}".encode()).hexdigest()
    return PlanDefinition(f"{original.title} ({edit})", document_hash, change(original.steps))


def with_added_item(steps: Steps) -> Steps:
    """Add a task to the first step."""
    added = ItemDefinition(ItemKind.TASK, "An added task")
    return (replace(steps[0], items=(*steps[0].items, added)), *steps[1:])


def without_last_item(steps: Steps) -> Steps:
    """Remove the last item of every step that has one."""
    return tuple(
        replace(step, items=step.items[:-1], substeps=without_last_item(step.substeps))
        for step in steps
    )


def with_added_step(steps: Steps) -> Steps:
    """Add a step at the end that depends on the first."""
    return (*steps, StepDefinition("added", "An added step", (steps[0].anchor,)))


def without_last_step(steps: Steps) -> Steps:
    """Remove the last of several steps, and the dependencies on it."""
    if len(steps) == 1:
        return (replace(steps[0], substeps=()),)
    gone = {steps[-1].anchor, *(substep.anchor for substep in steps[-1].substeps)}
    return independent_of(steps[:-1], gone)


def independent_of(steps: Steps, gone: set[str]) -> Steps:
    """Remove the dependencies on steps that are gone."""
    return tuple(
        replace(
            step,
            dependencies=tuple(anchor for anchor in step.dependencies if anchor not in gone),
            substeps=independent_of(step.substeps, gone),
        )
        for step in steps
    )


def with_added_substeps(steps: Steps) -> Steps:
    """Add a substep with an item of each kind to every step."""
    return tuple(
        replace(step, substeps=(*step.substeps, added_substep(step.anchor))) for step in steps
    )


def added_substep(parent: str) -> StepDefinition:
    """Return a substep whose anchor follows from its parent's."""
    items = tuple(ItemDefinition(kind, f"An added {kind}") for kind in ItemKind)
    return StepDefinition(f"{parent}-added", "An added substep", items=items)


def with_substeps_as_steps(steps: Steps) -> Steps:
    """Make every substep a step of its own behind its former parent."""
    return tuple(row for step in steps for row in (replace(step, substeps=()), *step.substeps))


def depending(steps: Steps, anchor: str) -> Steps:
    """Make the first step depend on an anchor."""
    return (replace(steps[0], dependencies=(*steps[0].dependencies, anchor)), *steps[1:])


def cycle_through_substep(steps: Steps) -> Steps:
    """Make the first step depend on a substep of its own."""
    return depending(with_added_substeps(steps), added_substep(steps[0].anchor).anchor)
