"""What `state show` shows, as a state: partial, since it does not show everything."""

from collections.abc import Iterator

from conformance.adapters.command_line.answers import printed
from conformance.adapters.command_line.envelopes import TIME, Envelope, Fields
from conformance.protocol.codec import Message
from spec.vocabulary.items import ItemKind
from spec.vocabulary.rejections import Code

TEXT = (str, type(None))
PLAN: Fields = {
    "path": ("plan_path", (str,)),
    "document_hash": ("plan_hash", (str,)),
    "title": ("phase_title", (str,)),
    "status": ("status", (str,)),
    **printed(int, "last_claim_id"),
    "iteration_loop": ("iteration_loop", (dict, type(None))),
}
STEP: Fields = {
    **printed(str, "anchor"),
    **printed(object, "title"),
    "index": ("step_index", (object,)),
    "parent": ("parent_anchor", (object,)),
    **printed(object, "claim_id"),
    **printed(bool, "fenced"),
    **{name: (name, TEXT) for name in ("status", "claimed_by", "commit_hash", "complete_reason")},
}
ITEM: Fields = {
    **printed(str, "kind", "text", "status"),
    **printed(int, "ordinal"),
    "reason": ("reason", TEXT),
}
NOTE = printed(str, "kind", "summary")


def state(envelope: Envelope) -> Message:
    """Return all plans, as far as they are shown."""
    plans = envelope.records({"plans": envelope.required("plans", list)}, "plans")
    return {"reply": "ok", "plans": [plan(envelope, each) for each in plans]}


def shown(envelope: Envelope) -> Message:
    """Return the answer about one plan: a warning means that its document has changed."""
    found = {"plan": plan(envelope, envelope.required("plan", dict))}
    codes = [issue.get("code") for issue in envelope.issues]
    if Code.PLAN_DRIFT in codes or not codes:
        return {"reply": "ok", "answer": "shown", **found, "drifted": bool(codes)}
    return {"reply": "ok", "answer": "shown", **found}


def plan(envelope: Envelope, found: Message) -> Message:
    """Return a plan with its steps, each followed by its substeps."""
    if "plan_path" not in found:
        raise envelope.ended.broken("a plan that it shows lacks 'plan_path'")
    message, items = envelope.taken(found, PLAN), None
    if "checklist_items" in found:
        items = envelope.records(found, "checklist_items")
    if "steps" in found:
        message["steps"] = list(_steps(envelope, found, "steps", items))
    return message


def _steps(
    envelope: Envelope, found: Message, name: str, items: list[Message] | None
) -> Iterator[Message]:
    for each in envelope.records(found, name):
        yield _step(envelope, each, items)
        if name == "steps" and "substeps" in each:
            yield from _steps(envelope, each, "substeps", items)


def _step(envelope: Envelope, found: Message, items: list[Message] | None) -> Message:
    if "anchor" not in found:
        raise envelope.ended.broken("a step that it shows lacks 'anchor'")
    message = envelope.taken(found, STEP)
    message |= _times(envelope, found, "lease_expires_at", "completed_at")
    if items is not None:
        own = [each for each in items if each.get("step_anchor") == message["anchor"]]
        message["items"] = [envelope.taken(each, ITEM) for each in own]
        _require_counts(envelope, found, message)
    if "artifacts" in found:
        message["artifacts"] = [
            envelope.taken(note, NOTE) | _times(envelope, note, "recorded_at")
            for note in envelope.records(found, "artifacts")
        ]
    return message


def _times(envelope: Envelope, found: Message, *names: str) -> Message:
    """Take times that follow the program's clock, and that something has not happened."""
    known = envelope.translation.times
    wanted = {
        name: (name, (TIME, type(None)))
        for name in names
        if name in known or found.get(name) is None
    }
    return envelope.taken(found, wanted)


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
