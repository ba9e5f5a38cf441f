"""The rules that the model names are rules of the specification that speak of that operation."""

import random

import pytest

from conformance.generators.choices import Choices
from conformance.generators.requests import draw_operation
from conformance.generators.strategies import plan_definition
from conformance.generators.worlds import world_of
from model.apply import apply
from spec.catalog import RULES
from spec.editions import EDITIONS, Edition
from spec.vocabulary.operations import Operation
from spec.vocabulary.state import State

SPEAKS_OF = {rule.id: set(rule.operations) for rule in RULES}


def fired(edition: Edition) -> set[tuple[str, type[Operation]]]:
    """Collect which rules decided which operations in a long random run."""
    source = random.Random(0)
    found: set[tuple[str, type[Operation]]] = set()
    for _ in range(150):
        plans = (plan_definition(source.randbytes(60)) for _ in range(2))
        world = world_of(dict(zip(("first.md", "second.md"), plans, strict=True)))
        state, now = State(), 0
        for _ in range(50):
            choices = Choices(source.randbytes(24))
            operation = draw_operation(choices, state, world, now, source.random() < 0.6)
            transition = apply(state, operation, edition)
            state, now = transition.state, operation.now
            found |= {(rule, type(operation)) for rule in transition.rules}
    return found


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.name)
def test_a_rule_decides_only_operations_that_it_speaks_of(edition: Edition) -> None:
    # Given a long random run in an edition, when rules have decided operations,
    strays = {
        (rule, kind.__name__)
        for rule, kind in fired(edition)
        if kind.__name__ not in SPEAKS_OF[rule]
    }
    # then every one of these rules names that operation.
    assert strays == set()


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.name)
def test_a_rule_decides_only_in_editions_that_have_it(edition: Edition) -> None:
    # Given a long random run in an edition, when rules have decided,
    rules = {rule for rule, _ in fired(edition)}
    # then each of them has clauses in that edition.
    assert {rule.id for rule in RULES if rule.id in rules and not rule.clauses_in(edition)} == set()
