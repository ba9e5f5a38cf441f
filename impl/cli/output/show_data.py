"""A plan for programs: the fields of `planstate state show --json`."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from operator import itemgetter

from impl.cli.output.loops import loop_data
from impl.store.database.snapshots import PlanTimes
from impl.times import iso, iso_or_none
from spec.vocabulary.items import Item, ItemKind, ItemStatus
from spec.vocabulary.state import Plan, Step

Families = Mapping[str | None, list[Step]]
"""The substeps of each step by its anchor, and under `None` the top-level steps."""


def families_of(plan: Plan) -> Families:
    """Return the steps of a plan by their parents."""
    families: defaultdict[str | None, list[Step]] = defaultdict(list)
    for step in plan.steps:
        families[step.parent].append(step)
    return families


def plan_data(plan: Plan, times: PlanTimes) -> dict[str, object]:
    """Return all that is stored of a plan."""
    families = families_of(plan)
    return {
        "plan_path": plan.path,
        "plan_hash": plan.document_hash,
        "phase_title": plan.title,
        "status": plan.status.value,
        "last_claim_id": plan.last_claim_id,
        "steps": [_step(step, families) for step in families[None]],
        "iteration_loop": loop_data(plan.iteration_loop),
        "checklist_items": sorted(_items(plan), key=itemgetter("step_anchor", "kind", "ordinal")),
        "created_at": iso_or_none(times.created_at),
        "updated_at": iso_or_none(times.updated_at),
    }


def counted(items: Iterable[Item], kind: ItemKind, *statuses: str) -> int:
    """Count the items of a kind, of all statuses or of some."""
    return sum(item.kind is kind and (not statuses or item.status in statuses) for item in items)


def _step(step: Step, families: Families) -> dict[str, object]:
    return {
        "anchor": step.anchor,
        "title": step.title,
        "step_index": step.index,
        "parent_anchor": step.parent,
        "status": step.status.value,
        "claimed_by": step.claimed_by,
        "claim_id": step.claim_id,
        "fenced": step.fenced,
        "lease_expires_at": iso_or_none(step.lease_expires_at),
        "completed_at": iso_or_none(step.completed_at),
        "commit_hash": step.commit_hash,
        "complete_reason": step.complete_reason,
        "checklist": _checklist(step),
        "substeps": [_step(other, families) for other in families.get(step.anchor, ())],
        "artifacts": [
            {"kind": note.kind, "summary": note.summary, "recorded_at": iso(note.recorded_at)}
            for note in step.artifacts
        ],
    }


def _checklist(step: Step) -> dict[str, int]:
    counts = {}
    for kind in ItemKind:
        counts[f"{kind}s_total"] = counted(step.items, kind)
        counts[f"{kind}s_completed"] = counted(step.items, kind, ItemStatus.COMPLETED)
    return counts


def _items(plan: Plan) -> list[dict[str, object]]:
    return [
        {
            "step_anchor": step.anchor,
            "kind": item.kind.value,
            "ordinal": item.ordinal,
            "text": item.text,
            "status": str(item.status),
            "reason": item.reason,
        }
        for step in plan.steps
        for item in step.items
    ]
