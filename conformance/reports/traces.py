"""The one renderer of traces: operations and replies as JSON, and only the fields that changed."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from conformance.differential.comparator import plan_changes
from conformance.differential.divergence import Divergence
from conformance.protocol.codec import Message, outcome_to_json
from conformance.protocol.documents.exploration import TraceStep
from conformance.protocol.operations import operation_name, operation_to_json
from conformance.protocol.visible import visible
from conformance.reports.differences import render_differences, what_differs
from model.explorer.events import PathStep
from model.explorer.situations import Edit, Event, Fault
from model.transition import Transition
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.state import Plan, State

LONGEST = 400
"""A message with more characters is shown without its innermost lists and objects."""

_HASH = re.compile(r"\b([0-9a-f]{7})(?:[0-9a-f]{57}|[0-9a-f]{33})\b")


def render_message(message: Mapping[str, Any], longest: int = LONGEST) -> str:
    """Return a message as one line of JSON; `…` stands for the rest of a hash or of a long part."""
    depth = 8
    while len(line := _compact(message, depth)) > longest and depth > 1:
        depth -= 1
    return line


def _compact(message: Mapping[str, Any], depth: int) -> str:
    line = visible(json.dumps(_cut(message, depth), ensure_ascii=False, separators=(",", ":")))
    return _HASH.sub(r"\1…", line).replace('"…"', "…")


def _cut(value: Any, depth: int) -> Any:
    """Replace everything that is nested deeper than `depth`."""
    if isinstance(value, Mapping):
        return {key: _cut(each, depth - 1) for key, each in value.items()} if depth else "…"
    if isinstance(value, list):
        inner = [_cut(each, depth - 1) if depth else "…" for each in value]
        return ["…"] if inner and set(map(str, inner)) == {"…"} else inner
    return value


def render_operation(operation: Operation) -> str:
    """Return an operation as a trace file has it, in one line."""
    return render_message(operation_to_json(operation))


def render_outcome(outcome: Outcome | Message | str | None) -> str:
    """Return an outcome as the reply that is sent, in one line; text describes a crash."""
    if outcome is None or isinstance(outcome, str):
        return str(outcome)
    return render_message(outcome if isinstance(outcome, dict) else outcome_to_json(outcome))


def render_decision(transition: Transition) -> str:
    """Return the reply to an operation and the rules that decided it."""
    return render_outcome(transition.outcome) + _by(transition.rules)


def _by(rules: Sequence[str]) -> str:
    return f"   by {' '.join(rules)}" if rules else ""


def render_trace(
    operations: Sequence[Operation], transitions: Sequence[Transition]
) -> Iterator[str]:
    """Yield the lines of a trace: each operation, its reply, the rules, and what changed."""
    pairs = zip(operations, transitions, strict=False)
    yield from render_path(
        [PathStep(asked, asked.now, asked, answered) for asked, answered in pairs]
    )


def render_divergence(divergence: Divergence) -> Iterator[str]:
    """Yield what the last operation of a trace shows to be wrong."""
    rules = " ".join(divergence.model.rules) if divergence.model else ""
    match divergence.kind:
        case "answer":
            yield f"The replies differ (decided by {rules}):"
            if divergence.model:
                yield f"  model           {render_outcome(divergence.model.outcome)}"
            yield f"  implementation  {render_outcome(divergence.observed)}"
            return
        case "state":
            yield f"The stored states differ, model -> implementation (decided by {rules}):"
        case "crash":
            yield f"The implementation crashed (the model decided by {rules}):"
        case "integrity":
            yield "The stored data is damaged:"
        case "run":
            yield "The model's orchestrator violates its own rules:"
        case "orchestrator":
            yield "The orchestrators differ:"
        case _:
            yield "The specification violates its own property:"
    yield from (f"  {line}" for line in what_differs(divergence))


def trace_steps(path: Sequence[PathStep]) -> Iterator[TraceStep]:
    """Yield the events of a path as they are shown."""
    before = State()
    for step in path:
        if step.operation is None or step.transition is None:
            name = type(step.event).__name__.lower()
            yield TraceStep(event=name, sentence=describe_event(step.event))
            continue
        after = step.transition.state
        old, new = before.plan(step.operation.plan), after.plan(step.operation.plan)
        yield TraceStep(
            event=operation_name(type(step.operation)),
            request=operation_to_json(step.operation),
            reply=outcome_to_json(step.transition.outcome),
            rules=step.transition.rules,
            then=step.then,
            changed=tuple(changes_between(old, new)),
        )
        before = after


def changes_between(old: Plan | None, new: Plan | None) -> list[str]:
    """Return which fields of a plan changed, if it was there before."""
    return [] if old is None or old is new else render_differences(plan_changes(old, new))


def render_path(path: Sequence[PathStep]) -> Iterator[str]:
    """Yield the lines of a path of the explorer."""
    for number, step in enumerate(trace_steps(path), start=1):
        yield f"{number:3}  {render_message(step.request) if step.request else step.sentence}"
        if step.reply:
            yield f"     {render_message(step.reply)}{_by(step.rules)}"
        if step.then:
            yield f"     {step.then}"
        yield from (f"       {line}" for line in step.changed)


def describe_event(event: Event) -> str:
    """Return a sentence about an event outside the store."""
    if isinstance(event, Fault):
        return f"{event.sentence}, at the next call"
    if isinstance(event, Edit):
        return f"somebody edits the document of {event.plan} (version {event.version})"
    return "a millisecond passes"
