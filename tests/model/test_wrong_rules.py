"""Wrong rules, made by a stranger on both sides and seen by nothing: a small scope shows each.

A scope is left out only where nothing in it puts a property to the test.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from model.explorer.graphs.choosing import graph_of
from model.explorer.scopes.catalog import CHEAPEST_FIRST
from model.explorer.search.exploring import Explorer
from model.explorer.search.testable import is_testable
from spec.catalog import PROPERTIES
from spec.editions import CURRENT
from spec.vocabulary.items import Item
from spec.vocabulary.state import Step
from tests.cases import for_each
from tests.model.explored import BY_NAME, explored, violations
from tests.profiles import AT_NIGHT


def without_claim_id(operation: Any, **changes: Any) -> Any:
    """Forget the claim of a request that resumes."""
    return replace(operation, **changes, **({"claim_id": None} if "resume" in changes else {}))


def by_their_place(before: Step, step: Step) -> tuple[Item, ...]:
    """Return the items of a step, each with the status of the one that stood in its place."""
    were = {(item.kind, item.ordinal): item for item in before.items}
    return tuple(
        replace(item, status=were.get((item.kind, item.ordinal), item).status)
        for item in step.items
    )


WRONG: dict[str, tuple[str, Callable[..., Any], str]] = {
    "resuming": ("model.claims.replace", without_claim_id, "STP-44"),
    "drifted": ("model.honest_resync.items_carried_over", by_their_place, "STP-69"),
}
"""Scopes, each with a function of the model, a wrong one, and the property that this breaks."""


@for_each(("name", "wrong"), WRONG.items())
def test_a_small_scope_shows_a_wrong_rule(
    monkeypatch: pytest.MonkeyPatch, name: str, wrong: tuple[str, Callable[..., Any], str]
) -> None:
    # Given the model with one wrong rule, when a small scope is explored,
    place, function, broken = wrong
    monkeypatch.setattr(place, function)
    found = Explorer(graph_of(BY_NAME[name], CURRENT)).run()
    # then the property that forbids it is broken.
    assert broken in violations(found)


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
