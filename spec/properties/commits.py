"""Step properties of commits."""

from collections.abc import Iterator
from dataclasses import replace

from spec.amendments.changes_2026_2 import COMMIT_ONCE, COMPLETION_IS_IDEMPOTENT
from spec.amendments.corrections import COMMIT_RECORDS_HASH, OWNERSHIP_FIRST
from spec.amendments.seed import FAILURE_REASON
from spec.properties.changes import Change, StepProperty, was_rejected
from spec.properties.conditions import row
from spec.properties.invariants import HELD
from spec.vocabulary.commits import Commit, Committed, FailureReason, NotCommitted
from spec.vocabulary.completion import Complete
from spec.vocabulary.rejections import Code, Rejected
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
    """Yield a completed step with another hash than the commit's, unless the answer has it."""
    operation, outcome = change.operation, change.outcome
    assert isinstance(operation, Commit)
    assert isinstance(outcome, Committed)
    step = row(change.after, operation.plan, operation.step)
    if step is None or step.commit_hash != (outcome.kept_hash or outcome.commit_hash):
        yield f"{operation.step} has the hash {step.commit_hash if step else None}"


def named_completed_step(change: Change) -> Step | None:
    """Return the completed step that a completion or a commit of git names, or `None`."""
    operation = change.operation
    if not isinstance(operation, Complete) and not was_committed(change):
        return None
    assert isinstance(operation, Complete | Commit)
    step = row(change.before, operation.plan, operation.step)
    return step if step and step.status is StepStatus.COMPLETED else None


def a_completed_step_can_be_completed_again(change: Change) -> Iterator[str]:
    """Yield an answer that the step is not the caller's, or a change of more than its hash."""
    outcome = change.outcome
    rejected = outcome.rejection if isinstance(outcome, Committed) else outcome
    if isinstance(rejected, Rejected) and rejected.code in NOT_THE_CALLERS:
        yield f"the step is completed, and the reply is {rejected}"
    for old, new in change.steps:
        with_the_hash = replace(old, commit_hash=old.commit_hash or new.commit_hash)
        if new != with_the_hash:
            yield f"{new.anchor} changed"


NOT_THE_CALLERS = (Code.OWNERSHIP_VIOLATION, Code.NOT_CLAIMED)


def has_nothing_new(change: Change) -> bool:
    """Return whether a commit was asked for, and not rejected, that git has made before."""
    operation = change.operation
    if not isinstance(operation, Commit) or was_rejected(change):
        return False
    return operation.clean and operation.found_commit is not None


def found_a_commit_beside_changes(change: Change) -> bool:
    """Return whether git has committed new work where it had made a commit before."""
    operation = change.operation
    if not isinstance(operation, Commit) or operation.clean:
        return False
    return operation.found_commit is not None and was_committed(change)


def new_work_has_its_own_commit(change: Change) -> Iterator[str]:
    """Yield the hash of an earlier commit where new work was committed."""
    operation, outcome = change.operation, change.outcome
    assert isinstance(operation, Commit)
    assert isinstance(outcome, Committed)
    if outcome.commit_hash != operation.commit_hash:
        yield f"{outcome.commit_hash} is answered, and {operation.commit_hash} was made"


def a_retry_without_new_work_makes_no_commit(change: Change) -> Iterator[str]:
    """Yield an answer, or a newly stored hash, that is not the commit that was found."""
    operation, outcome = change.operation, change.outcome
    assert isinstance(operation, Commit)
    answered = outcome.commit_hash if isinstance(outcome, Committed) else None
    if answered != operation.found_commit:
        yield f"git has made {operation.found_commit}, and the answer has {answered}"
    for old, new in change.steps:
        if old.commit_hash != new.commit_hash != operation.found_commit:
            yield f"{new.anchor} got {new.commit_hash}"


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
        about=(Committed, NotCommitted),
    ),
    StepProperty(
        "STP-14",
        "A commit has a `state_failure_reason` exactly if it did not complete its step.",
        was_committed,
        a_failed_update_says_why,
        (FAILURE_REASON,),
        about=(Committed,),
    ),
    StepProperty(
        "STP-15",
        "A step that a commit has completed has the commit's hash, or another one that the answer "
        "names.",
        completed_its_step,
        a_completed_step_knows_its_commit,
        (COMMIT_RECORDS_HASH,),
        about=(Committed,),
    ),
    StepProperty(
        "STP-16",
        "After a commit, only the holder of a step gets the reason `open_items`.",
        lambda change: was_committed(change) and update_failed(change),
        open_items_are_for_the_holder,
        (OWNERSHIP_FIRST,),
        about=(Committed,),
    ),
    StepProperty(
        "STP-35",
        "Completing a completed step again is not rejected as not held, and changes nothing but a "
        "missing hash.",
        lambda change: named_completed_step(change) is not None,
        a_completed_step_can_be_completed_again,
        (COMPLETION_IS_IDEMPOTENT,),
        about=(Complete, Committed),
    ),
    StepProperty(
        "STP-36",
        "A commit is not repeated without new work; its step records the existing commit.",
        has_nothing_new,
        a_retry_without_new_work_makes_no_commit,
        (COMMIT_ONCE,),
        about=(Commit,),
    ),
    StepProperty(
        "STP-68",
        "New work gets a commit of its own, whatever commit of the step was found.",
        found_a_commit_beside_changes,
        new_work_has_its_own_commit,
        about=(Commit,),
    ),
)
