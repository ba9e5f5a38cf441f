"""A plan for programs: the fields of `planstate state show --json`."""

from collections.abc import Iterable
from operator import itemgetter

from impl.store.database.snapshots import PlanTimes
from impl.times import iso, iso_or_none
from spec.vocabulary.items import Item, ItemKind, ItemStatus
from spec.vocabulary.state import Plan, Step


def plan_data(plan: Plan, times: PlanTimes) -> dict[str, object]:
    """Return all that is stored of a plan."""
    return {
        "plan_path": plan.path,
        "plan_hash": plan.document_hash,
        "phase_title": plan.title,
        "status": plan.status.value,
        "steps": [_step(step, plan) for step in plan.steps if step.parent is None],
        "checklist_items": sorted(_items(plan), key=itemgetter("step_anchor", "kind", "ordinal")),
        "created_at": iso_or_none(times.created_at),
        "updated_at": iso_or_none(times.updated_at),
    }


def counted(items: Iterable[Item], kind: ItemKind, *statuses: str) -> int:
    """Count the items of a kind, of all statuses or of some."""
    return sum(item.kind is kind and (not statuses or item.status in statuses) for item in items)


def _step(step: Step, plan: Plan) -> dict[str, object]:
    substeps = [_step(other, plan) for other in plan.steps if other.parent == step.anchor]
    return {
        "anchor": step.anchor,
        "title": step.title,
        "step_index": step.index,
        "parent_anchor": step.parent,
        "status": step.status.value,
        "claimed_by": step.claimed_by,
        "lease_expires_at": iso_or_none(step.lease_expires_at),
        "completed_at": iso_or_none(step.completed_at),
        "commit_hash": step.commit_hash,
        "complete_reason": step.complete_reason,
        "checklist": _checklist(step),
        "substeps": substeps,
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
