"""Run the examples of operations on the SQLite implementation and on the model."""

from conformance.differential.comparator import plan_changes
from conformance.reports.words.differences import render_differences
from docs.build.checks import BrokenSite
from docs.build.examples.requests import EXAMPLES, Example
from impl.store.store import Store
from model.apply import apply
from model.transition import Transition
from spec.vocabulary.operations import Operation
from spec.vocabulary.rejections import Rejected
from spec.vocabulary.state import State


class ExampleFailed(BrokenSite):
    """An example was rejected, or model and implementation differ on it."""


def example_of(operation: type[Operation]) -> Example:
    """Return the example of an operation."""
    found = [example for example in EXAMPLES if type(example.request) is operation]
    if len(found) != 1:
        raise ExampleFailed(f"{operation.__name__} has {len(found)} examples, it needs one")
    return found[0]


def run(example: Example) -> tuple[State, Transition]:
    """Return the state before the request, and what both sides make of the request.

    Raise `ExampleFailed` if the two sides differ, or anything is rejected.
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


def changes_of(example: Example, before: State, transition: Transition) -> list[str]:
    """Return a line for each field that an example changes."""
    plan = example.request.plan
    return render_differences(plan_changes(before.plan(plan), transition.state.plan(plan)))
