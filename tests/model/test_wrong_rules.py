"""Wrong rules, made by a stranger on both sides and seen by nothing: a small scope shows each."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from model.explorer.graphs.choosing import graph_of
from model.explorer.search.exploring import Explorer
from spec.editions import CURRENT
from spec.vocabulary.items import Item
from spec.vocabulary.state import Step
from tests.cases import for_each
from tests.model.explored import BY_NAME, violations


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
