"""Advised requests: what replaces a refused request, or comes before it is made again."""

import re
from collections.abc import Callable
from dataclasses import MISSING, fields, replace
from typing import Any

from spec.remedies.refusal import Refusal
from spec.vocabulary.checklists import Batch, BatchEntry, StatusChange, Update
from spec.vocabulary.completion import Complete
from spec.vocabulary.items import ItemStatus
from spec.vocabulary.iterations import LEAST_SUMMARY_BYTES
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import PlanDefinition, Register, StepDefinition
from spec.vocabulary.state import StepStatus

REASON = "REASON"
"""Stands for the reason of a deferral or release, which only the caller knows."""

USUAL_ITERATIONS = 5
"""The limit of a loop that is started without one."""

Advised = Callable[[Refusal], Operation]


def changing(**changes: Any) -> Advised:
    """Return the advice to make the same request with these changes."""
    return lambda refusal: again(refusal, **changes)


def again(refusal: Refusal, **changes: Any) -> Operation:
    """Return the same request with these changes."""
    changed: Operation = replace(refusal.request, **changes)
    return changed


def asking(kind: type[Operation], **given: Any) -> Advised:
    """Return the advice to request an operation of this kind, with these fields."""
    return lambda refusal: requested(kind, refusal, **given)


def requested(kind: type[Operation], refusal: Refusal, **given: Any) -> Operation:
    """Return an operation with these fields; what else it needs, the refused request says."""
    needed = {each.name for each in fields(kind) if each.default is MISSING} - given.keys()
    known = {name: getattr(refusal.request, name) for name in needed - {"document_hash"}}
    if "document_hash" in needed:
        known["document_hash"] = refusal.document_hash
    return kind(**known, **given)


def by_holder(kind: type[Operation], refusal: Refusal, **given: Any) -> Operation:
    """Return an operation by the holder of a step, as the refused request was one."""
    request = refusal.request
    kept = {"allow_drift": request.allow_drift, "claim_id": request.claim_id}
    return requested(kind, refusal, **kept, **given)


def registering(refusal: Refusal) -> Operation:
    """Register the document as it is; of its steps, a refusal does not know anything."""
    step = StepDefinition("step-1", "Step 1")
    definition = PlanDefinition(refusal.request.plan, refusal.document_hash, (step,))
    return Register(refusal.request.plan, definition, refusal.request.now)


def completing_items(refusal: Refusal) -> Operation:
    """Complete the open items by name."""
    completed = (
        StatusChange(ItemStatus.COMPLETED, item.kind, item.ordinal)
        for item in refusal.items
        if item.status == ItemStatus.OPEN
    )
    return by_holder(Update, refusal, changes=tuple(completed))


def completing(refusal: Refusal) -> Operation:
    """Complete the step."""
    return by_holder(Complete, refusal)


def completing_substep(refusal: Refusal) -> Operation:
    """Complete the first substep that is not completed."""
    below = (step for step in refusal.steps if step.parent == refusal.request.step)
    left = (step.anchor for step in below if step.status is not StepStatus.COMPLETED)
    return by_holder(Complete, refusal, step=next(left, refusal.request.step))


def naming_each_once(refusal: Refusal) -> Operation:
    """Keep the first of the entries on each item."""
    kept: dict[tuple[str, int], BatchEntry] = {}
    for entry in refusal.request.entries:
        kept.setdefault((entry.kind, entry.ordinal), entry)
    return again(refusal, entries=tuple(kept.values()))


def with_known_statuses(refusal: Refusal) -> Operation:
    """Replace every status that cannot be given here by `completed`."""
    request = refusal.request
    if isinstance(request, Update):
        return again(refusal, changes=tuple(map(with_known_status, request.changes)))
    return again(refusal, entries=tuple(map(with_known_status, request.entries)))


def with_known_status(part: Any) -> Any:
    """Return a change or an entry, as completed if its status is not known there."""
    other = ItemStatus.OPEN if isinstance(part, StatusChange) else None
    known = (ItemStatus.COMPLETED, ItemStatus.DEFERRED, other)
    return part if part.status in known else replace(part, status=ItemStatus.COMPLETED)


def with_reasons(refusal: Refusal) -> Operation:
    """Return the request with a reason for every deferral, as a batch if it was none."""
    request = refusal.request
    if isinstance(request, Batch):
        return again(refusal, entries=tuple(map(with_reason, request.entries)))
    return by_holder(Batch, refusal, entries=deferrals(refusal))


def with_reason(entry: BatchEntry) -> BatchEntry:
    """Return an entry, with a reason if it lacks one that it needs."""
    unexplained = entry.status == ItemStatus.DEFERRED and not entry.reason
    return replace(entry, reason=REASON) if unexplained else entry


def deferrals(refusal: Refusal) -> tuple[BatchEntry, ...]:
    """Return the deferrals that an update asks for, as entries of a batch."""
    named: dict[tuple[str, int], BatchEntry] = {}
    for change in refusal.request.changes:
        if change.status == ItemStatus.DEFERRED:
            of_kind = [each for each in refusal.items if change.kind in (None, each.kind)]
            every = [(each.kind, each.ordinal) for each in of_kind]
            one = [(change.kind, change.ordinal)]
            for kind, ordinal in every if change.ordinal is None else one:
                named[kind, ordinal] = BatchEntry(kind, ordinal, ItemStatus.DEFERRED, REASON)
    return tuple(named.values())


def with_summary(refusal: Refusal) -> Operation:
    """Report again, with a summary that is large enough."""
    asked = refusal.request.least_summary_bytes
    usual = LEAST_SUMMARY_BYTES if asked is None else asked
    return again(refusal, summary_bytes=refusal.detail("least") or usual)


def with_readable_work(refusal: Refusal) -> Operation:
    """Report again, with the words of `work_remaining` one by one."""
    report = refusal.request.report
    words = re.findall(r"""[^\s\[\]"',]+""", str(report.work_remaining))
    return again(refusal, report=replace(report, work_remaining=tuple(words)))
