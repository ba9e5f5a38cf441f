"""The examples of operations, each run on the SQLite implementation and on the model.

`templates/examples.toml` has them, without their replies.
"""

import tomllib
from dataclasses import dataclass
from functools import cache

from docs.build.checks import BrokenSite
from docs.build.rendering import TEMPLATES
from docs.build.scenarios import operation_of, scenario_file
from impl.store.store import Store
from model.apply import apply
from model.transition import Transition
from spec.vocabulary.operations import Operation
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.state import State


@dataclass(frozen=True, slots=True)
class Example:
    """Operations that lead to a situation, a request in it, and what the example shows."""

    shows: str
    given: tuple[Operation, ...]
    request: Operation


@cache
def examples() -> tuple[Example, ...]:
    """Return all examples; the last one, of the page of messages, shows nothing."""
    found = tomllib.loads((TEMPLATES / "examples.toml").read_text(encoding="utf-8"))
    documents = scenario_file()["documents"]
    known = {name: operation_of(each, documents) for name, each in found["requests"].items()}
    *more, last = (operation_of(each, documents) for each in found["more"])
    return (
        *(
            Example(
                each["shows"],
                tuple(known[name] for name in each["given"]),
                operation_of(each["request"], documents),
            )
            for each in found["example"]
        ),
        Example("", tuple(more), last),
    )


def example_of(operation: type[Operation]) -> Example:
    """Return the example of an operation."""
    found = [each for each in examples() if each.shows and type(each.request) is operation]
    if len(found) != 1:
        raise BrokenSite(f"{operation.__name__} has {len(found)} examples, it needs one")
    return found[0]


def run(example: Example) -> tuple[State, Transition]:
    """Return the state before the request, and what both sides make of the request.

    Raise `BrokenSite` if the two sides differ, or anything is rejected.
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
        raise BrokenSite(f"the implementation answers {operation} with {outcome}, the model not")
    if isinstance(outcome, Rejected):
        raise BrokenSite(f"{operation} was rejected: {outcome}")
    return transition
