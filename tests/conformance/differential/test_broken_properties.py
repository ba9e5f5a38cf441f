"""A trace shows which properties an edition breaks; a small scope has the shortest trace."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from conformance.differential.broken_properties import ids_broken_along
from conformance.differential.small_scopes import property_broken_in_scopes
from conformance.differential.tally import Tally
from conformance.vectors.reading import read_once
from conformance.vectors.vector import operations_of
from model.explorer.scopes.areas import ITERATIONS
from model.iteration_decisions import LoopDecision
from model.iterations import start_iterations
from model.transition import Decision
from spec.amendments.changes_2026_2 import COMMIT_ONCE
from spec.editions import CURRENT, edition_named
from spec.properties.predicate import BrokenProperty
from spec.vocabulary.iteration_loops import LoopStatus
from spec.vocabulary.iterations import StartIterations
from spec.vocabulary.state import Plan
from tests.cases import for_each
from tests.profiles import requires_ci_profile

WRONG: dict[str, tuple[str, Callable[..., Any], str]] = {
    "mutant-remaining-checkpoints-left-open": (
        "model.batches.remaining_completed",
        lambda step, _: step,
        "STP-75",
    ),
    "mutant-found-commit-though-there-is-work": (
        "model.commits.found_instead",
        lambda asked, edition: asked.found_commit if edition.has(COMMIT_ONCE) else None,
        "STP-68",
    ),
    "mutant-limit-before-stuck": (
        "model.iteration_decisions.decide_halting",
        lambda *_: LoopDecision(LoopStatus.MAX_ITERATIONS, ("ITR-4.5",)),
        "STP-28",
    ),
}
"""Vectors, each with a function of the model, a wrong one, and the property that this breaks."""


def test_what_an_amendment_cures_breaks_without_it_alone() -> None:
    # Given the vector of an amendment for which a property was stated,
    [vector] = (each for each in read_once() if each.id == "amendment-A20")
    operations = operations_of(vector)
    # when its operations are played in the edition without it and in that with it,
    without, having = (
        ids_broken_along(operations, edition)
        for edition in (edition_named(f"{CURRENT.name}-A20"), CURRENT)
    )
    # then the property breaks in the first alone.
    assert (without, having) == (("INV-5",), ())


@for_each(("name", "wrong"), WRONG.items())
def test_a_wrong_rule_breaks_the_property_that_forbids_it(
    monkeypatch: pytest.MonkeyPatch, name: str, wrong: tuple[str, Callable[..., Any], str]
) -> None:
    # Given a vector on which the model breaks no property,
    [vector] = (each for each in read_once() if each.id == name)
    operations = operations_of(vector)
    assert ids_broken_along(operations, CURRENT) == ()
    # when one of its functions decides wrongly, then the property is named.
    place, function, broken = wrong
    monkeypatch.setattr(place, function)
    assert broken in ids_broken_along(operations, CURRENT)


@requires_ci_profile
def test_what_random_operations_seldom_meet_is_found_in_a_small_scope() -> None:
    # Given the current edition without what holds a step back while its substeps are open,
    edition = edition_named("2026.2-A20")
    # when the small scopes are explored,
    found = property_broken_in_scopes(Tally(), lambda: None, edition)
    # then the property that breaks is named, with a trace of a few operations,
    assert found is not None
    [problem] = found.divergence.problems
    assert isinstance(problem, BrokenProperty)
    assert (problem.property, len(found.operations) < 8) == ("INV-9", True)
    # and in the current edition none breaks, whatever random operations put to the test later.
    tally = Tally()
    assert property_broken_in_scopes(tally, lambda: None) is None
    assert tally.never_tested() == []


def test_a_small_scope_without_an_end_is_given_up_and_noted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Given a rule after which the log of violations grows with every loop,
    def with_those_before(plan: Plan, operation: StartIterations) -> Decision:
        decision = start_iterations(plan, operation)
        loop, before = decision.plan and decision.plan.iteration_loop, plan.iteration_loop
        if not decision.plan or not loop or not before:
            return decision
        kept = replace(loop, violations=before.violations)
        return replace(decision, plan=replace(decision.plan, iteration_loop=kept))

    monkeypatch.setattr("model.apply.start_iterations", with_those_before)
    monkeypatch.setattr("conformance.differential.small_scopes.MOST_STATES", 500)
    monkeypatch.setattr("conformance.differential.small_scopes.SMALL", (ITERATIONS,))
    # when its scope is explored, then that ends, and the scope is noted.
    tally = Tally()
    assert property_broken_in_scopes(tally, lambda: None) is None
    assert tally.endless == ["iterations"]
