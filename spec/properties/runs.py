"""Run properties: what holds of a whole run of the orchestrator, whatever happens around it."""

from collections.abc import Iterator

from spec.amendments.corrections import OWNERSHIP_FIRST, RECOVERY_VERIFIES_STEP
from spec.amendments.seed import (
    COMPLETE_REMAINING,
    DEFERRED_ONLY_BATCH,
    FAILURE_REASON,
    RECOVERY_LOOP,
)
from spec.properties.predicate import Predicate
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
from spec.vocabulary.checklists import Batch, Update
from spec.vocabulary.claims import Claim
from spec.vocabulary.commits import Commit
from spec.vocabulary.completion import Complete
from spec.vocabulary.holding import Release, Reset
from spec.vocabulary.items import ItemKind, ItemStatus
from spec.vocabulary.recovery import Result
from spec.vocabulary.rejections import Code, Rejected
from spec.vocabulary.state import Show, StepStatus

CURABLE = (Code.INCOMPLETE_CHECKLIST,)
"""The rejections that another attempt may cure."""


LOST = (Code.OWNERSHIP_VIOLATION, Code.NOT_CLAIMED)
"""The rejections that say that the step is not the worktree's own."""

MOST_ATTEMPTS = 3
"""How many attempts REC-2 allows, whatever the orchestrator takes for the limit."""


RunProperty = Predicate[RecordedRun]


def every_recovery_ends_in_time(run: RecordedRun) -> Iterator[str]:
    """Yield a recovery with too many attempts, or without a proper end."""
    queries = sum(isinstance(exchange.operation, Show) for exchange in run.recovery())
    if run.ending.attempts > MOST_ATTEMPTS or queries > 2 * MOST_ATTEMPTS:
        yield f"{run.ending.attempts} attempts, {queries} queries"
    if run.ending.result not in (Result.COMPLETED, Result.ESCALATED):
        yield f"the run has {run.ending.result}"


def success_is_a_completed_step(run: RecordedRun) -> Iterator[str]:
    """Yield a run that reports success although its step is not completed."""
    step = step_in(run.exchanges[-1].after, run)
    if step is None or step.status is not StepStatus.COMPLETED:
        yield f"{run.ending.step} is {step.status if step else 'gone'}"


def what_did_not_pass_is_not_completed(run: RecordedRun) -> Iterator[str]:
    """Yield checkpoints that were completed although the reviewer did not pass them."""
    for before, after in item_changes(run):
        judged = after.kind is ItemKind.CHECKPOINT and after.ordinal in failed_checkpoints(run)
        if judged and before.status != after.status == ItemStatus.COMPLETED:
            yield f"checkpoint {after.ordinal} was completed"


def deferrals_are_kept(run: RecordedRun) -> Iterator[str]:
    """Yield deferred items that the run changed, but for the reasons that the reviewer gave."""
    for before, after in item_changes(run):
        judged = after.kind is ItemKind.CHECKPOINT and after.ordinal in failed_checkpoints(run)
        kept = before == after or (judged and after.status == ItemStatus.DEFERRED)
        if before.status == ItemStatus.DEFERRED and not kept:
            yield f"{after.kind} {after.ordinal} was deferred, and became {after.status}"


def only_what_can_be_cured_is_tried_again(run: RecordedRun) -> Iterator[str]:
    """Yield calls after a failure that they cannot cure."""
    position = run.failed_commit()
    assert position is not None
    if run.recovery() and not is_curable(run, run.exchanges[position]):
        yield "the recovery began after a failure that it cannot cure"
    for exchange in run.recovery()[:-1]:
        outcome = exchange.outcome
        if isinstance(outcome, Rejected) and outcome.code not in CURABLE:
            yield f"the recovery continued after {outcome}"


def a_lost_step_is_let_go(run: RecordedRun) -> Iterator[str]:
    """Yield calls after the answer that the worktree does not hold the step."""
    for exchange in run.recovery()[:-1]:
        outcome = exchange.outcome
        if isinstance(outcome, Rejected) and outcome.code in LOST:
            yield f"the recovery continued after {outcome}"


def open_items_stop_nobody(run: RecordedRun) -> Iterator[str]:
    """Yield a run that only had to close items and did not complete its step."""
    if run.ending.result is not Result.COMPLETED:
        yield f"{run.ending.result} because of open items"


def counts_are_not_believed(run: RecordedRun) -> Iterator[str]:
    """Yield items that were reported because a coder had counted them."""
    for exchange in run.exchanges:
        if isinstance(exchange.operation, Batch):
            for entry in exchange.operation.entries:
                if entry.status != ItemStatus.DEFERRED:
                    yield f"{entry.kind} {entry.ordinal} {entry.status}"


def nothing_is_done_without_approval(run: RecordedRun) -> Iterator[str]:
    """Yield calls that need an approval."""
    for exchange in run.exchanges:
        if isinstance(exchange.operation, Batch | Update | Commit | Complete):
            yield f"{type(exchange.operation).__name__} without approval"


def nothing_is_taken_or_given_back(run: RecordedRun) -> Iterator[str]:
    """Yield claims by force, releases and resets."""
    for exchange in run.exchanges:
        operation = exchange.operation
        forced = isinstance(operation, Claim) and operation.force
        if forced or isinstance(operation, Release | Reset):
            yield f"{type(operation).__name__} by the orchestrator itself"


RUN_PROPERTIES = (
    RunProperty(
        "RUN-1",
        "After a failed commit, at most three attempts lead to success or to an escalation.",
        recovered,
        every_recovery_ends_in_time,
        (RECOVERY_LOOP,),
    ),
    RunProperty(
        "RUN-2",
        "A run that ends in success has completed its step.",
        said_completed,
        success_is_a_completed_step,
        (RECOVERY_VERIFIES_STEP,),
    ),
    RunProperty(
        "RUN-3",
        "A run never completes a checkpoint that the reviewer did not pass.",
        has_failed_checkpoint,
        what_did_not_pass_is_not_completed,
    ),
    RunProperty(
        "RUN-4",
        "A run changes a deferred item only to the reason for which the reviewer did not pass it.",
        was_approved,
        deferrals_are_kept,
        (DEFERRED_ONLY_BATCH,),
    ),
    RunProperty(
        "RUN-5",
        "A failure that no attempt can cure is not retried.",
        recovered,
        only_what_can_be_cured_is_tried_again,
        (FAILURE_REASON, RECOVERY_VERIFIES_STEP, OWNERSHIP_FIRST),
    ),
    RunProperty(
        "RUN-6",
        "If only items of the step are open and no other client interferes, the step is completed.",
        failed_by_open_items_alone,
        open_items_stop_nobody,
        (COMPLETE_REMAINING, RECOVERY_LOOP),
    ),
    RunProperty(
        "RUN-7",
        "The coder's counts decide nothing.",
        was_approved,
        counts_are_not_believed,
        (DEFERRED_ONLY_BATCH,),
    ),
    RunProperty(
        "RUN-8",
        "Without approval nothing is reported, committed or completed.",
        was_not_approved,
        nothing_is_done_without_approval,
    ),
    RunProperty(
        "RUN-9",
        "A recovery that is rejected as not holding the step sends no further request.",
        recovered,
        a_lost_step_is_let_go,
        (RECOVERY_VERIFIES_STEP,),
    ),
    RunProperty(
        "RUN-10",
        "A run never claims by force, and never releases or resets a step.",
        lambda run: bool(run.exchanges),
        nothing_is_taken_or_given_back,
    ),
)
