"""Run properties: what is true of a whole run of the orchestrator, whatever happens around it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from spec.amendments import (
    COMPLETE_REMAINING,
    DEFERRED_ONLY_BATCH,
    FAILURE_REASON,
    OWNERSHIP_FIRST,
    RECOVERY_LOOP,
    RECOVERY_VERIFIES_STEP,
    Amendment,
)
from spec.conditions import row
from spec.invariants import HELD
from spec.orchestration import Call
from spec.vocabulary import (
    Batch,
    Code,
    Commit,
    Committed,
    Complete,
    Ending,
    Item,
    ItemKind,
    ItemStatus,
    Judgement,
    Operation,
    Outcome,
    Rejected,
    Result,
    Review,
    Show,
    State,
    Step,
    StepStatus,
    Update,
)

CURABLE = (Code.INCOMPLETE_CHECKLIST,)
"""The rejections that another attempt may cure."""


LOST = (Code.OWNERSHIP_VIOLATION, Code.NOT_CLAIMED)
"""The rejections that say that the step is not the worktree's own."""

MOST_ATTEMPTS = 3
"""How many attempts REC-2 allows, whatever the orchestrator takes for the limit."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """A call of a run as it was carried out, its outcome, and the states around it."""

    call: Call
    operation: Operation
    before: State
    outcome: Outcome
    after: State


@dataclass(frozen=True, slots=True)
class Run:
    """A run of the orchestrator that has ended.

    `disturbed` are the exchanges before which something else happened, by their positions.
    """

    plan: str
    worktree: str
    review: Review
    exchanges: tuple[Exchange, ...]
    ending: Ending
    disturbed: frozenset[int]

    def failed_commit(self) -> int | None:
        """Find the commit that did not complete its step, by its position."""
        for position, exchange in enumerate(self.exchanges):
            outcome = exchange.outcome
            if isinstance(outcome, Committed) and outcome.state_update_failed:
                return position
        return None

    def recovery(self) -> tuple[Exchange, ...]:
        """Give the calls after the commit that failed."""
        failed = self.failed_commit()
        return () if failed is None else self.exchanges[failed + 1 :]


@dataclass(frozen=True, slots=True)
class RunProperty:
    """A predicate over a run: `problems` yields a sentence for each place where it fails."""

    id: str
    sentence: str
    applies: Callable[[Run], bool]
    problems: Callable[[Run], Iterator[str]]
    amendments: tuple[Amendment, ...] = ()

    @property
    def name(self) -> str:
        """Give the sentence as an identifier."""
        return self.problems.__name__


def step_in(state: State, run: Run) -> Step | None:
    """Find the step of a run in a state."""
    return row(state, run.plan, run.ending.step)


def item_changes(run: Run) -> Iterator[tuple[Item, Item]]:
    """Pair the items of the run's step around each of its calls."""
    for exchange in run.exchanges:
        before, after = step_in(exchange.before, run), step_in(exchange.after, run)
        if before and after and before.items != after.items:
            yield from zip(before.items, after.items, strict=True)


def was_claimed(run: Run) -> bool:
    """Tell whether the run got a step at all."""
    return bool(run.ending.step)


def recovered(run: Run) -> bool:
    """Tell whether a commit failed to complete its step."""
    return run.failed_commit() is not None


def said_completed(run: Run) -> bool:
    """Tell whether a run ended in success."""
    return run.ending.result is Result.COMPLETED


def was_approved(run: Run) -> bool:
    """Tell whether the reviewer approved."""
    return was_claimed(run) and run.review.approved


def was_not_approved(run: Run) -> bool:
    """Tell whether the reviewer did not approve."""
    return was_claimed(run) and not run.review.approved


def has_failed_checkpoint(run: Run) -> bool:
    """Tell whether the reviewer did not pass a checkpoint."""
    return was_approved(run) and bool(failed_checkpoints(run))


def failed_checkpoints(run: Run) -> set[int]:
    """List the checkpoints that the reviewer did not pass."""
    points = run.review.checkpoints
    return {point.ordinal for point in points if point.judgement is not Judgement.PASS}


def failed_by_open_items_alone(run: Run) -> bool:
    """Tell whether only open items kept a commit from completing its step, undisturbed since."""
    position = run.failed_commit()
    if position is None or any(later > position for later in run.disturbed):
        return False
    exchange = run.exchanges[position]
    assert isinstance(exchange.outcome, Committed)
    rejection = exchange.outcome.rejection
    plan = exchange.before.plan(run.plan)
    substeps = [step for step in plan.steps if step.parent == run.ending.step] if plan else []
    return (
        rejection is not None
        and rejection.code == Code.INCOMPLETE_CHECKLIST
        and holds(run, exchange)
        and failed_checkpoints(run) <= known_checkpoints(run, exchange)
        and all(step.status is StepStatus.COMPLETED for step in substeps)
    )


def known_checkpoints(run: Run, exchange: Exchange) -> set[int]:
    """List the checkpoints that the step of a run has."""
    step = step_in(exchange.before, run)
    items = step.items if step else ()
    return {item.ordinal for item in items if item.kind is ItemKind.CHECKPOINT}


