"""A scope is left out only where nothing in it puts a property to the test."""

from model.explorer.scopes.catalog import CHEAPEST_FIRST
from model.explorer.search.testable import is_testable
from spec.catalog import PROPERTIES
from tests.model.explored import BY_NAME, explored
from tests.profiles import AT_NIGHT

PAIRS = [
    *((name, "2026.2") for name in ("deferrals", "order", "iterations", "single", "recovery")),
    *((name, "2026.2") for name in ("commits", "claim-ids", "history", "two-plans", "family")),
    *((name, "2026.2") for name in ("reviews", "drift")),
    *((scope.name, "seeds") for scope in CHEAPEST_FIRST[:-1]),
    *((scope.name, "origin") for scope in CHEAPEST_FIRST[:-1]),
]

TRIED = PAIRS if AT_NIGHT else PAIRS[:5]


def test_what_was_tested_is_testable() -> None:
    wrong = {}
    for name, edition in TRIED:
        # Given a scope, when it is explored, then no property was tested that cannot be,
        tested = {verdict.id for verdict in explored(name, edition).verdicts if verdict.tested}
        testable = {rule.id for rule in PROPERTIES if is_testable(BY_NAME[name], rule)}
        # and something was tested, and something can not.
        if not tested or not tested <= testable or len(testable) == len(PROPERTIES):
            wrong[name, edition] = tested - testable
    assert wrong == {}


def test_every_scope_has_its_place_by_cost() -> None:
    # Given all scopes, when they are ordered by what they cost, then none is forgotten.
    assert sorted(scope.name for scope in CHEAPEST_FIRST) == sorted(BY_NAME)
    assert len(CHEAPEST_FIRST) == len(BY_NAME)
