"""Step properties of commits."""

from collections.abc import Iterator
from dataclasses import replace

from spec.amendments.changes_2026_2 import COMMIT_ONCE, COMPLETION_IS_IDEMPOTENT
from spec.amendments.corrections import COMMIT_RECORDS_HASH, OWNERSHIP_FIRST
from spec.amendments.seed import FAILURE_REASON
from spec.properties.changes import Change, StepProperty, was_rejected
from spec.properties.conditions import NOT_THE_CALLERS, row
from spec.properties.invariants import HELD
from spec.properties.predicate import properties_in
from spec.vocabulary.commits import Commit, Committed, FailureReason, NotCommitted
from spec.vocabulary.completion import Complete
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.state import Step, StepStatus


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


@StepProperty.stated("STP-13", update_failed, about=(Committed, NotCommitted))
def a_failed_update_changes_nothing(change: Change) -> Iterator[str]:
    """A commit that does not complete its step changes nothing."""
    if change.before != change.after:
        yield "a commit that did not complete its step changed the state"


@StepProperty.stated("STP-14", was_committed, (FAILURE_REASON,), about=(Committed,))
def a_failed_update_says_why(change: Change) -> Iterator[str]:
    """A commit has a `state_failure_reason` exactly if it did not complete its step."""
    outcome = change.outcome
    assert isinstance(outcome, Committed)
    if outcome.state_update_failed != (outcome.state_failure_reason is not None):
        yield f"failed {outcome.state_update_failed}, reason {outcome.state_failure_reason}"


@StepProperty.stated("STP-15", completed_its_step, (COMMIT_RECORDS_HASH,), about=(Committed,))
def a_completed_step_knows_its_commit(change: Change) -> Iterator[str]:
    """A step that a commit has completed has the commit's hash, or another one that the answer
    names.
    """
    operation, outcome = change.operation, change.outcome
    assert isinstance(operation, Commit)
    assert isinstance(outcome, Committed)
    step = row(change.after, operation.plan, operation.step)
    if step is None or step.commit_hash != (outcome.kept_hash or outcome.commit_hash):
        yield f"{operation.step} has the hash {step.commit_hash if step else None}"


@StepProperty.stated(
    "STP-16",
    lambda change: was_committed(change) and update_failed(change),
    (OWNERSHIP_FIRST,),
    about=(Committed,),
)
def open_items_are_for_the_holder(change: Change) -> Iterator[str]:
    """After a commit, only the holder of a step gets the reason `open_items`."""
    operation, outcome = change.operation, change.outcome
    assert isinstance(operation, Commit)
    assert isinstance(outcome, Committed)
    step = row(change.before, operation.plan, operation.step)
    holds = step is not None and step.status in HELD and step.claimed_by == operation.worktree
    if outcome.state_failure_reason is FailureReason.OPEN_ITEMS and not holds:
        yield f"{operation.worktree} does not hold {operation.step}"


def named_completed_step(change: Change) -> Step | None:
    """Return the completed step that a completion or a commit of git names, or `None`."""
    operation = change.operation
    if not isinstance(operation, Complete) and not was_committed(change):
        return None
    assert isinstance(operation, Complete | Commit)
    step = row(change.before, operation.plan, operation.step)
    return step if step and step.status is StepStatus.COMPLETED else None


@StepProperty.stated(
    "STP-35",
    lambda change: named_completed_step(change) is not None,
    (COMPLETION_IS_IDEMPOTENT,),
    about=(Complete, Committed),
)
def a_completed_step_can_be_completed_again(change: Change) -> Iterator[str]:
    """Completing a completed step again is not rejected as not held, and changes nothing but a
    missing hash.
    """
    outcome = change.outcome
    rejected = outcome.rejection if isinstance(outcome, Committed) else outcome
    if isinstance(rejected, Rejected) and rejected.code in NOT_THE_CALLERS:
        yield f"the step is completed, and the reply is {rejected}"
    for old, new in change.steps:
        with_the_hash = replace(old, commit_hash=old.commit_hash or new.commit_hash)
        if new != with_the_hash:
            yield f"{new.anchor} changed"


def has_nothing_new(change: Change) -> bool:
    """Return whether a commit was asked for, and not rejected, that git has made before."""
    operation = change.operation
    if not isinstance(operation, Commit) or was_rejected(change):
        return False
    return operation.clean and operation.found_commit is not None


@StepProperty.stated("STP-36", has_nothing_new, (COMMIT_ONCE,), about=(Commit,))
def a_retry_without_new_work_makes_no_commit(change: Change) -> Iterator[str]:
    """A commit is not repeated without new work; its step records the existing commit."""
    operation, outcome = change.operation, change.outcome
    assert isinstance(operation, Commit)
    answered = outcome.commit_hash if isinstance(outcome, Committed) else None
    if answered != operation.found_commit:
        yield f"git has made {operation.found_commit}, and the answer has {answered}"
    for old, new in change.steps:
        if old.commit_hash != new.commit_hash != operation.found_commit:
            yield f"{new.anchor} got {new.commit_hash}"


def found_a_commit_beside_changes(change: Change) -> bool:
    """Return whether git has committed new work where it had made a commit before."""
    operation = change.operation
    if not isinstance(operation, Commit) or operation.clean:
        return False
    return operation.found_commit is not None and was_committed(change)


@StepProperty.stated("STP-68", found_a_commit_beside_changes, about=(Commit,))
def new_work_has_its_own_commit(change: Change) -> Iterator[str]:
    """New work gets a commit of its own, whatever commit of the step was found."""
    operation, outcome = change.operation, change.outcome
    assert isinstance(operation, Commit)
    assert isinstance(outcome, Committed)
    if outcome.commit_hash != operation.commit_hash:
        yield f"{outcome.commit_hash} is answered, and {operation.commit_hash} was made"


COMMIT_PROPERTIES = properties_in(globals(), StepProperty)
