"""Resynchronising a registered plan with its changed document, before A31 (PLN-7)."""

from dataclasses import replace

from model.items import is_deferred
from model.steps import done_when_all_completed, is_completed
from model.transition import Decision, accept, decided_by
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
    kept_steps = [step for step in steps if step.anchor in kept]
    clauses = decided_by(
        {
            "PLN-7.8": moved(completed, new),
            "PLN-7.13": len(kept) < len(steps),
            "PLN-7.14": any(step.artifacts for step in old.steps if step.anchor not in kept),
            "PLN-7.15": old.review_cycle or old.iteration_loop,
            "PLN-7.20": dropped,
            "CLM-19.3": old.last_claim_id,
            "CLM-19.9": any(step.claim_id is not None for step in old.steps),
        }
    )
    return accept(outcome, *RESYNCHRONISED, *clauses, *keeping(kept_steps), plan=plan)


def keeping(kept: list[Step]) -> list[str]:
    """Return the clauses on the steps and substeps that a resynchronisation keeps."""
    anchors = {step.anchor for step in kept}
    items = [item for step in kept for item in step.items]
    return decided_by(
        {
            "PLN-7.7": any(step.parent and step.parent not in anchors for step in kept),
            "PLN-7.9": kept,
            "PLN-7.10": kept,
            "PLN-7.11": any(is_deferred(item) for item in items),
            "PLN-7.12": not all(is_deferred(item) for item in items),
            "PLN-7.19": kept,
        }
    )


def moved(completed: set[tuple[str, str | None]], new: Plan) -> bool:
    """Return whether a completed step stands at another level, or under another parent."""
    anchors = {anchor for anchor, _ in completed}
    return any(
        step.anchor in anchors and (step.anchor, step.parent) not in completed for step in new.steps
    )


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
