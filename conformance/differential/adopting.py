"""Adopting: the reference takes over what a system stores, so that a run goes on behind it."""

import json
from collections.abc import Iterable, Set
from typing import Any
from unicodedata import normalize

from pydantic import ValidationError

from conformance.differential.comparator import KEYS, Comparator, index_by_key, is_list_of_objects
from conformance.protocol.messages import Observed
from conformance.protocol.operations import adapter
from spec.editions import Edition
from spec.formats.messages import Message, state_to_json
from spec.properties.invariants import INVARIANTS
from spec.vocabulary.state import Plan, State

SHORTEST_CUT = 16
"""The fewest characters that a text may be cut to; shorter ones often begin like others."""


def adopted_state(
    comparator: Comparator, expected: State, observed: Message, given: Set[str] = frozenset()
) -> State | None:
    """Return what a system stores as a state of the reference, or `None` if that is not legal.

    What the system does not show, what is not compared and what differs only in form stays as the
    reference has it. A plan, step or owner whose name is neither expected nor `given` by a request
    is not taken over: whether the system knows it by the name that was given, and answers rightly,
    cannot be told.
    """
    whole = state_to_json(expected, comparator.edition)
    merged = _merged(comparator, "state", whole, {**observed, "reply": whole["reply"]})
    del merged["reply"]
    try:
        state: State = adapter(State).validate_json(json.dumps(merged))
    except ValidationError:
        return None
    if has_doubles(plan.path for plan in state.plans):
        return None
    if not names_in(state) <= names_in(expected) | given:
        return None
    return state if all(is_legal(plan, comparator.edition) for plan in state.plans) else None


def names_in(state: State) -> set[str]:
    """Return the names of plans, steps and owners."""
    plans = {plan.path for plan in state.plans}
    steps = [step for plan in state.plans for step in plan.steps]
    owners = {step.claimed_by for step in steps if step.claimed_by is not None}
    return plans | {step.anchor for step in steps} | owners


def has_doubles(keys: Iterable[object]) -> bool:
    """Return whether one of the keys is there twice: of two things, nobody knows which counts."""
    keys = list(keys)
    return len(set(keys)) < len(keys)


def is_legal(plan: Plan, edition: Edition) -> bool:
    """Return whether a plan holds together and keeps the invariants of an edition."""
    anchors = [step.anchor for step in plan.steps]
    named = {name for step in plan.steps for name in (*step.dependencies, step.parent)} - {None}
    if has_doubles(anchors) or not named <= set(anchors):
        return False
    for step in plan.steps:
        items = ((item.kind, item.ordinal) for item in step.items)
        if has_doubles(items) or has_doubles(note.id for note in step.artifacts):
            return False
    in_force = [each for each in INVARIANTS if all(map(edition.has, each.amendments))]
    return not any(problem for each in in_force for problem in each.problems(plan))


def _merged(comparator: Comparator, name: str, expected: Any, observed: Any) -> Any:
    if isinstance(expected, dict) and isinstance(observed, dict):
        return _merged_fields(comparator, expected, observed)
    if name in KEYS and is_list_of_objects(expected) and is_list_of_objects(observed):
        if not all(key in each for each in observed for key in KEYS[name]):
            return observed
        ours = index_by_key(name, expected, True)
        theirs = index_by_key(name, observed, True)
        return [
            _merged(comparator, name, ours.get(key, member), member)
            for key, member in theirs.items()
        ]
    return expected if is_in_another_form(expected, observed) else observed


def is_in_another_form(expected: Any, observed: Any) -> bool:
    """Return whether a text is the expected one in other letters, cut off, or with other spaces.

    A system that shows it so mostly knows it as it was given.
    """
    if not isinstance(expected, str) or not isinstance(observed, str):
        return False
    ours, theirs = (normalize("NFKC", text).casefold().split() for text in (expected, observed))
    is_cut = len(observed) >= SHORTEST_CUT and expected.startswith(observed)
    return ours == theirs or is_cut


def _merged_fields(comparator: Comparator, expected: Message, observed: Message) -> Message:
    merged = {**expected, **observed}
    for name, value in expected.items():
        if name in observed and not comparator.is_ignored(name):
            merged[name] = _merged(comparator, name, value, observed[name])
        elif comparator.is_ignored(name) or comparator.identity.observe is Observed.PARTIAL:
            merged[name] = value
        else:
            merged[name] = [] if isinstance(value, list) else None
    return merged
