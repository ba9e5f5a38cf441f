"""Traces as the rows of a list, from the steps that `planspec diff --json` prints."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from conformance.reports.sequences import sequence_picture
from conformance.reports.words.messages import render_message
from conformance.reports.words.sentences import reply_sentence, request_sentence
from conformance.reports.words.traces import times_of, trace_steps
from model.explorer.events import PathStep

Step = Mapping[str, Any]
"""An event of a trace, with the fields of `TraceStep`."""

Row = dict[str, Any]


def steps_of(path: Sequence[PathStep]) -> list[Step]:
    """Return the steps of a path of the explorer."""
    return [step.model_dump() for step in trace_steps(path)]


def then_of(step: Step) -> tuple[str, list[str]]:
    """Return what the orchestrator does after a step, and the rules that decide it."""
    sentence, _, rules = step["then"].partition("   by ")
    return sentence, rules.split()


def picture_of(steps: Sequence[Step], name: str) -> str:
    """Return a drawing of a trace of several workers, or nothing; `name` tells its ids apart."""
    exchanges = [(each["request"], each["reply"]) for each in steps if each["reply"]]
    return sequence_picture(exchanges, name)


def trace_rows(steps: Sequence[Step]) -> list[Row]:
    """Return a row for each step of a trace."""
    return [row(time, step) for time, step in zip(times_in(steps), steps, strict=True)]


def times_in(steps: Sequence[Step]) -> list[str]:
    """Return the time of each step; the empty text where it does not pass."""
    return times_of([step["request"] for step in steps])


def split_rows(without: Sequence[Step], having: Sequence[Step]) -> Iterator[Row]:
    """Yield the rows of a trace in two editions, with both replies where they differ."""
    for time, old, new in zip(times_in(having), without, having, strict=True):
        both = {} if old == new else {"replies": [reply_of(old, "without"), reply_of(new, "with")]}
        yield row(time, new) | both


def row(time: str, step: Step) -> Row:
    """Return one step: the request, the reply, what changed, the rules, and the messages."""
    request = step["request"]
    return {
        "time": time,
        "event": request_sentence(request) if request else step["sentence"],
        "request": request and render_message(request),
        "replies": [reply_of(step)] if step["reply"] else [],
    }


def reply_of(step: Step, side: str = "") -> Row:
    """Return the reply of a step; `side` is the word for its edition."""
    then, deciding = then_of(step)
    return {
        "side": side,
        "sentence": reply_sentence(step["reply"]),
        "message": render_message(step["reply"]),
        "then": then,
        "changed": step["changed"],
        "rules": [*step["rules"], *deciding],
    }
