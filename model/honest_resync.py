"""Resynchronising a registered plan with its changed document, since A31 (PLN-7)."""

from collections import defaultdict
from dataclasses import dataclass, replace

from model.holding import unclaimed
from model.items import is_touched
from model.steps import done_when_all_completed, is_completed, is_held
from model.transition import Decision, accept
from spec.vocabulary.items import Item, ItemKind
from spec.vocabulary.plans import Registered
from spec.vocabulary.state import Plan, Step, StepStatus

RESYNCHRONISED = ("PLN-7.4", "PLN-7.16", "PLN-7.17", "PLN-7.18", "PLN-7.38", "PLN-7.39")
"""The clauses on every resynchronisation, whatever it keeps."""


@dataclass(frozen=True, slots=True)
class Carried:
    """A step of the new document, its counterpart (PLN-7.21) if any, and whether it is kept."""

    step: Step
    before: Step | None
    is_kept: bool

    @property
    def after(self) -> Step:
        """The step as it is stored: new, kept, or pending with what did not change."""
        if self.before is None:
            return self.step
        state = self.before if self.is_kept else reopened(self.before)
        return replace(
            state,
            index=self.step.index,
            title=self.step.title,
            dependencies=self.step.dependencies,
            items=items_carried_over(self.before, self.step),
        )


def brought_up_to_date(old: Plan, new: Plan, stored: Registered) -> Decision:
    """Accept with all that a plan's new document left alone, and with what it did not."""
    before = {(step.anchor, step.parent): step for step in old.steps}
    kept = kept_anchors(old, new)
    rows = [
        Carried(step, before.get((step.anchor, step.parent)), step.anchor in kept)
        for step in new.steps
    ]
    # Review cycle, iteration loop and counter do not depend on the document.
    plan = replace(
        old,
        document_hash=new.document_hash,
        title=new.title,
        steps=tuple(row.after for row in rows),
    )
    present = {(step.anchor, step.parent) for step in new.steps}
    removed = [step for step in old.steps if (step.anchor, step.parent) not in present]
    outcome = reporting(stored, rows, removed)
    return accept(outcome, *RESYNCHRONISED, plan=done_when_all_completed(plan))


def reporting(stored: Registered, rows: list[Carried], removed: list[Step]) -> Registered:
    """Return the answer: whose progress is kept, whose changed and whose is gone."""
    worked = [row for row in rows if row.before and has_progress(row.before)]
    kept = tuple(row.step.anchor for row in worked if row.is_kept)
    changed = tuple(row.step.anchor for row in worked if not row.is_kept)
    gone = tuple(step.anchor for step in removed if has_progress(step))
    return replace(
        stored,
        resynced=True,
        kept=len(kept),
        dropped=len(changed) + len(gone),
        kept_steps=kept,
        changed_steps=changed,
        removed_steps=gone,
    )


def kept_anchors(old: Plan, new: Plan) -> set[str]:
    """Return the anchors of the new document's steps that stay what they are (PLN-7.23)."""
    before = {(step.anchor, step.parent): step for step in old.steps}
    counterparts = ((step, before.get((step.anchor, step.parent))) for step in new.steps)
    same = {
        step.anchor: counterpart
        for step, counterpart in counterparts
        if counterpart and is_unchanged(counterpart, step)
    }
    kept = {anchor for anchor, step in same.items() if not is_held(step)}
    # PLN-7.24: a step is completed only with all its substeps.
    for step in new.steps:
        finished = step.anchor in kept and is_completed(same[step.anchor])
        if step.parent in kept and is_completed(same[step.parent]) and not finished:
            kept.remove(step.parent)
    completed = {anchor for anchor in kept if is_completed(same[anchor])}
    # PLN-7.25: a step whose dependency is open again was begun on what has changed.
    held = [step for step in new.steps if step.anchor in same and is_held(same[step.anchor])]
    kept |= {
        step.anchor
        for step in held
        if step.parent is None and completed.issuperset(step.dependencies)
    }
    # PLN-7.26: a substep is held with its step only.
    return kept | {step.anchor for step in held if step.parent in kept}


def is_unchanged(before: Step, step: Step) -> bool:
    """Return whether the new document says of a step what the old one said (PLN-7.22)."""
    same_items = texts(before) == texts(step)
    same_dependencies = set(before.dependencies) == set(step.dependencies)
    return before.title == step.title and same_dependencies and same_items


def texts(step: Step) -> list[tuple[ItemKind, int, str]]:
    """Return what a document says of a step's items."""
    return [(item.kind, item.ordinal, item.text) for item in step.items]


def reopened(step: Step) -> Step:
    """Return a step that is not kept: pending, with its artifacts."""
    # CLM-14.20: the reason of a release is that of what the document no longer says.
    pending = unclaimed(step, release_reason=None)
    return replace(pending, completed_at=None, commit_hash=None, complete_reason=None)


def items_carried_over(before: Step, step: Step) -> tuple[Item, ...]:
    """Return the items of a step, each with the status of its counterpart (PLN-7.31)."""
    recorded: dict[tuple[ItemKind, str], list[Item]] = defaultdict(list)
    for item in reversed(before.items):
        recorded[item.kind, item.text].append(item)
    return tuple(carried_over(recorded[item.kind, item.text], item) for item in step.items)


def carried_over(recorded: list[Item], item: Item) -> Item:
    """Return an item with the status of the first recorded one, if any, which is then used up."""
    if not recorded:
        return item
    before = recorded.pop()
    return replace(item, status=before.status, reason=before.reason)


def has_progress(step: Step) -> bool:
    """Return whether anything was done on a step (PLN-7.34)."""
    worked_on = step.status is not StepStatus.PENDING or bool(step.artifacts)
    return worked_on or any(is_touched(item) for item in step.items)
