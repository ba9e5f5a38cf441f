"""Step properties of holding a step."""

from collections.abc import Iterator

from spec.amendments.changes_2026_2 import (
    CONTINUING_EVERYWHERE,
    FENCED_CLAIMS,
    NEVER_EARLIER,
    RELEASE_REASONS,
)
from spec.amendments.corrections import FORCE_CASCADE
from spec.properties.changes import ACCEPTED, Change, StepProperty, accepted, was_rejected
from spec.properties.conditions import row
from spec.properties.invariants import HELD, item_status
from spec.properties.predicate import properties_in
from spec.vocabulary.claims import Claim, Claimed
from spec.vocabulary.completion import Reconciled, StepCompleted
from spec.vocabulary.holding import (
    Heartbeat,
    LeaseRenewed,
    Release,
    Released,
    ResetResult,
    Start,
)
from spec.vocabulary.items import ItemStatus
from spec.vocabulary.plans import Register
from spec.vocabulary.readiness import Readiness, Ready
from spec.vocabulary.state import StepStatus


def has_started_it(change: Change) -> bool:
    """Return whether a worktree starts, under its claim, what it has started already."""
    operation = change.operation
    if not isinstance(operation, Start):
        return False
    step = row(change.before, operation.plan, operation.step)
    if step is None or step.status is not StepStatus.IN_PROGRESS:
        return False
    unproven = operation.claim_id is None and not step.fenced
    under_claim = unproven or operation.claim_id == step.claim_id
    return under_claim and step.claimed_by == operation.worktree


@StepProperty.stated("STP-55", has_started_it, (CONTINUING_EVERYWHERE,), about=(Start,))
def a_start_can_be_repeated(change: Change) -> Iterator[str]:
    """The holder of a step may start it again under its claim; that changes nothing."""
    if was_rejected(change):
        yield "its holder has started it, and may not do so again"
    if change.before != change.after:
        yield "starting it again changed something"


def renews_a_live_lease(change: Change) -> bool:
    """Return whether a heartbeat that does not ask to shorten renews a lease that is live."""
    operation = change.operation
    if not isinstance(operation, Heartbeat) or operation.shorten:
        return False
    step = row(change.before, operation.plan, operation.step)
    return step is not None and (step.lease_expires_at or -1) >= operation.now


@StepProperty.stated("STP-64", renews_a_live_lease, (NEVER_EARLIER,), about=(LeaseRenewed,))
def its_end_is_not_earlier(change: Change) -> Iterator[str]:
    """A heartbeat without `shorten` does not move the expiry of a live lease earlier."""
    for old, new in change.steps:
        if (new.lease_expires_at or -1) < (old.lease_expires_at or -1):
            yield f"expiry was {old.lease_expires_at} and is {new.lease_expires_at}"


def steps_stay(change: Change) -> bool:
    """Return whether a change leaves the steps of a plan what they are."""
    return bool(change.steps) and not isinstance(change.operation, Register)


@StepProperty.stated("STP-66", steps_stay, (RELEASE_REASONS, FENCED_CLAIMS), about=ACCEPTED)
def a_reason_lasts_until_the_next_claim(change: Change) -> Iterator[str]:
    """A step keeps the reason of its last release until it is claimed, and has none before."""
    operation = change.operation
    for old, new in change.steps:
        kept = old.release_reason
        if isinstance(operation, Release) and new.anchor == operation.step:
            kept = operation.reason
        elif isinstance(operation, Release) and new.parent == operation.step:
            kept = kept if old.status is StepStatus.COMPLETED else operation.reason
        elif isinstance(operation, Claim) and new.claim_id != old.claim_id:
            kept = None
        if new.release_reason != kept:
            yield f"the reason of {new.anchor} is {new.release_reason!r}, expected {kept!r}"


