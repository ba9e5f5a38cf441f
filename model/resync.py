"""Bringing a registered plan up to date with its changed document (PLN-7)."""

from dataclasses import replace

from model.steps import done_when_all_completed, is_completed
from model.transition import Decision, accept
from spec.vocabulary.items import Item, ItemStatus
from spec.vocabulary.plans import Registered
from spec.vocabulary.state import Plan, Step


def resynchronised(old: Plan, new: Plan, stored: Registered) -> Decision:
    """Carry the completed steps of a plan over into its new document, whose counts are given."""
    kept = kept_anchors(old, new)
    before = {step.anchor: step for step in old.steps}
    steps = tuple(
        carried_over(before[step.anchor], step) if step.anchor in kept else step
        for step in new.steps
    )
    # What goes on around the steps has nothing to do with the document.
    around = replace(new, review_cycle=old.review_cycle, iteration_loop=old.iteration_loop)
    plan = done_when_all_completed(replace(around, steps=steps))
    dropped = sum(is_completed(step) for step in old.steps) - len(kept)
    outcome = replace(stored, resynced=True, kept=len(kept), dropped=dropped)
    return accept(outcome, "PLN-7", plan=plan)


def kept_anchors(old: Plan, new: Plan) -> set[str]:
    """Name the steps of the new document that stay completed."""
    # A step that moved between the levels, or to another parent, is a new one.
    completed = {(step.anchor, step.parent) for step in old.steps if is_completed(step)}
    still_completed = {step.anchor for step in new.steps if (step.anchor, step.parent) in completed}
    # A step with a substep that is yet to be done is not done either.
    unfinished_parents = {
        step.parent for step in new.steps if step.parent and step.anchor not in still_completed
    }
    return still_completed - unfinished_parents


def carried_over(before: Step, step: Step) -> Step:
    """Keep what was recorded of a completed step, with the new document's place and texts."""
    recorded = {(item.kind, item.ordinal): item for item in before.items}
    return replace(
        before,
        index=step.index,
        title=step.title,
        dependencies=step.dependencies,
        items=tuple(
            carried_over_item(recorded.get((item.kind, item.ordinal)), item) for item in step.items
        ),
    )


def carried_over_item(before: Item | None, item: Item) -> Item:
    """Keep a deferral; everything else on a completed step is completed."""
    if before and before.status == ItemStatus.DEFERRED:
        return replace(item, status=before.status, reason=before.reason)
    return replace(item, status=ItemStatus.COMPLETED)
