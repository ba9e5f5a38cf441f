"""Edits of a plan document, as people make them and as they should not."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from hashlib import sha256

from spec.vocabulary.items import ItemKind
from spec.vocabulary.plans import ItemDefinition, PlanDefinition, StepDefinition

Steps = tuple[StepDefinition, ...]


def edited(original: PlanDefinition, edit: str, change: Callable[[Steps], Steps]) -> PlanDefinition:
    """Return a document with changed steps, and a title and a hash of its own."""
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
    """Make every substep a step after its former parent."""
    return tuple(row for step in steps for row in (replace(step, substeps=()), *step.substeps))


def depending(steps: Steps, anchor: str) -> Steps:
    """Make the first step depend on an anchor."""
    return (replace(steps[0], dependencies=(*steps[0].dependencies, anchor)), *steps[1:])


def cycle_through_substep(steps: Steps) -> Steps:
    """Make the first step depend on a substep of its own."""
    return depending(with_added_substeps(steps), added_substep(steps[0].anchor).anchor)


def cycle_of_substeps(steps: Steps) -> Steps:
    """Add two substeps to the first step that depend on each other."""
    one, other = added_substep(steps[0].anchor), added_substep(f"{steps[0].anchor}-other")
    added = replace(one, dependencies=(other.anchor,)), replace(other, dependencies=(one.anchor,))
    return (replace(steps[0], substeps=(*steps[0].substeps, *added)), *steps[1:])


def with_items_reversed(steps: Steps) -> Steps:
    """Reverse the order of the items of each kind, one kind after the other."""
    changed = []
    for step in steps:
        items = (item for kind in ItemKind for item in step.items[::-1] if item.kind is kind)
        changed.append(replace(step, items=tuple(items)))
    return tuple(changed)


def renamed(steps: Steps, anchor: str) -> Steps:
    """Rename a step or substep and all references to it."""

    def name(each: str) -> str:
        return f"{each}-renamed" if each == anchor else each

    return tuple(
        replace(
            step,
            anchor=name(step.anchor),
            dependencies=tuple(map(name, step.dependencies)),
            substeps=renamed(step.substeps, anchor),
        )
        for step in steps
    )


def with_substep_renamed(steps: Steps) -> Steps:
    """Rename the first substep of all."""
    substeps = [substep.anchor for step in steps for substep in step.substeps]
    return renamed(steps, substeps[0]) if substeps else steps


def retitled(steps: Steps) -> Steps:
    """Change the title of every step."""
    return tuple(replace(step, title=f"{step.title}, again") for step in steps)


def with_substeps(steps: Steps, change: Callable[[Steps], Steps]) -> Steps:
    """Change the substeps of every step."""
    return tuple(replace(step, substeps=change(step.substeps)) for step in steps)


def with_substep_under_another(steps: Steps) -> Steps:
    """Move the first substep of the first step to the last step."""
    if len(steps) == 1 or not steps[0].substeps:
        return steps
    moved, *rest = steps[0].substeps
    last = replace(steps[-1], substeps=(*steps[-1].substeps, moved))
    return (replace(steps[0], substeps=tuple(rest)), *steps[1:-1], last)


def with_step_as_substep(steps: Steps) -> Steps:
    """Make the last step, with its substeps, substeps of the first."""
    if len(steps) == 1:
        return steps
    last = steps[-1]
    added = (replace(last, substeps=()), *last.substeps)
    return (replace(steps[0], substeps=(*steps[0].substeps, *added)), *steps[1:-1])


EDITS: dict[str, Callable[[Steps], Steps]] = {
    "item added": with_added_item,
    "item removed": without_last_item,
    "item moved": with_items_reversed,
    "step added": with_added_step,
    "step removed": without_last_step,
    "step moved": lambda steps: (*steps[1:], steps[0]),
    "step renamed": lambda steps: renamed(steps, steps[0].anchor),
    "step retitled": retitled,
    "steps reversed": lambda steps: steps[::-1],
    "substeps added": with_added_substeps,
    "substep moved": lambda steps: with_substeps(steps, lambda each: each[::-1]),
    "substep renamed": with_substep_renamed,
    "substep retitled": lambda steps: with_substeps(steps, retitled),
    "substep moved to another step": with_substep_under_another,
    "substeps made steps": with_substeps_as_steps,
    "step made substep": with_step_as_substep,
    "no steps": lambda _: (),
    "step repeated": lambda steps: (*steps, steps[0]),
    "unknown dependency": lambda steps: depending(steps, "nowhere"),
    "cycle": lambda steps: depending(steps, steps[-1].anchor),
    "cycle through a substep": cycle_through_substep,
    "cycle of substeps": cycle_of_substeps,
}
"""What happens to a document between two registrations, by its name."""


def edits(original: PlanDefinition) -> Iterator[PlanDefinition]:
    """Yield edited versions of a document, each with a hash of its own."""
    return (edited(original, shape, change) for shape, change in EDITS.items())
