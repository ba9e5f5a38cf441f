"""Worlds: what surrounds a store in a run: plan documents with their edits, and worktrees."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from hashlib import sha256

from spec.vocabulary.items import ItemKind
from spec.vocabulary.plans import ItemDefinition, PlanDefinition, StepDefinition

Steps = tuple[StepDefinition, ...]

WORKTREES = ("worktrees/one", "worktrees/two", "worktrees/three")
UNKNOWN_PLAN = "plans/unknown.md"


@dataclass(frozen=True, slots=True)
class World:
    """Plan documents by path, each in several versions of which the first is the original."""

    documents: tuple[tuple[str, tuple[PlanDefinition, ...]], ...]
    worktrees: tuple[str, ...] = WORKTREES

    def versions(self, plan: str) -> tuple[PlanDefinition, ...]:
        """List the versions of a plan's document, of the first plan for an unknown path."""
        return dict(self.documents).get(plan, self.documents[0][1])

    def plans(self) -> tuple[str, ...]:
        """List the paths of the plans."""
        return tuple(path for path, _ in self.documents)


def world_of(definitions: dict[str, PlanDefinition]) -> World:
    """Make a world of plan documents and typical edits of each."""
    documents = tuple(
        (path, (original, *edits(original))) for path, original in definitions.items()
    )
    return World(documents)


def edits(original: PlanDefinition) -> Iterator[PlanDefinition]:
    """Edit a document as people do, and as they should not; every edit has a hash of its own."""
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
    yield edited(original, "circle", lambda steps: depending(steps, steps[-1].anchor))
    yield edited(original, "circle by a substep", lambda steps: circle_by_substep(steps))


def edited(original: PlanDefinition, edit: str, change: Callable[[Steps], Steps]) -> PlanDefinition:
    """Change a document's steps, and with them its title and its hash."""
    steps = change(original.steps)
    document_hash = sha256(f"{original.document_hash} {edit}".encode()).hexdigest()
    return PlanDefinition(f"{original.title} ({edit})", document_hash, steps)


def with_added_item(steps: Steps) -> Steps:
    """Add a task to the first step."""
    added = ItemDefinition(ItemKind.TASK, "An added task")
    return (replace(steps[0], items=(*steps[0].items, added)), *steps[1:])


def without_last_item(steps: Steps) -> Steps:
    """Take the last item away from every step that has one."""
    return tuple(
        replace(step, items=step.items[:-1], substeps=without_last_item(step.substeps))
        for step in steps
    )


def with_added_step(steps: Steps) -> Steps:
    """Add a step at the end, which depends on the first."""
    return (*steps, StepDefinition("added", "An added step", (steps[0].anchor,)))


def without_last_step(steps: Steps) -> Steps:
    """Take the last of several steps away, with what depends on it."""
    if len(steps) == 1:
        return (replace(steps[0], substeps=()),)
    gone = {steps[-1].anchor, *(substep.anchor for substep in steps[-1].substeps)}
    return independent_of(steps[:-1], gone)


def independent_of(steps: Steps, gone: set[str]) -> Steps:
    """Drop dependencies on steps that are gone."""
    return tuple(
        replace(
            step,
            dependencies=tuple(anchor for anchor in step.dependencies if anchor not in gone),
            substeps=independent_of(step.substeps, gone),
        )
        for step in steps
    )


def with_added_substeps(steps: Steps) -> Steps:
    """Add a substep with a few items to every step."""
    return tuple(
        replace(step, substeps=(*step.substeps, added_substep(step.anchor))) for step in steps
    )


def added_substep(parent: str) -> StepDefinition:
    """Make a substep whose anchor follows from its parent's."""
    items = tuple(ItemDefinition(kind, f"An added {kind}") for kind in ItemKind)
    return StepDefinition(f"{parent}-added", "An added substep", items=items)


def with_substeps_as_steps(steps: Steps) -> Steps:
    """Make every substep a step of its own behind its former parent."""
    return tuple(
        row
        for step in steps
        for row in (replace(step, substeps=()), *(substep for substep in step.substeps))
    )


def depending(steps: Steps, anchor: str) -> Steps:
    """Let the first step depend on an anchor."""
    return (replace(steps[0], dependencies=(*steps[0].dependencies, anchor)), *steps[1:])


def circle_by_substep(steps: Steps) -> Steps:
    """Let the first step depend on a substep of its own."""
    return depending(with_added_substeps(steps), added_substep(steps[0].anchor).anchor)