def holds(run: Run, exchange: Exchange) -> bool:
    """Tell whether the run's worktree held its step before a call."""
    step = step_in(exchange.before, run)
    return step is not None and step.status in HELD and step.claimed_by == run.worktree


def every_recovery_ends_in_time(run: Run) -> Iterator[str]:
    """Count the attempts, and look how they ended."""
    queries = sum(isinstance(exchange.operation, Show) for exchange in run.recovery())
    if run.ending.attempts > MOST_ATTEMPTS or queries > 2 * MOST_ATTEMPTS:
        yield f"{run.ending.attempts} attempts, {queries} queries"
    if run.ending.result not in (Result.COMPLETED, Result.ESCALATED):
        yield f"the run has {run.ending.result}"


def success_is_a_completed_step(run: Run) -> Iterator[str]:
    """Look at the step after a run that ended in success."""
    step = step_in(run.exchanges[-1].after, run)
    if step is None or step.status is not StepStatus.COMPLETED:
        yield f"{run.ending.step} is {step.status if step else 'gone'}"


def what_did_not_pass_is_not_completed(run: Run) -> Iterator[str]:
    """Look for checkpoints that the run completed although the reviewer did not pass them."""
    for before, after in item_changes(run):
        judged = after.kind is ItemKind.CHECKPOINT and after.ordinal in failed_checkpoints(run)
        if judged and before.status != after.status == ItemStatus.COMPLETED:
            yield f"checkpoint {after.ordinal} was completed"


def deferrals_are_kept(run: Run) -> Iterator[str]:
    """Look for deferred items that the run changed."""
    for before, after in item_changes(run):
        if before.status == ItemStatus.DEFERRED and before != after:
            yield f"{after.kind} {after.ordinal} was deferred, and became {after.status}"


def only_what_can_be_cured_is_tried_again(run: Run) -> Iterator[str]:
    """Look for calls that follow a failure which they cannot cure."""
    position = run.failed_commit()
    assert position is not None
    if run.recovery() and not is_curable(run, run.exchanges[position]):
        yield "the recovery began after a failure that it cannot cure"
    for exchange in run.recovery()[:-1]:
        outcome = exchange.outcome
        if isinstance(outcome, Rejected) and outcome.code not in CURABLE:
            yield f"the recovery went on after {outcome}"


def a_lost_step_is_let_go(run: Run) -> Iterator[str]:
    """Look for calls that follow the answer that somebody else holds the step, or nobody."""
    for exchange in run.recovery()[:-1]:
        outcome = exchange.outcome
        if isinstance(outcome, Rejected) and outcome.code in LOST:
            yield f"the recovery went on after {outcome}"


def is_curable(run: Run, exchange: Exchange) -> bool:
    """Tell whether a commit failed for something that its holder can still do."""
    assert isinstance(exchange.outcome, Committed)
    rejection = exchange.outcome.rejection
    unfinished = (Code.INCOMPLETE_CHECKLIST, Code.INCOMPLETE_SUBSTEPS)
    return rejection is not None and rejection.code in unfinished and holds(run, exchange)


def open_items_stop_nobody(run: Run) -> Iterator[str]:
    """Look how a run ended that only had to close items."""
    if run.ending.result is not Result.COMPLETED:
        yield f"{run.ending.result} because of open items"


def counts_are_not_believed(run: Run) -> Iterator[str]:
    """Look for items that were reported because a coder had counted them."""
    for exchange in run.exchanges:
        if isinstance(exchange.operation, Batch):
            for entry in exchange.operation.entries:
                if entry.status != ItemStatus.DEFERRED:
                    yield f"{entry.kind} {entry.ordinal} {entry.status}"


def nothing_is_done_without_approval(run: Run) -> Iterator[str]:
    """Look for calls that need an approval."""
    for exchange in run.exchanges:
        if isinstance(exchange.operation, Batch | Update | Commit | Complete):
            yield f"{type(exchange.operation).__name__} without approval"


RUN_PROPERTIES = (
    RunProperty(
        "RUN-1",
        "After a commit that failed, at most three attempts lead to success or to a person.",
        recovered,
        every_recovery_ends_in_time,
        (RECOVERY_LOOP,),
    ),
    RunProperty(
        "RUN-2",
        "What ends in success has completed its step.",
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
        "A run never changes a deferred item.",
        was_approved,
        deferrals_are_kept,
        (DEFERRED_ONLY_BATCH,),
    ),
    RunProperty(
        "RUN-5",
        "Nothing is tried again that no attempt can cure.",
        recovered,
        only_what_can_be_cured_is_tried_again,
        (FAILURE_REASON, RECOVERY_VERIFIES_STEP, OWNERSHIP_FIRST),
    ),
    RunProperty(
        "RUN-6",
        "A step of which only items are open, and nobody interferes, is completed.",
        failed_by_open_items_alone,
        open_items_stop_nobody,
        (COMPLETE_REMAINING, RECOVERY_LOOP),
    ),
    RunProperty(
        "RUN-7",
        "What a coder counts decides nothing.",
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
        "A recovery that is told that the step is not its own asks for nothing more.",
        recovered,
        a_lost_step_is_let_go,
        (RECOVERY_VERIFIES_STEP,),
    ),
)
