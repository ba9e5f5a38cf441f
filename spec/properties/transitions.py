"""Step properties: what holds of every single operation."""

import operator
from collections.abc import Iterator
from functools import cache

from spec.amendments.changes_2026_2 import COMMITS_OF_A_TEXT
from spec.amendments.corrections import (
    FROZEN_WHEN_COMPLETED,
    OWNERSHIP_FIRST,
    REASON_WITH_DEFERRAL,
    RECONCILE_NEWEST,
    RELEASE_NAMES_AUTHORITY,
)
from spec.properties.agents import AGENT_PROPERTIES
from spec.properties.changes import ACCEPTED, Change, StepProperty, accepted, was_rejected
from spec.properties.checklists import CHECKLIST_PROPERTIES
from spec.properties.commits import COMMIT_PROPERTIES
from spec.properties.conditions import (
    UNFINISHED_WORK,
    of_plan,
    reconciled_something,
    row,
    strict_completion_of_a_dependent,
    with_a_live_lease,
    with_several_plans,
)
from spec.properties.fencing import FENCING_PROPERTIES
from spec.properties.holding import HOLDING_PROPERTIES
from spec.properties.invariants import (
    HELD,
    has_completed_checklist,
    has_completed_step,
    has_finished_item,
)
from spec.properties.iterations import ITERATION_PROPERTIES
from spec.properties.predicate import properties_in
from spec.properties.registering import REGISTERING_PROPERTIES
from spec.properties.reviews import REVIEW_PROPERTIES
from spec.vocabulary.checklists import Update
from spec.vocabulary.claims import Claim, Claimed
from spec.vocabulary.commits import Committed
from spec.vocabulary.completion import (
    CommitLogEntry,
    Complete,
    Reconcile,
    Reconciled,
    StepCompleted,
)
from spec.vocabulary.holding import Release, Reset
from spec.vocabulary.items import ItemStatus
from spec.vocabulary.operations import QUERIES
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.state import Step, StepStatus


@StepProperty.stated("STP-1", was_rejected, about=(Rejected,))
def a_rejection_changes_nothing(change: Change) -> Iterator[str]:
    """A rejection changes nothing."""
    if change.before != change.after:
        yield f"{change.outcome} changed the state"


@StepProperty.stated("STP-2", accepted(*QUERIES), about=QUERIES)
def a_query_changes_nothing(change: Change) -> Iterator[str]:
    """A query changes nothing."""
    if change.before != change.after:
        yield "a query changed the state"


@StepProperty.stated("STP-3", with_several_plans)
def only_the_named_plan_changes(change: Change) -> Iterator[str]:
    """An operation changes only the plan that it names."""
    for plan in {plan.path for plan in (*change.before.plans, *change.after.plans)}:
        changed = change.before.plan(plan) != change.after.plan(plan)
        if plan != change.operation.plan and changed:
            yield f"{plan} changed too"


@StepProperty.stated("STP-4", of_plan(has_completed_step), about=ACCEPTED)
def completed_is_final(change: Change) -> Iterator[str]:
    """Completed is final: only registering a changed document makes a step new again."""
    for old, new in change.steps:
        if old.status is StepStatus.COMPLETED and new.status is not StepStatus.COMPLETED:
            yield f"{old.anchor} was completed and is {new.status}"


@StepProperty.stated("STP-5", with_a_live_lease, (RELEASE_NAMES_AUTHORITY,), about=ACCEPTED)
def a_live_lease_changes_hands_only_by_force(change: Change) -> Iterator[str]:
    """A live lease changes hands only by its holder, by force or by a reset; in a claim, the lease
    of the top-level step decides for its substeps.
    """
    operation = change.operation
    caller = getattr(operation, "worktree", None)
    forced = isinstance(operation, Claim | Release) and operation.force
    if forced or isinstance(operation, Reset):
        return
    for old, new in change.steps:
        live = old.lease_expires_at is not None and old.lease_expires_at >= operation.now
        lost = old.status in HELD and live and new.claimed_by != old.claimed_by
        # A claim looks at the lease of the top-level step alone; its substeps go with it.
        with_parent = isinstance(operation, Claim) and old.parent is not None
        if lost and caller != old.claimed_by and not with_parent:
            yield f"{old.anchor} was taken from {old.claimed_by} under a live lease"


@StepProperty.stated("STP-6", of_plan(has_finished_item), (REASON_WITH_DEFERRAL,), about=ACCEPTED)
def items_open_again_only_on_purpose(change: Change) -> Iterator[str]:
    """Only an allowed reopening, a release, a reset or a reclaim reopens an item."""
    operation, outcome = change.operation, change.outcome
    reclaimed = isinstance(outcome, Claimed) and outcome.reclaimed
    if reclaimed or isinstance(operation, Release | Reset):
        return
    if isinstance(operation, Update) and operation.allow_reopen:
        return
    for step, old, new in change.items():
        if old.status != ItemStatus.OPEN and new.status == ItemStatus.OPEN:
            yield f"{step.anchor} {old.kind} {old.ordinal} was {old.status} and is open"


