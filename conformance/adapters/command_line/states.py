"""What `state show` shows, as a state: partial, since it does not show everything."""

from collections.abc import Iterator

from conformance.adapters.command_line.answers import TEXT, Translation
from conformance.adapters.command_line.envelopes import Envelope
from conformance.protocol.codec import Message
from spec.vocabulary.items import ItemKind
from spec.vocabulary.rejections import Code

STEP_TEXTS = ("status", "claimed_by", "commit_hash", "complete_reason")
STEP_TIMES = ("lease_expires_at", "completed_at")
PLAN_FIELDS = {"document_hash": "plan_hash", "title": "phase_title", "status": "status"}
ITEM_FIELDS = {"kind": str, "ordinal": int, "text": str, "status": str}


def state(envelope: Envelope, translation: Translation) -> Message:
    """Return all plans, as far as they are shown."""
    plans = envelope.required("plans", list)
    shown = envelope.records({"plans": plans}, "plans")
    return {"reply": "ok", "plans": [plan(envelope, each, translation) for each in shown]}


def shown(envelope: Envelope, translation: Translation) -> Message:
    """Return the answer about one plan: a warning means that its document has changed."""
    found = {"plan": plan(envelope, envelope.required("plan", dict), translation)}
    codes = [issue.get("code") for issue in envelope.issues]
    if Code.PLAN_DRIFT in codes or not codes:
        return {"reply": "ok", "answer": "shown", **found, "drifted": bool(codes)}
    return {"reply": "ok", "answer": "shown", **found}


def plan(envelope: Envelope, found: Message, translation: Translation) -> Message:
    """Return a plan with its steps, each followed by its substeps."""
    if "plan_path" not in found:
        raise envelope.ended.broken("a plan that it shows lacks 'plan_path'")
    message = {
        name: translation.word(envelope.field(found, there, str))
        for name, there in PLAN_FIELDS.items()
        if there in found
    }
    items = None
    if "checklist_items" in found:
        items = envelope.records(found, "checklist_items")
    steps = {}
    if "steps" in found:
        steps = {"steps": list(_steps(envelope, found, items, translation))}
    return {"path": envelope.field(found, "plan_path", str), **message, **steps}


def _steps(
    envelope: Envelope, found: Message, items: list[Message] | None, translation: Translation
) -> Iterator[Message]:
    for each in envelope.records(found, "steps"):
        yield _step(envelope, each, items, translation)
        if "substeps" in each:
            for substep in envelope.records(each, "substeps"):
                yield _step(envelope, substep, items, translation)


def _step(
    envelope: Envelope, found: Message, items: list[Message] | None, translation: Translation
) -> Message:
    if "anchor" not in found:
        raise envelope.ended.broken("a step that it shows lacks 'anchor'")
    message: Message = {"anchor": envelope.field(found, "anchor", str)}
    names = {"title": "title", "index": "step_index", "parent": "parent_anchor"}
    message |= {name: found[there] for name, there in names.items() if there in found}
    message |= {
        name: translation.word(envelope.field(found, name, *TEXT))
        for name in STEP_TEXTS
        if name in found
    }
    message |= _times(envelope, found, STEP_TIMES, translation)
    if items is not None:
        message["items"] = [
            _item(envelope, i) for i in items if i.get("step_anchor") == message["anchor"]
        ]
        _require_counts(envelope, found, message)
    if "artifacts" in found:
        notes = envelope.records(found, "artifacts")
        message["artifacts"] = [_artifact(envelope, note, translation) for note in notes]
    return message


def _times(
    envelope: Envelope, found: Message, names: tuple[str, ...], translation: Translation
) -> Message:
    return {
        name: None if found[name] is None else translation.time(envelope, found[name])
        for name in names
        if name in found and (name in translation.times or found[name] is None)
    }


def _item(envelope: Envelope, found: Message) -> Message:
    message = {
        name: envelope.field(found, name, kind)
        for name, kind in ITEM_FIELDS.items()
        if name in found
    }
    if "reason" in found:
        message["reason"] = envelope.field(found, "reason", *TEXT)
    return message


def _artifact(envelope: Envelope, found: Message, translation: Translation) -> Message:
    message = {
        name: envelope.field(found, name, str) for name in ("kind", "summary") if name in found
    }
    return message | _times(envelope, found, ("recorded_at",), translation)


def _require_counts(envelope: Envelope, found: Message, message: Message) -> None:
    """Raise `BrokenProgram` if a step's counts are not those of its items."""
    counts = found.get("checklist")
    if not isinstance(counts, dict):
        return
    for kind in ItemKind:
        statuses = [item.get("status") for item in message["items"] if item.get("kind") == kind]
        expected = {
            f"{kind}s_total": len(statuses),
            f"{kind}s_completed": statuses.count("completed"),
        }
        for name, count in expected.items():
            if counts.get(name, count) != count:
                raise envelope.ended.broken(
                    f"it shows {name} {counts[name]} for {message['anchor']}, whose items in "
                    f"'checklist_items' are {count}"
                )
