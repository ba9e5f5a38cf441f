"""Recorded runs of the orchestrator, and the conditions of their properties."""

from collections.abc import Iterator
from dataclasses import dataclass

from spec.properties.conditions import UNFINISHED_WORK, row
from spec.properties.invariants import HELD
from spec.vocabulary.commits import Committed
from spec.vocabulary.items import Item, ItemKind
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.recovery import Ending, Judgement, Result, Review, SentCall
from spec.vocabulary.rejections import Code
from spec.vocabulary.state import State, Step, StepStatus


@dataclass(frozen=True, slots=True)
class Exchange:
    """A call of a run as it was carried out, its outcome, and the states around it."""

    call: SentCall
    operation: Operation
    before: State
    outcome: Outcome
    after: State


@dataclass(frozen=True, slots=True)
class RecordedRun:
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
        """Return the position of the commit that did not complete its step, or `None`."""
        for position, exchange in enumerate(self.exchanges):
            outcome = exchange.outcome
            if isinstance(outcome, Committed) and outcome.state_update_failed:
                return position
        return None

    def recovery(self) -> tuple[Exchange, ...]:
        """Return the calls after the commit that failed."""
        failed = self.failed_commit()
        return () if failed is None else self.exchanges[failed + 1 :]


def step_in(state: State, run: RecordedRun) -> Step | None:
    """Return the step of a run in a state, or `None`."""
    return row(state, run.plan, run.ending.step)


def item_changes(run: RecordedRun) -> Iterator[tuple[Item, Item]]:
    """Yield each item of the run's step before and after each call."""
    for exchange in run.exchanges:
        before, after = step_in(exchange.before, run), step_in(exchange.after, run)
        if before and after and before.items != after.items:
            yield from zip(before.items, after.items, strict=True)


def was_claimed(run: RecordedRun) -> bool:
    """Return whether the run got a step at all."""
    return bool(run.ending.step)


def recovered(run: RecordedRun) -> bool:
    """Return whether a commit failed to complete its step."""
    return run.failed_commit() is not None


def said_completed(run: RecordedRun) -> bool:
    """Return whether a run ended in success."""
    return run.ending.result is Result.COMPLETED


def was_approved(run: RecordedRun) -> bool:
    """Return whether the reviewer approved."""
    return was_claimed(run) and run.review.approved


def was_not_approved(run: RecordedRun) -> bool:
    """Return whether the reviewer did not approve."""
    return was_claimed(run) and not run.review.approved


def has_failed_checkpoint(run: RecordedRun) -> bool:
    """Return whether the reviewer did not pass a checkpoint."""
    return was_approved(run) and bool(failed_checkpoints(run))


def failed_checkpoints(run: RecordedRun) -> set[int]:
    """Return the ordinals of the checkpoints that the reviewer did not pass."""
    points = run.review.checkpoints
    return {point.ordinal for point in points if point.judgement is not Judgement.PASS}


def failed_by_open_items_alone(run: RecordedRun) -> bool:
    """Return whether only open items kept a commit from completing its step, undisturbed since."""
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


def known_checkpoints(run: RecordedRun, exchange: Exchange) -> set[int]:
    """Return the ordinals of the checkpoints of the run's step."""
    step = step_in(exchange.before, run)
    items = step.items if step else ()
    return {item.ordinal for item in items if item.kind is ItemKind.CHECKPOINT}


def holds(run: RecordedRun, exchange: Exchange) -> bool:
    """Return whether the run's worktree held its step before a call."""
    step = step_in(exchange.before, run)
    return step is not None and step.status in HELD and step.claimed_by == run.worktree


def is_curable(run: RecordedRun, exchange: Exchange) -> bool:
    """Return whether a commit failed for something that its holder can still do."""
    assert isinstance(exchange.outcome, Committed)
    rejection = exchange.outcome.rejection
    return rejection is not None and rejection.code in UNFINISHED_WORK and holds(run, exchange)
