"""Advised requests: what replaces a refused request, or comes before it is made again."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from spec.remedies.refusal import Refusal
from spec.vocabulary.checklists import Batch, BatchEntry, StatusChange, Update
from spec.vocabulary.claims import Claim
from spec.vocabulary.completion import Complete
from spec.vocabulary.holding import Heartbeat, Reset
from spec.vocabulary.items import ItemStatus
from spec.vocabulary.iterations import LEAST_SUMMARY_BYTES, StartIterations
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import PlanDefinition, Register, StepDefinition
from spec.vocabulary.readiness import Ready
from spec.vocabulary.reviews import ContinuePlan, NewPlan
from spec.vocabulary.state import Show, Step, StepStatus

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


def registering(refusal: Refusal) -> Operation:
    """Register the document as it is; of its steps, a refusal does not know anything."""
    step = StepDefinition("step-1", "Step 1")
    definition = PlanDefinition(refusal.request.plan, refusal.document_hash, (step,))
    return Register(refusal.request.plan, definition, refusal.request.now)


def showing(refusal: Refusal) -> Operation:
    """Show the plan: its steps and their items."""
    return Show(refusal.request.plan, refusal.document_hash, refusal.request.now)


def listing(refusal: Refusal) -> Operation:
    """List the steps by what can be done with them."""
    return Ready(refusal.request.plan, refusal.request.now)


def claiming(refusal: Refusal) -> Operation:
    """Claim the next step."""
    request = refusal.request
    return Claim(request.plan, request.worktree, refusal.document_hash, request.now)


def open_items(step: Step | None) -> tuple[StatusChange, ...]:
    """Return the changes that complete each open item of a step by its name."""
    return tuple(
        StatusChange(ItemStatus.COMPLETED, item.kind, item.ordinal)
        for item in (step.items if step else ())
        if item.status == ItemStatus.OPEN
    )


def completing_items(refusal: Refusal) -> Operation:
    """Complete the open items by name."""
    request = refusal.request
    return Update(
        *(request.plan, request.step, request.worktree, open_items(refusal.step)),
        *(refusal.document_hash, request.now),
        allow_drift=request.allow_drift,
        claim_id=request.claim_id,
    )


def completing(refusal: Refusal) -> Operation:
    """Complete the step."""
    return complete(refusal, refusal.request.step)


def completing_substep(refusal: Refusal) -> Operation:
    """Complete the first substep that is not completed."""
    below = (step for step in refusal.steps if step.parent == refusal.request.step)
    left = (step.anchor for step in below if step.status is not StepStatus.COMPLETED)
    return complete(refusal, next(left, refusal.request.step))


def complete(refusal: Refusal, step: str) -> Complete:
    """Return the caller's completion of a step."""
    request = refusal.request
    return Complete(
        *(request.plan, step, request.worktree, refusal.document_hash, request.now),
        allow_drift=request.allow_drift,
        claim_id=request.claim_id,
    )


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
    return Batch(
        *(request.plan, request.step, request.worktree, deferrals(refusal)),
        *(request.document_hash, request.now),
        allow_drift=request.allow_drift,
        claim_id=request.claim_id,
    )


def with_reason(entry: BatchEntry) -> BatchEntry:
    """Return an entry, with a reason if it lacks one that it needs."""
    unexplained = entry.status == ItemStatus.DEFERRED and not entry.reason
    return replace(entry, reason=REASON) if unexplained else entry


def deferrals(refusal: Refusal) -> tuple[BatchEntry, ...]:
    """Return the deferrals that an update asks for, as entries of a batch."""
    named: dict[tuple[str, int], BatchEntry] = {}
    items = refusal.step.items if refusal.step else ()
    for change in refusal.request.changes:
        if change.status == ItemStatus.DEFERRED:
            of_kind = [each for each in items if change.kind in (None, each.kind)]
            every = [(each.kind, each.ordinal) for each in of_kind]
            one = [(change.kind, change.ordinal)]
            for kind, ordinal in every if change.ordinal is None else one:
                named[kind, ordinal] = BatchEntry(kind, ordinal, ItemStatus.DEFERRED, REASON)
    return tuple(named.values())


def renewing(refusal: Refusal) -> Operation:
    """Renew the lease of the step."""
    request = refusal.request
    return Heartbeat(request.plan, request.step, request.worktree, request.now)


def resetting(refusal: Refusal) -> Operation:
    """Return the step to pending."""
    return Reset(refusal.request.plan, refusal.request.step, refusal.request.now)


def starting_reviews(refusal: Refusal) -> Operation:
    """Start the reviews of the plan."""
    return NewPlan(refusal.request.plan, refusal.request.now)


def asking_how_to_continue(refusal: Refusal) -> Operation:
    """Query how to continue."""
    return ContinuePlan(refusal.request.plan, refusal.request.now)


def starting_iterations(refusal: Refusal) -> Operation:
    """Start a new loop."""
    return StartIterations(refusal.request.plan, USUAL_ITERATIONS, refusal.request.now)


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
