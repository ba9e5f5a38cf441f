"""A scope is left out only where nothing in it puts a property to the test."""

from typing import Any

from conformance.cli.comparing.changes import changed_verdicts
from model.explorer.scopes.catalog import CHEAPEST_FIRST, SCOPES
from model.explorer.scopes.scope import Scope
from model.explorer.search.exploring import PropertyVerdict
from model.explorer.search.testable import is_testable
from spec.amendments.amendment import Amendment
from spec.amendments.catalog import AMENDMENTS
from spec.catalog import PROPERTIES
from spec.editions import CURRENT, Edition
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
    assert len(CHEAPEST_FIRST) == len(SCOPES)


def amendment(identifier: str) -> Amendment:
    """Return the amendment with an id."""
    return next(each for each in AMENDMENTS if each.id == identifier)


def explored_for(identifier: str, *names: str) -> list[str]:
    """Return which scopes are explored for an amendment of which nothing is ever shown."""
    found: list[str] = []

    def explore(scope: Scope, _: Edition) -> tuple[PropertyVerdict, ...]:
        if scope.name not in found:
            found.append(scope.name)
        return ()

    scopes = [BY_NAME[name] for name in names]
    pair: Any = CURRENT, CURRENT
    assert changed_verdicts(amendment(identifier), scopes, pair, explore) == []
    return found


def test_scopes_are_explored_as_long_as_one_can_show_something() -> None:
    # Given an amendment whose properties are about runs, one about completing, and one about
    # reviews, none of which is shown, when scopes are explored for them,
    names = ("order", "commits", "recovery", "reviews")
    # then all are, up to the last that can put one of the properties to the test.
    assert explored_for("A06", *names) == ["order", "commits", "recovery"]
    assert explored_for("A14", *names) == list(names)
    assert explored_for("A10", *names) == list(names)
    # and the first is always explored: there the editions answer differently.
    assert explored_for("A06", "order", "reviews") == ["order"]
