"""Step properties of commits."""

from collections.abc import Iterator

from spec.amendments import COMMIT_RECORDS_HASH, FAILURE_REASON, OWNERSHIP_FIRST
from spec.properties.changes import Change, StepProperty
from spec.properties.conditions import row
from spec.properties.invariants import HELD
from spec.vocabulary.commits import Commit, Committed, FailureReason, NotCommitted


def was_committed(change: Change) -> bool:
    """Return whether git has committed."""
    return isinstance(change.outcome, Committed)


def update_failed(change: Change) -> bool:
    """Return whether a commit did not complete its step."""
    outcome = change.outcome
    if isinstance(outcome, Committed):
        return outcome.state_update_failed
    return isinstance(outcome, NotCommitted)


def completed_its_step(change: Change) -> bool:
    """Return whether a commit completed its step."""
    return was_committed(change) and not update_failed(change)


def a_failed_update_changes_nothing(change: Change) -> Iterator[str]:
    """Yield what a commit that did not complete its step changed."""
    if change.before != change.after:
        yield "a commit that did not complete its step changed the state"


def a_failed_update_says_why(change: Change) -> Iterator[str]:
    """Yield a missing reason of a failed update, or a reason of a successful one."""
    outcome = change.outcome
    assert isinstance(outcome, Committed)
    if outcome.state_update_failed != (outcome.state_failure_reason is not None):
        yield f"failed {outcome.state_update_failed}, reason {outcome.state_failure_reason}"


def a_completed_step_knows_its_commit(change: Change) -> Iterator[str]:
    """Yield a completed step whose hash is not the commit's."""
    operation = change.operation
    assert isinstance(operation, Commit)
    step = row(change.after, operation.plan, operation.step)
    if step is None or step.commit_hash != operation.commit_hash:
        yield f"{operation.step} has the hash {step.commit_hash if step else None}"


def open_items_are_for_the_holder(change: Change) -> Iterator[str]:
    """Yield an answer of open items to a caller who does not hold the step."""
    operation, outcome = change.operation, change.outcome
    assert isinstance(operation, Commit)
    assert isinstance(outcome, Committed)
    step = row(change.before, operation.plan, operation.step)
    holds = step is not None and step.status in HELD and step.claimed_by == operation.worktree
    if outcome.state_failure_reason is FailureReason.OPEN_ITEMS and not holds:
        yield f"{operation.worktree} does not hold {operation.step}"


COMMIT_PROPERTIES = (
    StepProperty(
        "STP-13",
        "A commit that does not complete its step changes nothing.",
        update_failed,
        a_failed_update_changes_nothing,
    ),
    StepProperty(
        "STP-14",
        "A commit says why it did not complete its step, exactly if it did not.",
        was_committed,
        a_failed_update_says_why,
        (FAILURE_REASON,),
    ),
    StepProperty(
        "STP-15",
        "A step that a commit has completed has the commit's hash.",
        completed_its_step,
        a_completed_step_knows_its_commit,
        (COMMIT_RECORDS_HASH,),
    ),
    StepProperty(
        "STP-16",
        "Only who holds a step is told, after a commit, that something of it is open.",
        lambda change: was_committed(change) and update_failed(change),
        open_items_are_for_the_holder,
        (OWNERSHIP_FIRST,),
    ),
)
