"""Differences between two plans, in words: only the fields that differ."""

import json
from collections.abc import Iterator
from dataclasses import fields

from pydantic_core import to_jsonable_python

from spec.vocabulary.items import Item
from spec.vocabulary.iteration_loops import IterationLoop
from spec.vocabulary.review_cycles import ReviewCycle
from spec.vocabulary.state import Plan, State, Step

Record = Plan | Step | Item | ReviewCycle | IterationLoop


AROUND_STEPS = ("review_cycle", "iteration_loop")
"""The parts of a plan that are compared field by field, beside its steps."""


def state_differences(expected: State, observed: State) -> list[str]:
    """List what differs between two whole states; empty only if they are equal."""
    if expected == observed:
        return []
    lines = [
        line
        for path in sorted({plan.path for plan in (*expected.plans, *observed.plans)})
        for line in plan_differences(expected.plan(path), observed.plan(path))
    ]
    last = (expected.last_artifact_id, observed.last_artifact_id)
    return lines or [f"last_artifact_id: {last[0]} -> {last[1]}"]


def plan_differences(expected: Plan | None, observed: Plan | None) -> list[str]:
    """List what differs, a line for each field, with the expected value first."""
    if expected is None or observed is None:
        return [] if expected is observed else [f"plan: {found(expected)} -> {found(observed)}"]
    lines = [*named_fields("plan", expected, observed, ("steps", *AROUND_STEPS))]
    for name in AROUND_STEPS:
        old, new = getattr(expected, name), getattr(observed, name)
        if old is None or new is None:
            lines += [] if old is new else [f"{name}: {shown(old)} -> {shown(new)}"]
        else:
            lines += named_fields(name, old, new, ())
    before = {step.anchor: step for step in expected.steps}
    after = {step.anchor: step for step in observed.steps}
    for anchor in dict.fromkeys((*before, *after)):
        lines += step_differences(anchor, before.get(anchor), after.get(anchor))
    return lines


def step_differences(anchor: str, expected: Step | None, observed: Step | None) -> list[str]:
    """List what differs between two steps of the same anchor."""
    if expected is None or observed is None:
        return [f"{anchor}: {found(expected)} -> {found(observed)}"]
    lines = [*named_fields(anchor, expected, observed, ("items",))]
    before = {(item.kind, item.ordinal): item for item in expected.items}
    after = {(item.kind, item.ordinal): item for item in observed.items}
    for key in dict.fromkeys((*before, *after)):
        name = f"{anchor} {key[0]} {key[1]}"
        old, new = before.get(key), after.get(key)
        if old is None or new is None:
            lines.append(f"{name}: {found(old)} -> {found(new)}")
        else:
            lines += named_fields(name, old, new, ())
    return lines


def named_fields(
    name: str, expected: Record, observed: Record, besides: tuple[str, ...]
) -> Iterator[str]:
    """List the fields of two records that differ, besides some that are compared elsewhere."""
    for field in fields(expected):
        before, after = getattr(expected, field.name), getattr(observed, field.name)
        if field.name not in besides and before != after:
            yield f"{name}.{field.name}: {shown(before)} -> {shown(after)}"


def shown(value: object) -> str:
    """Return a value as JSON."""
    return json.dumps(to_jsonable_python(value), ensure_ascii=False)


def found(record: object) -> str:
    """Say whether a record is there."""
    return "missing" if record is None else "there"
