"""The one renderer of traces: a line of words a step, its rules, and the fields that changed."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from conformance.differential.comparator import Comparator, plan_changes
from conformance.differential.difference import Difference
from conformance.differential.divergence import Divergence
from conformance.protocol.documents.exploration import TraceStep
from conformance.reports.words.differences import (
    render_difference,
    render_differences,
    what_differs,
)
from conformance.reports.words.sentences import clock, reply_sentence, request_sentence
from model.explorer.events import PathStep
from model.explorer.situations import Edit, Event, Fault
from model.transition import Transition
from spec.formats.messages import Message, operation_to_json, outcome_to_json
from spec.formats.words import operation_name
from spec.vocabulary.operations import Operation, Outcome
from spec.vocabulary.state import State

HEADINGS = {
    "state": "The stored states differ, model -> implementation (decided by {rules}):",
    "crash": "The implementation crashed (the model decided by {rules}):",
    "integrity": "The stored data is damaged:",
    "run": "The model's orchestrator violates its own rules:",
    "orchestrator": "The orchestrators differ:",
    "property": "The specification violates its own property:",
}
"""What a divergence of each kind shows; that of answers is shown with both replies."""

WITH_A_STATUS = re.compile(r"(\S+\.)?(\w+_at|claimed_by|claim_id|last_claim_id):")
"""Fields about who holds a step, and times: they go with a status, or the reply tells them."""


def render_operation(operation: Operation) -> str:
    """Return a sentence that says who requests what."""
    return request_sentence(operation_to_json(operation))


def render_outcome(outcome: Outcome | Message | str | None) -> str:
    """Return an outcome as a sentence; text describes a crash."""
    if outcome is None or isinstance(outcome, str):
        return str(outcome)
    return reply_sentence(outcome if isinstance(outcome, dict) else outcome_to_json(outcome))


def render_exchange(
    request: Mapping[str, Any], reply: Mapping[str, Any], with_plan: bool = False
) -> str:
    """Return a request and its reply as one line."""
    return f"{request_sentence(request, with_plan)} → {reply_sentence(reply)}"


def render_decision(transition: Transition) -> str:
    """Return the reply to an operation and the rules that decided it."""
    return render_outcome(transition.outcome) + _by(transition.rules)


def not_told(first: Transition, second: Transition) -> list[Difference]:
    """Return in which fields two replies differ that are told in the same words."""
    if render_outcome(first.outcome) != render_outcome(second.outcome):
        return []
    return Comparator().outcome_differences(first.outcome, second.outcome)


def _by(rules: Sequence[str]) -> str:
    return f"   by {' '.join(rules)}" if rules else ""


def render_trace(
    operations: Sequence[Operation], transitions: Sequence[Transition]
) -> Iterator[str]:
    """Yield the lines of a trace: each operation, its reply, the rules, and what changed."""
    yield from render_path(path_of(operations, transitions))


def path_of(operations: Sequence[Operation], transitions: Sequence[Transition]) -> list[PathStep]:
    """Return operations and what was decided as the steps of a path."""
    pairs = zip(operations, transitions, strict=False)
    return [PathStep(asked, asked.now, asked, answered) for asked, answered in pairs]


def render_divergence(divergence: Divergence) -> Iterator[str]:
    """Yield what the last operation of a trace shows to be wrong."""
    rules = " ".join(divergence.model.rules) if divergence.model else ""
    if divergence.kind == "answer":
        yield f"The replies differ (decided by {rules}):"
        if divergence.model:
            yield f"  model           {render_outcome(divergence.model.outcome)}"
        yield f"  implementation  {render_outcome(divergence.observed)}"
        fields = [each for each in divergence.differences if each.place]
        yield from (f"    {line}" for line in render_differences(fields))
        return
    yield HEADINGS.get(divergence.kind, HEADINGS["property"]).format(rules=rules)
    yield from (f"  {line}" for line in what_differs(divergence))


def trace_steps(path: Sequence[PathStep]) -> Iterator[TraceStep]:
    """Yield the events of a path as they are shown."""
    before = State()
    several = len({each.operation.plan for each in path if each.operation}) > 1
    for step in path:
        if step.operation is None or step.transition is None:
            name = type(step.event).__name__.lower()
            yield TraceStep(event=name, sentence=describe_event(step.event))
            continue
        after = step.transition.state
        old, new = before.plan(step.operation.plan), after.plan(step.operation.plan)
        changes = () if old is None or old is new else plan_changes(old, new)
        request = operation_to_json(step.operation)
        reply = outcome_to_json(step.transition.outcome)
        yield TraceStep(
            event=operation_name(type(step.operation)),
            sentence=render_exchange(request, reply, several),
            request=request,
            reply=reply,
            rules=step.transition.rules,
            then=step.then,
            changed=tuple(map(render_change, changes)),
        )
        before = after


def render_change(change: Difference) -> str:
    """Return a field that changed as a line; a time as a time of day."""
    if change.field.endswith("_at"):
        old, new = (
            clock(value) if isinstance(value, int) else "none"
            for value in (change.expected, change.observed)
        )
        return f"{change.path}: {old} -> {new}"
    return render_difference(change)


def render_path(path: Sequence[PathStep]) -> Iterator[str]:
    """Yield the lines of a path: the time, if it passes, what happens, and what it changes.

    Only of the last event are all fields shown that it changes.
    """
    steps = list(trace_steps(path))
    short = [step.model_copy(update={"changed": in_short(step.changed)}) for step in steps[:-1]]
    yield from render_steps([*short, *steps[-1:]])


def in_short(changes: Sequence[str]) -> tuple[str, ...]:
    """Return changes as one line, without holders, claims and times."""
    kept = [line for line in changes if not WITH_A_STATUS.match(line)]
    return ("; ".join(kept),) if kept else ()


def render_steps(steps: Sequence[TraceStep]) -> Iterator[str]:
    """Yield the lines of the events of a path."""
    times = times_of([step.request for step in steps])
    margin = " " * (5 + max(map(len, times), default=0) + 2 * any(times))
    for number, (step, time) in enumerate(zip(steps, times, strict=True), start=1):
        yield f"{f'{number:3}  {time}':{len(margin)}}{step.sentence}{_by(step.rules)}"
        if step.then:
            yield f"{margin}{step.then}"
        yield from (f"{margin}  {line}" for line in step.changed)


def times_of(requests: Sequence[Mapping[str, Any] | None]) -> list[str]:
    """Return the time of each request; the empty text where it is that of the one before."""
    times = [request["now"] if request else None for request in requests]
    if len({each for each in times if each is not None}) < 2:
        return [""] * len(times)
    shown = [None, *times]
    return [
        "" if time is None or time == before else clock(time)
        for before, time in zip(shown, times, strict=False)
    ]


def describe_event(event: Event) -> str:
    """Return a sentence about an event outside the store."""
    if isinstance(event, Fault):
        return f"{event.sentence}, at the next call"
    if isinstance(event, Edit):
        return f"somebody edits the document of {event.plan} (version {event.version})"
    return "a millisecond passes"
