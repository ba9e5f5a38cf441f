"""Every refusal with a remedy that the shipped vectors meet, in each edition."""

from collections.abc import Iterator
from functools import cache

from conformance.vectors.reading import VECTORS, read_once
from model.apply import apply
from spec.additions import is_known
from spec.editions import EDITIONS, Edition
from spec.properties.changes import Change
from spec.properties.remedies import refusal_in
from spec.remedies.refusal import Refusal
from spec.vocabulary.checklists import Update
from spec.vocabulary.claims import Claim
from spec.vocabulary.operations import Operation
from spec.vocabulary.plans import PlanDefinition, Register, StepDefinition
from spec.vocabulary.state import State

HASH = "a" * 64
WITHOUT_ITEMS = (
    Register("plan.md", PlanDefinition("Plan", HASH, (StepDefinition("build", "Build"),)), 0),
    Claim("plan.md", "one", HASH, 0),
    Update("plan.md", "build", "one", (), HASH, 0),
)
"""An update of nothing, where there is nothing to update: no vector has it."""

Met = tuple[Edition, Change, Refusal]


def changes(operations: tuple[Operation, ...], edition: Edition) -> Iterator[Change]:
    """Yield what each operation does, as long as the edition knows them."""
    state = State()
    for operation in operations:
        if not is_known(operation, edition):
            return
        transition = apply(state, operation, edition)
        yield Change(state, operation, transition.outcome, transition.state)
        state = transition.state


@cache
def refusals() -> tuple[Met, ...]:
    """Return every refusal with a remedy that a vector meets, in each edition."""
    vectors = [tuple(each.operation for each in v.operations) for v in read_once(VECTORS)]
    return tuple(
        (edition, change, refusal)
        for edition in EDITIONS
        for operations in (*vectors, WITHOUT_ITEMS)
        for change in changes(operations, edition)
        if (refusal := refusal_in(change))
    )
