"""Resynchronising a registered plan with its changed document, before A31 (PLN-7)."""

from dataclasses import replace

from model.items import is_deferred
from model.steps import done_when_all_completed, is_completed
from model.transition import Decision, accept
from spec.vocabulary.items import Item, ItemStatus
from spec.vocabulary.plans import Registered
from spec.vocabulary.state import Plan, Step

RESYNCHRONISED = ("PLN-7.4", "PLN-7.16", "PLN-7.17", "PLN-7.18")
"""The clauses on every resynchronisation, whatever it keeps."""


def resynchronised(old: Plan, new: Plan, stored: Registered) -> Decision:
    """Accept with the completed steps of a plan carried over into its new document."""
    # A step that moved to another level or parent is a new step (PLN-7.8).
    completed = {(step.anchor, step.parent) for step in old.steps if is_completed(step)}
    kept = kept_anchors(completed, new)
    before = {step.anchor: step for step in old.steps}
    steps = tuple(
        carried_over(before[step.anchor], step) if step.anchor in kept else step
        for step in new.steps
    )
    # Review cycle, iteration loop and counters do not depend on the document.
    around = replace(
        new,
        review_cycle=old.review_cycle,
        iteration_loop=old.iteration_loop,
        last_artifact_id=old.last_artifact_id,
        last_claim_id=old.last_claim_id,
    )
    plan = done_when_all_completed(replace(around, steps=steps))
    dropped = len(completed) - len(kept)
    outcome = replace(stored, resynced=True, kept=len(kept), dropped=dropped)
    return accept(outcome, *RESYNCHRONISED, plan=plan)


def kept_anchors(completed: set[tuple[str, str | None]], new: Plan) -> set[str]:
    """Return the anchors of the new document's steps that stay completed."""
    still_completed = {step.anchor for step in new.steps if (step.anchor, step.parent) in completed}
    # A step with an unfinished substep is not completed.
    unfinished_parents = {
        step.parent for step in new.steps if step.parent and step.anchor not in still_completed
    }
    return still_completed - unfinished_parents


def carried_over(before: Step, step: Step) -> Step:
    """Return a completed step with the new document's position and texts."""
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
    """Return an item of a completed step: a deferral is kept, everything else is completed."""
    if before and is_deferred(before):
        return replace(item, status=before.status, reason=before.reason)
    return replace(item, status=ItemStatus.COMPLETED)
