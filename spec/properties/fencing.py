"""Step properties of the ids of claims."""

from collections.abc import Iterator

from spec.amendments.changes_2026_2 import (
    FENCED_CLAIMS,
    IDS_KEPT_SECRET,
    IDS_OF_ONE_PLACE,
    RESUMED_CLAIMS,
    SINCE_WHEN,
)
from spec.amendments.seed import AUTO_RECLAIM
from spec.properties.changes import ACCEPTED, Change, StepProperty, was_rejected
from spec.properties.conditions import row
from spec.properties.invariants import HELD
from spec.properties.predicate import properties_in
from spec.vocabulary.checklists import Batch, RecordArtifact, Update
from spec.vocabulary.claims import Claim, Claimed
from spec.vocabulary.commits import Commit, Committed
from spec.vocabulary.completion import Complete
from spec.vocabulary.holding import Heartbeat, Release, Reset, Start
from spec.vocabulary.operations import Outcome
from spec.vocabulary.rejections import Code, Rejected
from spec.vocabulary.state import Step, StepStatus

ON_PARENT = (Start, Heartbeat, Update, Batch, RecordArtifact)
"""Operations that the holder of a substep's parent may make."""

ON_ROW = (Complete, Commit, Release, Reset)
"""Operations that look at the very step or substep alone."""

ON_A_STEP = ON_PARENT + ON_ROW

OF_A_HOLDER = (*ON_PARENT, Complete, Commit, Release)
"""Operations that only the holder of a step may make, unless a release is forced."""


def row_asked(change: Change) -> Step | None:
    """Return the row whose holder, and claim, decides about an operation, as it was before."""
    operation, outcome = change.operation, change.outcome
    if isinstance(operation, Claim):
        taken = outcome.anchor if isinstance(outcome, Claimed) else ""
        return row(change.before, operation.plan, taken)
    if not isinstance(operation, ON_A_STEP):
        return None
    step = row(change.before, operation.plan, operation.step)
    if step is not None and step.parent and isinstance(operation, ON_PARENT):
        return row(change.before, operation.plan, step.parent)
    return step


def id_carried(change: Change) -> int | None:
    """Return the id of a claim that an operation carries, or `None`."""
    carried: int | None = getattr(change.operation, "claim_id", None)
    return carried


def is_of_a_holder(change: Change) -> bool:
    """Return whether an operation is one that only the holder of a step may make."""
    operation = change.operation
    forced = isinstance(operation, Release) and operation.force
    return isinstance(operation, OF_A_HOLDER) and not forced


def rejection_of(outcome: Outcome) -> Rejected | None:
    """Return why an operation, or the completion of a commit, was rejected, or `None`."""
    if isinstance(outcome, Committed):
        return outcome.rejection
    return outcome if isinstance(outcome, Rejected) else None


def plan_was_there(change: Change) -> bool:
    """Return whether an operation on a plan was accepted."""
    return change.plan_after is not None and not was_rejected(change)


@StepProperty.stated("STP-43", plan_was_there, (FENCED_CLAIMS, IDS_OF_ONE_PLACE), about=ACCEPTED)
def only_a_claim_counts(change: Change) -> Iterator[str]:
    """A claim returns the last claim's id plus one, or the lowest that it may have if that is
    higher; nothing else is counted.
    """
    before, after, outcome = change.plan_before, change.plan_after, change.outcome
    assert after is not None
    last = before.last_claim_id if before else 0
    if isinstance(outcome, Claimed):
        assert isinstance(change.operation, Claim)
        wanted = max((last or 0) + 1, change.operation.lowest_id or 0)
        if (outcome.claim_id, after.last_claim_id) != (wanted, wanted):
            yield f"the claim after {last} has the id {outcome.claim_id}"
    elif after.last_claim_id != last:
        yield f"the last claim was {last}, and is {after.last_claim_id} without a claim"


def is_under_a_claim(change: Change) -> bool:
    """Return whether something was changed that a claim's id has to prove."""
    if was_rejected(change) or not change.steps:
        return False
    if id_carried(change) is not None:
        return True
    asked = row_asked(change) if is_of_a_holder(change) else None
    return asked is not None and asked.fenced