@StepProperty.stated("STP-74", accepted(Ready), about=(Readiness,))
def what_is_listed_as_ready_can_be_claimed(change: Change) -> Iterator[str]:
    """A step is listed as ready exactly when it is pending and all that it depends on completed."""
    ready = change.outcome.ready if isinstance(change.outcome, Readiness) else ()
    steps = change.plan_before.steps if change.plan_before else ()
    completed = {step.anchor for step in steps if step.status is StepStatus.COMPLETED}
    for step in steps:
        claimable = step.status is StepStatus.PENDING and completed.issuperset(step.dependencies)
        if step.parent is None and claimable != (step.anchor in ready):
            waits_for = ", ".join(set(step.dependencies) - completed) or "nothing"
            yield f"{step.anchor} is {step.status} and waits for {waits_for}"


@StepProperty.stated("STP-70", accepted(Ready), about=(Readiness,))
def what_is_listed_as_expired_has_expired(change: Change) -> Iterator[str]:
    """A step is listed as an expired claim exactly when its lease has expired."""
    expired = change.outcome.expired_claim if isinstance(change.outcome, Readiness) else ()
    for step in change.plan_before.steps if change.plan_before else ():
        end = step.lease_expires_at
        ended = step.status in HELD and end is not None and end < change.operation.now
        if step.parent is None and ended != (step.anchor in expired):
            yield f"{step.anchor} is {step.status}, its lease is {end}"


@StepProperty.stated(
    "STP-76", lambda change: isinstance(change.outcome, Claimed), (FENCED_CLAIMS,), about=(Claimed,)
)
def a_claim_gives_what_it_asks_for(change: Change) -> Iterator[str]:
    """A claimed step and its unfinished substeps have the worktree, lease and id of the claim."""
    claim, claimed = change.operation, change.outcome
    assert isinstance(claim, Claim)
    assert isinstance(claimed, Claimed)
    wanted = {
        "status": StepStatus.CLAIMED,
        "claimed_by": claim.worktree,
        "claimed_at": claim.now,
        "lease_expires_at": claim.now + claim.lease,
        "claim_id": claimed.claim_id,
        "fenced": claim.fenced,
    }
    for step in change.plan_after.steps if change.plan_after else ():
        is_taken = claimed.anchor in (step.anchor, step.parent)
        wrong = [name for name, value in wanted.items() if getattr(step, name) != value]
        if is_taken and step.status is not StepStatus.COMPLETED and wrong:
            yield f"{step.anchor} is not held as the claim asks: {', '.join(wrong)}"


def is_reclaim(change: Change) -> bool:
    """Return whether a step that was held has been claimed."""
    return isinstance(change.outcome, Claimed) and change.outcome.reclaimed


@StepProperty.stated("STP-71", is_reclaim, about=(Claimed,))
def a_reclaim_opens_the_items_of_unfinished_substeps(change: Change) -> Iterator[str]:
    """After a reclaim, every item of a substep that is not completed is open."""
    anchor = change.outcome.anchor if isinstance(change.outcome, Claimed) else None
    for _, step in change.steps:
        if step.parent == anchor and step.status is not StepStatus.COMPLETED:
            for item in step.items:
                if item.status != ItemStatus.OPEN:
                    yield item_status(step, item)


def ends_deferrals(change: Change) -> bool:
    """Return whether steps were given back, or completed by force or by the commit log."""
    by_force = isinstance(change.outcome, StepCompleted) and change.outcome.forced
    return by_force or isinstance(change.outcome, Released | ResetResult | Reconciled)


@StepProperty.stated(
    "STP-72",
    ends_deferrals,
    (FORCE_CASCADE,),
    about=(Released, ResetResult, StepCompleted, Reconciled),
)
def deferrals_end_with_the_work(change: Change) -> Iterator[str]:
    """A step or substep has no deferred item after its release or reset, and after its completion
    by force or by the commit log.
    """
    named = getattr(change.operation, "step", "")
    for old, new in change.steps:
        completed = old.status is not StepStatus.COMPLETED is new.status
        given_back = named in (new.anchor, new.parent) and new.status is StepStatus.PENDING
        if completed or given_back:
            for item in new.items:
                if item.status == ItemStatus.DEFERRED:
                    yield item_status(new, item)


HOLDING_PROPERTIES = properties_in(globals(), StepProperty)
