"""Traces as rows of a table, from the steps that `planspec diff --json` prints."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from conformance.reports.traces import render_message, trace_steps
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


def trace_rows(steps: Sequence[Step]) -> list[Row]:
    """Return a row for each step of a trace."""
    return [row(number, step) for number, step in enumerate(steps, 1)]


def split_rows(without: Sequence[Step], having: Sequence[Step]) -> Iterator[Row]:
    """Yield the rows of a trace in two editions: two for each step in which they differ.

    `side` of such a row is the word for its edition.
    """
    for number, (old, new) in enumerate(zip(without, having, strict=True), 1):
        if old == new:
            yield row(number, old)
        else:
            yield row(number, old, "without")
            yield row(None, new, "with")


def row(number: int | None, step: Step, side: str = "") -> Row:
    """Return one step: the request, the reply, what changed, and the rules."""
    then, deciding = then_of(step)
    return {
        "number": number,
        "request": step["request"] and render_message(step["request"]),
        "sentence": step["sentence"],
        "side": side,
        "reply": step["reply"] and render_message(step["reply"]),
        "then": then,
        "changed": step["changed"],
        "rules": [*step["rules"], *deciding],
    }
