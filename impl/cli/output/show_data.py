"""A plan for programs: the fields of `planstate state show --json`.

A field that is added here is compared in command lines too once it is no longer in `NOT_PRINTED` of
`conformance/adapters/command_line/commands.py`. The published schema follows these classes.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter
from typing import TypedDict

from impl.cli.answers import Count, Instant, PlanData, Positive
from impl.store.database.snapshots import PlanTimes
from impl.times import iso, iso_or_none
from spec.vocabulary.items import Item, ItemKind, ItemStatus
from spec.vocabulary.iteration_loops import IterationLoop
from spec.vocabulary.state import Plan, PlanStatus, Step, StepStatus

Families = Mapping[str | None, list[Step]]
"""The substeps of each step by its anchor, and under `None` the top-level steps."""


class ItemCounts(TypedDict):
    """The number of a step's items of each kind, and of the completed ones."""

    tasks_total: Count
    tasks_completed: Count
    tests_total: Count
    tests_completed: Count
    checkpoints_total: Count
    checkpoints_completed: Count


class ShownArtifact(TypedDict):
    """A note on a step."""

    kind: str
    summary: str
    recorded_at: Instant


class ShownStep(TypedDict):
    """A step or substep as it is stored."""

    anchor: str
    title: str
    step_index: Count
    parent_anchor: str | None
    status: StepStatus
    claimed_by: str | None
    claim_id: Positive | None
    fenced: bool
    lease_expires_at: Instant | None
    completed_at: Instant | None
    commit_hash: str | None
    complete_reason: str | None
    release_reason: str | None
    checklist: ItemCounts
    substeps: "Sequence[ShownStep]"
    artifacts: Sequence[ShownArtifact]


class ShownItem(TypedDict):
    """A checklist item of a step; ordinals count from 0 for each kind."""

    step_anchor: str
    kind: ItemKind
    ordinal: Count
    text: str
    status: ItemStatus
    reason: str | None


class ShownPlan(PlanData):
    """A plan as it is stored."""

    plan_hash: str
    phase_title: str
    status: PlanStatus
    last_claim_id: Count
    steps: Sequence[ShownStep]
    iteration_loop: IterationLoop | None
    checklist_items: Sequence[ShownItem]
    created_at: Instant | None
    updated_at: Instant | None


def families_of(plan: Plan) -> Families:
    """Return the steps of a plan by their parents."""
    families: defaultdict[str | None, list[Step]] = defaultdict(list)
    for step in plan.steps:
        families[step.parent].append(step)
    return families


def plan_data(plan: Plan, times: PlanTimes) -> ShownPlan:
    """Return all that is stored of a plan."""
    families = families_of(plan)
    items = [
        ShownItem(
            step_anchor=step.anchor,
            kind=item.kind,
            ordinal=item.ordinal,
            text=item.text,
            status=ItemStatus(item.status),
            reason=item.reason,
        )
        for step in plan.steps
        for item in step.items
    ]
    return ShownPlan(
        plan_path=plan.path,
        plan_hash=plan.document_hash,
        phase_title=plan.title,
        status=plan.status,
        last_claim_id=plan.last_claim_id or 0,
        steps=[_step(step, families) for step in families[None]],
        iteration_loop=plan.iteration_loop,
        checklist_items=sorted(items, key=itemgetter("step_anchor", "kind", "ordinal")),
        created_at=iso_or_none(times.created_at),
        updated_at=iso_or_none(times.updated_at),
    )


def counted(items: Iterable[Item], kind: ItemKind, *statuses: str) -> int:
    """Count the items of a kind, of all statuses or of some."""
    return sum(item.kind is kind and (not statuses or item.status in statuses) for item in items)


def _step(step: Step, families: Families) -> ShownStep:
    return ShownStep(
        anchor=step.anchor,
        title=step.title,
        step_index=step.index,
        parent_anchor=step.parent,
        status=step.status,
        claimed_by=step.claimed_by,
        claim_id=step.claim_id,
        fenced=step.fenced,
        lease_expires_at=iso_or_none(step.lease_expires_at),
        completed_at=iso_or_none(step.completed_at),
        commit_hash=step.commit_hash,
        complete_reason=step.complete_reason,
        release_reason=step.release_reason,
        checklist=ItemCounts(
            tasks_total=counted(step.items, ItemKind.TASK),
            tasks_completed=counted(step.items, ItemKind.TASK, ItemStatus.COMPLETED),
            tests_total=counted(step.items, ItemKind.TEST),
            tests_completed=counted(step.items, ItemKind.TEST, ItemStatus.COMPLETED),
            checkpoints_total=counted(step.items, ItemKind.CHECKPOINT),
            checkpoints_completed=counted(step.items, ItemKind.CHECKPOINT, ItemStatus.COMPLETED),
        ),
        substeps=[_step(other, families) for other in families.get(step.anchor, ())],
        artifacts=[
            ShownArtifact(kind=note.kind, summary=note.summary, recorded_at=iso(note.recorded_at))
            for note in step.artifacts
        ],
    )
