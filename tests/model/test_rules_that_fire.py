"""The rules that the model names are rules of the specification that speak of that operation."""

import pytest

from conformance.differential.search import Limits
from spec.catalog import RULES
from spec.editions import EDITIONS, Edition
from spec.vocabulary.operations import Operation
from tests.model_runs import answers

SPEAKS_OF = {rule.id: set(rule.operations) for rule in RULES}
LIMITS = Limits(examples=150, steps=50, seed=0)


def fired(edition: Edition) -> set[tuple[str, type[Operation]]]:
    """Return which rules decided which operations in a long random run."""
    return {
        (rule, type(answer.operation))
        for answer in answers(edition, LIMITS)
        for rule in answer.transition.rules
    }


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
    # then each of them has a text in that edition.
    assert {rule.id for rule in RULES if rule.id in rules and not rule.text(edition)} == set()
