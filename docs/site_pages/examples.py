"""Run the examples on the SQLite implementation and on the model, and write what came of them."""

import json
from dataclasses import fields
from typing import Any

from fragments import details, fenced, linked
from pydantic import TypeAdapter

from conformance.differential.comparator import plan_changes
from conformance.protocol.traces import operation_to_json
from impl.store.store import Store
from model.apply import apply
from model.transition import Transition
from site_pages.checks import BrokenSite
from site_pages.example_requests import EXAMPLES, Example
from spec.vocabulary.operations import Operation
from spec.vocabulary.outcomes import Outcome
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.state import State

_MOST_LINES = 40
"""Lines of an answer that are shown at once; a longer one is folded."""


class ExampleFailed(BrokenSite):
    """An example does not show what it is there for: it was rejected, or the two sides differ."""


def example_of(operation: type[Operation]) -> Example:
    """Find the example of an operation."""
    found = [example for example in EXAMPLES if type(example.request) is operation]
    if len(found) != 1:
        raise ExampleFailed(f"{operation.__name__} has {len(found)} examples, it needs one")
    return found[0]


def run(example: Example) -> tuple[State, Transition]:
    """Give the state before the request, and what both sides make of it.

    Raises `ExampleFailed` if the two sides differ, or anything is rejected.
    """
    state = State()
    with Store.in_memory() as store:
        for operation in example.given:
            state = accepted(store, state, operation).state
        return state, accepted(store, state, example.request)


def accepted(store: Store, before: State, operation: Operation) -> Transition:
    """Apply an operation on both sides, which have to agree on it and accept it."""
    transition, outcome = apply(before, operation), store.apply(operation)
    if outcome != transition.outcome or store.snapshot_state() != transition.state:
        raise ExampleFailed(f"the implementation answers {operation} with {outcome}, the model not")
    if isinstance(outcome, Rejected):
        raise ExampleFailed(f"{operation} was rejected: {outcome}")
    return transition


def example_section(operation: type[Operation]) -> str:
    """Write the example of an operation: request, answer, rules, changed fields."""
    example = example_of(operation)
    before, transition = run(example)
    plan = example.request.plan
    changes = plan_changes(before.plan(plan), transition.state.plan(plan))
    rules = ", ".join(linked(rule) for rule in transition.rules) or "none"
    blocks = [
        f"**Example.** {example.shows}",
        fenced(as_text(operation_to_json(example.request)), "json"),
        f"It is answered with `{type(transition.outcome).__name__}`:",
        answer(transition.outcome),
        f"Decided by {rules}.",
        "Changed:\n\n" + fenced("\n".join(changes), "text") if changes else "Nothing changes.",
    ]
    return "\n\n".join(blocks)


def answer(outcome: Outcome) -> str:
    """Write an answer; a long one can be unfolded."""
    block = fenced(as_text(outcome_to_json(outcome)), "json")
    return block if block.count("\n") < _MOST_LINES else details("The whole answer", block)


def outcome_to_json(outcome: Outcome) -> dict[str, Any]:
    """Give the fields of an answer, without those that are none."""
    document = TypeAdapter(type(outcome)).dump_python(outcome, mode="json", exclude_none=True)
    return {field.name: document[field.name] for field in fields(outcome) if field.name in document}


def as_text(document: dict[str, Any]) -> str:
    """Write a JSON object, short ones in a line."""
    line = json.dumps(document, ensure_ascii=False)
    return line if len(line) <= 80 else json.dumps(document, ensure_ascii=False, indent=2)
