"""Envelopes as replies: the answer to an operation, or all that `state show` shows.

The fields of an object, and what they may hold, are those of its class in the vocabulary.
"""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache

from conformance.adapters.command_line.commands import NOT_PRINTED, OPERATIONS, PRINTED
from conformance.adapters.command_line.dialects.dialect import REJECTION_CODES
from conformance.adapters.command_line.dialects.hints import no_code
from conformance.adapters.command_line.dialects.outputs import text_of
from conformance.adapters.command_line.envelopes import Envelope
from spec.formats.messages import ANSWER_NAMES, Message
from spec.vocabulary.agents import CommandChecked, Finding
from spec.vocabulary.completion import HashMismatch, Reconciled
from spec.vocabulary.items import Item
from spec.vocabulary.operations import Operation
from spec.vocabulary.readiness import Readiness
from spec.vocabulary.rejections import REASON_WORDS, Code
from spec.vocabulary.state import Artifact, Plan, Shown, Step

NAME_OF = {kind: name for name, kind in ANSWER_NAMES.items()}
LISTED: dict[tuple[type, str], type] = {
    (Reconciled, "skipped_mismatches"): HashMismatch,
    (CommandChecked, "findings"): Finding,
    (Step, "artifacts"): Artifact,
}
"""The fields that are lists of objects, and what these are."""


def answer(operation: Operation, envelope: Envelope) -> Message:
    """Return the answer to an operation. Raises `BrokenProgram` if it cannot be one."""
    if envelope.failed:
        return rejection(envelope)
    kind = answer_class(operation, envelope)
    if kind is Shown:
        return shown(envelope)
    is_ready = kind is Readiness
    found = readiness(envelope) if is_ready else object_of(envelope, envelope.data, kind)
    return envelope.checked(accepted(kind, found))


def rejection(envelope: Envelope) -> Message:
    """Return the code of the first error, and its reason word if there is one."""
    errors = [issue for issue in envelope.issues if issue.get("severity") == "error"]
    if not errors:
        problem = "its envelope has the status 'error', and no issue says why"
        raise envelope.ended.broken(
            problem + no_code(text_of(envelope.ended, None), envelope.command)
        )
    code, message = errors[0].get("code"), str(errors[0].get("message", ""))
    if code not in REJECTION_CODES:
        known = ", ".join(REJECTION_CODES)
        raise envelope.ended.broken(
            f"it refuses with the code {code!r} ({message}), expected one of {known}"
            + no_code(f"{code}: {message}", envelope.command)
        )
    words = REASON_WORDS[Code(code)]
    said = {envelope.data.get("reason"), *message.replace(":", " ").split()}
    reasons = [word for word in words if word in said]
    return refused(Code(code), reasons[0] if len(reasons) == 1 else None)


def refused(code: Code, reason: str | None = None) -> Message:
    """Return a rejection."""
    return {"reply": "rejected", "code": str(code)} | ({"reason": reason} if reason else {})


def answer_class(operation: Operation, envelope: Envelope) -> type:
    """Return which answer was given. Raises `BrokenProgram` if it does not say what was done."""
    row = OPERATIONS[type(operation)]
    if row.done is not None and row.undone is not None:
        return row.answer if envelope.required(row.done, bool) else row.undone
    if row.done is not None:
        envelope.require_done(row.done)
    if row.repeated is not None and envelope.data.get(row.repeated[0]) is True:
        return row.repeated[1]
    return row.answer


def accepted(kind: type, found: Message) -> Message:
    """Return an answer, of which parts may be missing."""
    return {"reply": "ok", "answer": NAME_OF[kind], **found}


def object_of(envelope: Envelope, found: Message, kind: type) -> Message:
    """Return an object with the fields of its class that are there."""
    taken = envelope.taken(found, printed_fields(kind))
    for name in taken:
        if member := LISTED.get((kind, name)):
            listed = envelope.records(found, name)
            taken[name] = [object_of(envelope, each, member) for each in listed]
    # What a mismatch lacks is `None`, so that it is no other one.
    return dict.fromkeys(printed_fields(kind)) | taken if kind is HashMismatch else taken


@cache
def printed_fields(kind: type) -> dict[str, str]:
    """Return the fields that are read from an object, and under which names."""
    names, hidden = PRINTED.get(kind, {}), NOT_PRINTED.get(kind, ())
    assert is_dataclass(kind)
    read = (each.name for each in fields(kind) if each.name not in hidden)
    return {name: names.get(name, name) for name in read}


def readiness(envelope: Envelope) -> Message:
    """Return the lists of steps that are there, each step by its anchor."""
    return {
        each.name: [
            envelope.translation.word(step.get("anchor"))
            for step in envelope.records(envelope.data, each.name)
        ]
        for each in fields(Readiness)
        if each.name in envelope.data
    }


def state(envelope: Envelope) -> Message:
    """Return all plans, as far as they are shown."""
    plans = envelope.records({"plans": envelope.required("plans", list)}, "plans")
    return envelope.checked({"reply": "ok", "plans": [plan(envelope, each) for each in plans]})


def shown(envelope: Envelope) -> Message:
    """Return the answer about one plan: a warning means that its document has changed."""
    found: Message = {"plan": plan(envelope, envelope.required("plan", dict))}
    codes = [issue.get("code") for issue in envelope.issues]
    if Code.PLAN_DRIFT in codes or not codes:
        found["drifted"] = bool(codes)
    return envelope.checked(accepted(Shown, found))


def plan(envelope: Envelope, found: Message) -> Message:
    """Return a plan with its steps, each followed by its substeps."""
    if "plan_path" not in found:
        raise envelope.ended.broken("a plan that it shows lacks 'plan_path'")
    message, items = object_of(envelope, found, Plan), None
    if "checklist_items" in found:
        items = envelope.records(found, "checklist_items")
    if "steps" in found:
        message["steps"] = list(_steps(envelope, found, "steps", items))
    return message


def _steps(
    envelope: Envelope, found: Message, name: str, items: list[Message] | None
) -> Iterator[Message]:
    for each in envelope.records(found, name):
        if "anchor" not in each:
            raise envelope.ended.broken("a step that it shows lacks 'anchor'")
        step = object_of(envelope, each, Step)
        if items is not None:
            own = [item for item in items if item.get("step_anchor") == step["anchor"]]
            step["items"] = [object_of(envelope, item, Item) for item in own]
        yield step
        if name == "steps" and "substeps" in each:
            yield from _steps(envelope, each, "substeps", items)
