"""Run properties: what holds of a whole run of the orchestrator, whatever happens around it."""

from collections.abc import Iterator
from itertools import pairwise

from spec.amendments.corrections import OWNERSHIP_FIRST, RECOVERY_VERIFIES_STEP
from spec.amendments.seed import (
    COMPLETE_REMAINING,
    DEFERRED_ONLY_BATCH,
    FAILURE_REASON,
    RECOVERY_LOOP,
)
from spec.properties.conditions import NOT_THE_CALLERS
from spec.properties.predicate import Predicate, properties_in
from spec.properties.recorded_runs import (
    RecordedRun,
    failed_by_open_items_alone,
    failed_checkpoints,
    has_failed_checkpoint,
    is_curable,
    item_changes,
    recovered,
    said_completed,
    step_in,
    was_approved,
    was_not_approved,
)
from spec.vocabulary.checklists import Batch, ItemsUpdated, Update
from spec.vocabulary.claims import Claim
from spec.vocabulary.commits import Commit
from spec.vocabulary.completion import Complete
from spec.vocabulary.holding import Release, Reset
from spec.vocabulary.items import ItemKind, ItemStatus
from spec.vocabulary.recovery import Result
from spec.vocabulary.rejections import Code, Rejected
from spec.vocabulary.state import Show, Shown, StepStatus

CURABLE = (Code.INCOMPLETE_CHECKLIST,)
"""The rejections that another attempt may cure."""


MOST_ATTEMPTS = 3
"""How many attempts REC-2 allows, whatever the orchestrator takes for the limit."""


RunProperty = Predicate[RecordedRun]


@RunProperty.stated("RUN-1", recovered, (RECOVERY_LOOP,))
def every_recovery_ends_in_time(run: RecordedRun) -> Iterator[str]:
    """After a failed commit, at most three attempts lead to success or to an escalation."""
    queries = sum(isinstance(exchange.operation, Show) for exchange in run.recovery())
    if run.ending.attempts > MOST_ATTEMPTS or queries > 2 * MOST_ATTEMPTS:
        yield f"{run.ending.attempts} attempts, {queries} queries"
    if run.ending.result not in (Result.COMPLETED, Result.ESCALATED):
        yield f"the run has {run.ending.result}"


@RunProperty.stated("RUN-2", said_completed, (RECOVERY_VERIFIES_STEP,))
def success_is_a_completed_step(run: RecordedRun) -> Iterator[str]:
    """A run that ends in success has completed its step."""
    step = step_in(run.exchanges[-1].after, run)
    if step is None or step.status is not StepStatus.COMPLETED:
        yield f"{run.ending.step} is {step.status if step else 'gone'}"


@RunProperty.stated("RUN-3", has_failed_checkpoint)
def what_did_not_pass_is_not_completed(run: RecordedRun) -> Iterator[str]:
    """A run never completes a checkpoint that the reviewer did not pass."""
    for before, after in item_changes(run):
        judged = after.kind is ItemKind.CHECKPOINT and after.ordinal in failed_checkpoints(run)
        if judged and before.status != after.status == ItemStatus.COMPLETED:
            yield f"checkpoint {after.ordinal} was completed"


@RunProperty.stated("RUN-4", was_approved, (DEFERRED_ONLY_BATCH,))
def deferrals_are_kept(run: RecordedRun) -> Iterator[str]:
    """A run changes a deferred item only to the reason for which the reviewer did not pass it."""
    for before, after in item_changes(run):
        judged = after.kind is ItemKind.CHECKPOINT and after.ordinal in failed_checkpoints(run)
        kept = before == after or (judged and after.status == ItemStatus.DEFERRED)
        if before.status == ItemStatus.DEFERRED and not kept:
            yield f"{after.kind} {after.ordinal} was deferred, and became {after.status}"


@RunProperty.stated("RUN-5", recovered, (FAILURE_REASON, RECOVERY_VERIFIES_STEP, OWNERSHIP_FIRST))
def only_what_can_be_cured_is_tried_again(run: RecordedRun) -> Iterator[str]:
    """A failure that no attempt can cure is not retried."""
    position = run.failed_commit()
    assert position is not None
    if run.recovery() and not is_curable(run, run.exchanges[position]):
        yield "the recovery began after a failure that it cannot cure"
    for exchange in run.recovery()[:-1]:
        outcome = exchange.outcome
        if isinstance(outcome, Rejected) and outcome.code not in CURABLE:
            yield f"the recovery continued after {outcome}"


@RunProperty.stated("RUN-6", failed_by_open_items_alone, (COMPLETE_REMAINING, RECOVERY_LOOP))
def open_items_stop_nobody(run: RecordedRun) -> Iterator[str]:
    """If only items of the step are open and no other client interferes, the step is completed."""
    if run.ending.result is not Result.COMPLETED:
        yield f"{run.ending.result} because of open items"


@RunProperty.stated("RUN-7", was_approved, (DEFERRED_ONLY_BATCH,))
def counts_are_not_believed(run: RecordedRun) -> Iterator[str]:
    """The coder's counts decide nothing."""
    for exchange in run.exchanges:
        if isinstance(exchange.operation, Batch):
            for entry in exchange.operation.entries:
                if entry.status != ItemStatus.DEFERRED:
                    yield f"{entry.kind} {entry.ordinal} {entry.status}"


@RunProperty.stated("RUN-8", was_not_approved)
def nothing_is_done_without_approval(run: RecordedRun) -> Iterator[str]:
    """Without approval nothing is reported, committed or completed."""
    for exchange in run.exchanges:
        if isinstance(exchange.operation, Batch | Update | Commit | Complete):
            yield f"{type(exchange.operation).__name__} without approval"


@RunProperty.stated("RUN-9", recovered, (RECOVERY_VERIFIES_STEP,))
def a_lost_step_is_let_go(run: RecordedRun) -> Iterator[str]:
    """A recovery that is rejected as not holding the step sends no further request."""
    for exchange in run.recovery()[:-1]:
        outcome = exchange.outcome
        if isinstance(outcome, Rejected) and outcome.code in NOT_THE_CALLERS:
            yield f"the recovery continued after {outcome}"


@RunProperty.stated("RUN-10", lambda run: bool(run.exchanges))
def nothing_is_taken_or_given_back(run: RecordedRun) -> Iterator[str]:
    """A run never claims by force, and never releases or resets a step."""
    for exchange in run.exchanges:
        operation = exchange.operation
        forced = isinstance(operation, Claim) and operation.force
        if forced or isinstance(operation, Release | Reset):
            yield f"{type(operation).__name__} by the orchestrator itself"


@RunProperty.stated("RUN-11", recovered, (RECOVERY_VERIFIES_STEP,))
def an_attempt_ends_for_a_reason(run: RecordedRun) -> Iterator[str]:
    """A recovery tries again only after a rejection, or if items are open after its batch."""
    calls = run.recovery()
    rejected = sum(isinstance(each.outcome, Rejected) for each in calls)
    verified = [
        step_in(each.before, run)
        for last, each in pairwise(calls)
        if isinstance(last.outcome, ItemsUpdated) and isinstance(each.outcome, Shown)
    ]
    items = (step.items for step in verified if step)
    still_open = sum(any(item.status == ItemStatus.OPEN for item in each) for each in items)
    if run.ending.attempts > 1 + rejected + still_open:
        yield f"attempt {run.ending.attempts} after {rejected} rejections, {still_open} times open"


RUN_PROPERTIES = properties_in(globals(), Predicate)
