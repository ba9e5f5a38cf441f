"""Ids of claims while exploring: canonical ones, and those that stand for "current" and "stale".

Claims are counted without end. What follows depends only on which steps of one family, a step with
its substeps, have equal ids and which of them is the later. So ids are replaced by their ranks in a
family; and by 1 where no event carries one, because nothing depends on them there.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from model.steps import find, holding_row, is_held, top_level
from spec.vocabulary.checklists import Batch, RecordArtifact, Update
from spec.vocabulary.claims import Claim
from spec.vocabulary.completion import CommitLogEntry, Reconcile
from spec.vocabulary.holding import Heartbeat, Start
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import Plan, State, Step

CURRENT_CLAIM = -1
"""Stands, in an event, for the id of the claim that the operation is compared with."""
STALE_CLAIM = -2
"""Stands, in an event, for the id before that one."""

LAST = 9
"""The `last_claim_id` of every canonical plan; no rank is higher."""


def ranked(state: State, carried: bool) -> State:
    """Return the state with canonical ids; `carried` says whether any event carries one."""
    return replace(state, plans=tuple(ranked_plan(plan, carried) for plan in state.plans))


def ranked_plan(plan: Plan, carried: bool) -> Plan:
    """Return the plan with canonical ids."""
    if plan.last_claim_id is None:
        return plan
    steps = [row for family in families(plan.steps) for row in ranked_family(family, carried)]
    return replace(plan, steps=tuple(steps), last_claim_id=LAST)


def families(steps: Iterable[Step]) -> Iterator[tuple[Step, ...]]:
    """Yield every top-level step with its substeps, in document order."""
    family: list[Step] = []
    for step in steps:
        if step.parent is None and family:
            yield tuple(family)
            family = []
        family.append(step)
    if family:
        yield tuple(family)


def ranked_family(family: tuple[Step, ...], carried: bool) -> tuple[Step, ...]:
    """Return a step and its substeps with canonical ids."""
    ids = sorted({row.claim_id for row in family if row.claim_id is not None})
    ranks = {old: rank if carried else 1 for rank, old in enumerate(ids, start=1)}
    if all(old == rank for old, rank in ranks.items()):
        return family
    return tuple(
        row if row.claim_id is None else replace(row, claim_id=ranks[row.claim_id])
        for row in family
    )


def carries_claim(event: object) -> bool:
    """Return whether an event carries the id of a claim, or commits that do."""
    if isinstance(event, Reconcile):
        return any(entry.claim_id is not None for entry in event.history)
    return getattr(event, "claim_id", None) is not None


def with_current_claim(state: State, operation: Operation) -> Operation:
    """Return the operation with the ids that `CURRENT_CLAIM` and `STALE_CLAIM` stand for."""

    def resolved(given: int, current: int | None) -> int:
        known = 1 if current is None else current
        return {CURRENT_CLAIM: known, STALE_CLAIM: known - 1}.get(given, given)

    return with_claims(operation, lambda given, asked: resolved(given, current_id(state, asked)))


def with_real_claim(canonical: State, real: State, operation: Operation) -> Operation:
    """Return an operation that was made in a canonical state as it is made in the real one."""

    def moved(given: int, asked: Operation | CommitLogEntry) -> int:
        before, after = current_id(canonical, asked), current_id(real, asked)
        return given if before is None or after is None else given + after - before

    return with_claims(operation, moved)


def with_claims(
    operation: Operation, change: Callable[[int, Operation | CommitLogEntry], int]
) -> Operation:
    """Return the operation with each id that it carries changed."""
    if not carries_claim(operation):
        return operation
    changes: dict[str, Any]
    if isinstance(operation, Reconcile):
        commit_log = (
            entry
            if entry.claim_id is None
            else replace(entry, claim_id=change(entry.claim_id, entry))
            for entry in operation.history
        )
        changes = {"history": tuple(commit_log)}
    else:
        changes = {"claim_id": change(getattr(operation, "claim_id", 0), operation)}
    changed: Operation = replace(operation, **changes)
    return changed


def current_id(state: State, asked: Operation | CommitLogEntry) -> int | None:
    """Return the id with which that of a request or commit is compared, or `None`.

    For a claim it is that of the first step that is held.
    """
    plan = state.plan(asked.plan)
    if plan is None:
        return None
    if isinstance(asked, Claim):
        return next((row.claim_id for row in top_level(plan) if is_held(row)), None)
    step = find(plan, getattr(asked, "step", ""))
    if step and isinstance(asked, Start | Heartbeat | Update | Batch | RecordArtifact):
        step = holding_row(plan, step)
    return step.claim_id if step else None
