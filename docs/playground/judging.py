"""The verdict on a history that was dropped on the page, with its time line."""

from dataclasses import fields

from conformance.histories.calls import Call, OutOfOrder
from conformance.histories.contradictions import Contradiction
from conformance.histories.judging import JudgedPlan, judged_plans
from conformance.histories.linearizability import verdict_of
from conformance.histories.recording import BadHistory, recording_from
from conformance.protocol.lines import BadMessage
from conformance.reports.histories import (
    SAMPLE,
    contradiction_title,
    failure_sentence,
    milliseconds,
    order_of,
    overlap_sentences,
    seen,
)
from conformance.reports.timelines import WIDTH, Timeline, timeline_of
from conformance.reports.words.sentences import request_sentence
from spec.formats.histories import KINDS, Event, History, Invoke
from spec.formats.messages import Message, from_json, operation_from_json, operation_to_json

MOST_CALLS = 200
"""The most calls in a picture."""
BUDGET = 200_000
"""The most steps of the search about one plan: a minute in a browser."""


def event_from(message: Message) -> History | Event:
    """Return a line as an event. Raises `BadMessage`. Unknown fields are ignored."""
    kind = KINDS.get(str(message.get("event")))
    if kind is None:
        raise BadMessage(
            f"found {message.get('event')!r}; expected an `event` of {', '.join(KINDS)}"
        )
    given = {each.name: message[each.name] for each in fields(kind) if each.name in message}
    try:
        if kind is Invoke:
            operation = operation_from_json(given.get("operation"))
            return Invoke(given["process"], given["time"], operation)
        if kind is History and isinstance(given.get("state"), dict):
            given["state"].pop("reply", None)
        event: History | Event = from_json(kind, given, str(message["event"]))
    except (ValueError, KeyError) as error:
        raise BadMessage(str(error)) from error
    return event


def judged(name: str, text: str) -> Message:
    """Return the verdict on a history. Raises `ValueError` if it is none."""
    try:
        recording = recording_from(name, text.encode(), event_from)
        plans = [*judged_plans(recording, BUDGET)]
    except (BadHistory, OutOfOrder) as error:
        raise ValueError(str(error)) from error
    operations = sum(call.operation is not None for each in plans for call in each.calls)
    ordered = sorted(plans, key=lambda each: each.contradiction is None)
    return {
        "verdict": verdict_of({each.judgement.verdict for each in plans}, operations).value,
        "edition": recording.history.edition,
        "operations": operations,
        "plans": [plan_of(recording.history, each) for each in ordered],
    }


def plan_of(history: History, found: JudgedPlan) -> Message:
    """Return what is shown of the calls about one plan."""
    needed = found.contradiction.calls if found.contradiction else ()
    calls = sorted(needed or found.calls[:MOST_CALLS], key=lambda each: each.began)
    first = min((call.began for call in calls), default=0)
    return {
        "plan": found.plan or "all plans",
        "verdict": found.judgement.verdict.value,
        "operations": sum(call.operation is not None for call in found.calls),
        "calls": [call_of(call, first) for call in calls],
        "timeline": timeline_document(timeline_of(history, calls, needed)) if calls else None,
        "contradiction": contradiction_of(found.contradiction) if found.contradiction else None,
    }


def call_of(call: Call, first: int) -> Message:
    """Return a call as a row of the table below the picture."""
    asked = call.operation
    return {
        "process": call.process,
        "began": milliseconds(call.began - first),
        "ended": "unknown" if call.ended is None else milliseconds(call.ended - first),
        "sentence": request_sentence(operation_to_json(asked)) if asked else "observes",
        "replied": seen(call),
    }


def contradiction_of(found: Contradiction) -> Message:
    """Return why no order explains some calls, and what the rules answer in each that was tried."""
    return {
        "title": contradiction_title(found),
        "overlaps": [*overlap_sentences(found)],
        "sample": SAMPLE if found.is_sample else "",
        "clauses": list(found.clauses),
        "orders": [
            {
                "order": order_of(each, found.calls),
                "failure": failure_sentence(each, found.calls),
                "clauses": list(each.clauses),
            }
            for each in found.attempts
        ],
    }


def timeline_document(timeline: Timeline) -> Message:
    """Return a picture of calls, in pixels."""
    return {
        "width": WIDTH,
        "ticks": [{"x": x, "label": label} for x, label in timeline.ticks],
        "lanes": [
            {
                **some_of(lane, "name", "y"),
                "bars": [
                    some_of(each, "x", "y", "width", "number", "label", "is_open")
                    for each in lane.bars
                ],
                "leases": [some_of(each, "x", "y", "width") for each in lane.leases],
            }
            for lane in timeline.lanes
        ],
        **some_of(timeline, "height", "description"),
    }


def some_of(value: object, *names: str) -> Message:
    """Return some attributes by their names."""
    return {name: getattr(value, name) for name in names}