@StepProperty.stated("STP-44", is_under_a_claim, (FENCED_CLAIMS,), about=ACCEPTED)
def only_the_current_claim_changes_a_step(change: Change) -> Iterator[str]:
    """A request with a claim's id, or by the holder of a fenced step, changes a step only under its
    current claim.
    """
    asked, carried = row_asked(change), id_carried(change)
    current = asked.claim_id if asked else None
    if any(old != new for old, new in change.steps) and carried != current:
        # Ids are not named: where states are explored, they are not those of the trace.
        yield "changed under " + ("no claim's id" if carried is None else "another claim's id")


def holder_was_refused(change: Change) -> bool:
    """Return whether a request that names the holder and its claim was rejected."""
    carried = id_carried(change)
    if carried is None or rejection_of(change.outcome) is None:
        return False
    asked, named = row_asked(change), getattr(change.operation, "worktree", None)
    if asked is None:
        return False
    return (asked.claim_id, asked.claimed_by) == (carried, named)


@StepProperty.stated("STP-45", holder_was_refused, about=(Rejected, Committed))
def the_current_holder_is_believed(change: Change) -> Iterator[str]:
    """A request that names the holder and the current claim is never rejected as not holding the
    step.
    """
    rejection = rejection_of(change.outcome)
    if rejection is not None and rejection.code == Code.OWNERSHIP_VIOLATION:
        yield f"the holder under its claim was told {rejection}"


def a_stale_claim_was_rejected(change: Change) -> bool:
    """Return whether a request was rejected because of the id of its claim."""
    rejection = rejection_of(change.outcome)
    return rejection is not None and rejection.reason == "stale_claim"


@StepProperty.stated(
    "STP-60", a_stale_claim_was_rejected, (IDS_KEPT_SECRET,), about=(Rejected, Committed)
)
def only_the_carried_id_is_named(change: Change) -> Iterator[str]:
    """A rejection names no `claim_id` that the request does not carry."""
    rejection = rejection_of(change.outcome)
    for name, value in rejection.details if rejection else ():
        if name != "claimed_at" and isinstance(value, int) and value != id_carried(change):
            yield f"the request carries {id_carried(change)}, and is told that `{name}` is {value}"


def own_steps(change: Change) -> list[str]:
    """Return the steps that the worktree of a claim holds, and could claim again."""
    operation, plan = change.operation, change.plan_before
    assert isinstance(operation, Claim)
    steps = plan.steps if plan else ()
    done = {step.anchor for step in steps if step.status == StepStatus.COMPLETED}
    return [
        step.anchor
        for step in steps
        if step.parent is None
        and step.status in HELD
        and step.claimed_by == operation.worktree
        and done.issuperset(step.dependencies)
    ]


def resumes_a_step(change: Change) -> bool:
    """Return whether a claim got a step that asked for one that its worktree holds."""
    resumes = isinstance(change.operation, Claim) and change.operation.resume
    return resumes and isinstance(change.outcome, Claimed) and bool(own_steps(change))


@StepProperty.stated("STP-62", resumes_a_step, (RESUMED_CLAIMS, AUTO_RECLAIM), about=(Claimed,))
def the_own_step_is_taken(change: Change) -> Iterator[str]:
    """A claim that resumes what its worktree holds takes the first step that it holds."""
    assert isinstance(change.outcome, Claimed)
    first, *_ = own_steps(change)
    if change.outcome.anchor != first:
        yield f"{change.outcome.anchor} is claimed instead of {first}"


@StepProperty.stated(
    "STP-65", a_stale_claim_was_rejected, (SINCE_WHEN, IDS_KEPT_SECRET), about=(Rejected, Committed)
)
def the_claim_is_dated(change: Change) -> Iterator[str]:
    """The rejection of a stale claim names since when the step is held."""
    rejection, asked = rejection_of(change.outcome), row_asked(change)
    named = dict(rejection.details if rejection else ()).get("claimed_at")
    if asked is not None and named != asked.claimed_at:
        since = "not held" if asked.claimed_at is None else f"held since {asked.claimed_at}"
        yield f"{asked.anchor} is {since}, and the rejection names {named}"


FENCING_PROPERTIES = properties_in(globals(), StepProperty)
