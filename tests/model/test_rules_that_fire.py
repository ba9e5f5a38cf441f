"""What the model cites is in the specification, in force, and speaks of that operation."""

from functools import cache

import pytest

from spec.catalog import CLAUSES, RULES
from spec.editions import EDITIONS, Edition
from spec.vocabulary.operations import Operation
from tests.model_runs import answers, share_answers

Cited = tuple[str, type[Operation]]
IN_FORCE = {
    edition: {clause.id for clause in CLAUSES if clause.is_in_force(edition)}
    for edition in EDITIONS
}
SPEAKS_OF = {rule.id: set(rule.operations) for rule in RULES}

pytestmark = share_answers
each_edition = pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.name)


@cache
def cited(edition: Edition) -> set[Cited]:
    """Return which clauses decided which operations, in vectors or at random."""
    return {
        (clause, type(answer.operation))
        for answer in answers(edition)
        for clause in answer.transition.clauses
    }


def fired(edition: Edition) -> set[Cited]:
    """Return which rules decided which operations."""
    return {(clause.partition(".")[0], kind) for clause, kind in cited(edition)}


@each_edition
def test_a_rule_decides_only_operations_that_it_speaks_of(edition: Edition) -> None:
    # Given what the model answers in an edition, when rules have decided operations,
    strays = {
        (rule, kind.__name__)
        for rule, kind in fired(edition)
        if kind.__name__ not in SPEAKS_OF[rule]
    }
    # then every one of these rules names that operation.
    assert strays == set()


@each_edition
def test_a_clause_decides_only_in_editions_that_have_it(edition: Edition) -> None:
    # Given what the model answers in an edition, when clauses have decided,
    clauses = {clause for clause, _ in cited(edition) if "." in clause}
    # then each of them is in force in that edition, and no answer was decided by none.
    assert clauses - IN_FORCE[edition] == set()
    assert all(answer.transition.clauses for answer in answers(edition))