@StepProperty.stated(
    "STP-8", of_plan(lambda plan: any(step.items for step in plan.steps)), about=ACCEPTED
)
def checklists_keep_their_items(change: Change) -> Iterator[str]:
    """Items never appear, vanish or change kind, ordinal or text, except by registering."""
    before, after = change.plan_before, change.plan_after
    if before is None or after is None:
        kept = before is after
    else:
        anchors = ([step.anchor for step in plan.steps] for plan in (before, after))
        kept = operator.eq(*anchors) and all(
            old.items is new.items or texts(old) == texts(new)
            for old, new in zip(before.steps, after.steps, strict=True)
        )
    if not kept:
        yield "items appeared, vanished or changed their kind, ordinal or text"


def texts(step: Step) -> list[tuple[str, int, str]]:
    """Return what a document says of a step's items."""
    return [(item.kind, item.ordinal, item.text) for item in step.items]


@StepProperty.stated("STP-9", strict_completion_of_a_dependent, about=(StepCompleted, Committed))
def strict_completion_follows_dependencies(change: Change) -> Iterator[str]:
    """A step is completed strictly only when all that it depends on is completed."""
    for old, new in change.steps:
        became = old.status is not StepStatus.COMPLETED and new.status is StepStatus.COMPLETED
        if became and new.parent is None and new.complete_reason == "":
            statuses = {step.anchor: step.status for step, _ in change.steps}
            for dependency in new.dependencies:
                if statuses[dependency] is not StepStatus.COMPLETED:
                    yield f"{new.anchor} is completed, {dependency} {statuses[dependency]}"


@StepProperty.stated("STP-10", was_rejected, (OWNERSHIP_FIRST,), about=(Complete,))
def who_does_not_hold_a_step_is_told_so(change: Change) -> Iterator[str]:
    """A completion by a caller who does not hold the step is rejected for that reason, even if
    items or substeps are unfinished.
    """
    operation, outcome = change.operation, change.outcome
    assert isinstance(operation, Complete)
    assert isinstance(outcome, Rejected)
    step = row(change.before, operation.plan, operation.step)
    is_holder = step and step.status in HELD and step.claimed_by == operation.worktree
    if step and not is_holder and outcome.code in UNFINISHED_WORK:
        yield f"{operation.worktree} does not hold {operation.step} and is told {outcome}"


@StepProperty.stated(
    "STP-11", of_plan(has_completed_checklist), (FROZEN_WHEN_COMPLETED,), about=ACCEPTED
)
def items_of_completed_steps_are_frozen(change: Change) -> Iterator[str]:
    """The items of a completed step or substep do not change."""
    for step, old, new in change.items():
        if step.status is StepStatus.COMPLETED and old != new:
            yield f"{step.anchor} is completed, its {old.kind} {old.ordinal} became {new.status}"


@StepProperty.stated(
    "STP-12", reconciled_something, (RECONCILE_NEWEST, COMMITS_OF_A_TEXT), about=(Reconciled,)
)
def the_newest_commit_counts(change: Change) -> Iterator[str]:
    """A commit hash that reconciling stores is that of the step's newest commit; without force,
    commits under an earlier claim, or of an earlier text of the step, do not count.
    """
    operation = change.operation
    assert isinstance(operation, Reconcile)
    for old, new in change.steps:
        if old.commit_hash == new.commit_hash:
            continue
        counting = [
            entry.commit_hash
            for entry in operation.history
            if (entry.plan, entry.step) == (operation.plan, old.anchor)
            and (operation.force or not (is_older_than_claim(entry, old) or entry.earlier_text))
        ]
        newest = counting[0] if counting else None
        if new.commit_hash != newest:
            yield f"{new.anchor} got {new.commit_hash}, the newest that counts is {newest}"


def is_older_than_claim(entry: CommitLogEntry, step: Step) -> bool:
    """Return whether a commit was made under an earlier claim than the current one of a step."""
    if entry.claim_id is None or step.claim_id is None:
        return False
    return entry.claim_id < step.claim_id


STEP_PROPERTIES = (
    *properties_in(globals(), StepProperty),
    *FENCING_PROPERTIES,
    *HOLDING_PROPERTIES,
    *CHECKLIST_PROPERTIES,
    *COMMIT_PROPERTIES,
    *REVIEW_PROPERTIES,
    *ITERATION_PROPERTIES,
    *REGISTERING_PROPERTIES,
    *AGENT_PROPERTIES,
)


@cache
def step_properties_about(*kinds: type) -> tuple[StepProperty, ...]:
    """Return the step properties that concern changes with this operation and this answer."""
    return tuple(
        rule for rule in STEP_PROPERTIES if not rule.about or any(map(rule.about.count, kinds))
    )


def applicable_step_properties(change: Change) -> list[StepProperty]:
    """Return the step properties that a change can violate."""
    kinds: tuple[type, type] = type(change.operation), type(change.outcome)
    concerned = step_properties_about(*kinds)
    return [rule for rule in concerned if rule.applies(change)]
