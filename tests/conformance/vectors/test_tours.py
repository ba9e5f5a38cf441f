"""Tours: they make every transition of a scope, and say so only where that is true."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from conformance.adapters.capabilities import capabilities_of
from conformance.adapters.model import WHOLE, ModelSystem
from conformance.kit.stages.tours import toured, why_not_toured
from conformance.protocol.codec import operation_request, request_from
from conformance.protocol.messages import AreaName, Clock
from conformance.vectors import tours
from conformance.vectors.tours import Tour
from model.explorer.graphs.choosing import graph_of
from model.explorer.scopes.areas import COMMITS, ITERATIONS, REVIEWS
from model.explorer.scopes.catalog import DRIFT, ORDER, SINGLE, TOURED, TWO_PLANS
from model.explorer.scopes.document_themes import MOVES, NOTES
from model.explorer.scopes.scope import PLAN, Scope
from model.explorer.scopes.themes import LEASES, PART, SUBSTEPS
from model.explorer.search.exploring import Explorer
from spec.editions import CURRENT
from spec.properties.conditions import row
from spec.vocabulary.holding import Reset
from spec.vocabulary.items import ItemStatus
from spec.vocabulary.operations import OPERATIONS, Operation
from spec.vocabulary.plans import Register
from spec.vocabulary.state import State
from tests.conformance.changed import Changed
from tests.conformance.vectors.ahead import validated
from tests.profiles import mostly_nightly, requires_ci_profile

SHORT = (LEASES, SUBSTEPS, NOTES, MOVES, ORDER, COMMITS, ITERATIONS, SINGLE)


@pytest.mark.parametrize(
    "scope", mostly_nightly(SHORT, SHORT[:4], SHORT[:1]), ids=lambda scope: scope.name
)
def test_a_tour_makes_every_transition_of_its_scope(scope: Scope) -> None:
    # Given a scope that the explorer visits to its end, when a tour of it is made,
    explored = Explorer(graph_of(scope, CURRENT)).run()
    tour = Tour(scope)
    made = {(step.state, step.event) for step in tour.steps()}
    # then it knows the same states and transitions, and each that is an operation was made;
    assert (len(tour.states), tour.transitions) == (explored.states, explored.transitions)
    silent = sum(not isinstance(event, OPERATIONS) for event in scope.events)
    assert len(made) == explored.transitions - silent * explored.states
    # so it is whole.
    assert tour.is_whole
    assert toured(tour).made == explored.transitions


def test_every_parameter_has_two_values_in_the_scopes_that_are_toured() -> None:
    # Given the operations of all scopes, then whatever a clause may read of them differs somewhere;
    values: dict[tuple[str, str], set[object]] = {}
    events = [each for scope in TOURED for each in scope.events if isinstance(each, OPERATIONS)]
    for value in (each for event in events for each in parts(event)):
        for field in fields(value):
            name = (type(value).__name__, field.name)
            values.setdefault(name, set()).add(getattr(value, field.name))
    lonely = {name for name, found in values.items() if len(found) < 2}
    # time, documents and their hashes are put in when an operation is asked.
    assert {field for _, field in lonely} <= {"now", "document_hash", "definition", "text"}
    assert {type(event) for event in events} >= set(OPERATIONS)


def test_every_operation_of_a_tour_is_a_valid_request() -> None:
    # Given the operations of all scopes, when each is asked, then it can be read as a request.
    tours_of_all = map(Tour, TOURED)
    asked = [
        tour.operation(tour.position, event) for tour in tours_of_all for _, event in tour.events
    ]
    wrong = [each for each in asked if each and request_from(operation_request(each)) != each]
    assert wrong == []


def parts(value: Any) -> Iterator[Any]:
    """Yield an operation and the parts of which it is made; a placeholder is no part."""
    yield value
    for field in fields(value) if not isinstance(value, Register) else ():
        member = getattr(value, field.name)
        for each in member if isinstance(member, tuple) else (member,):
            if is_dataclass(each):
                yield from parts(each)


def keeps_deferrals(before: State, operation: Operation, after: State) -> State:
    """Change nothing when a released substep that has a deferral is reset."""
    step = row(before, PLAN, PART)
    if not isinstance(operation, Reset) or operation.step != PART or step is None:
        return after
    deferred = any(item.status == ItemStatus.DEFERRED for item in step.items)
    return before if step.claimed_by is None and deferred else after


def test_a_wrong_transition_deep_in_the_graph_is_found() -> None:
    # Given a system that is wrong after a claim, a deferral and a release, when it is toured,
    validation = validated(Changed(held=keeps_deferrals), SUBSTEPS)
    # then there is a finding, as short as it can be, that says where it comes from,
    [finding] = validation.findings
    assert finding.source == "the tour of substeps"
    assert len(finding.operations) == 5
    assert finding.counterexample.reduced
    # and the tour was not whole.
    [result] = validation.tours
    assert (result.extent, result.made < result.transitions) == ("part", True)
    assert "differs or is unsupported" in result.why


@requires_ci_profile
def test_a_right_system_is_toured_whole_with_its_rules_shown() -> None:
    # Given the model, when it is toured in two scopes, then nothing differs and both are whole,
    validation = validated(ModelSystem(), LEASES, ITERATIONS)
    assert validation.findings == []
    assert [each.extent for each in validation.tours] == ["whole", "whole"]
    # and the rules that decided are those that it was shown to follow.
    assert validation.tally.rules["CLM-13"] > 0
    assert validation.tally.asked == sum(each.operations for each in validation.tours)


def test_a_tour_that_is_too_long_is_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    # Given a scope with more transitions than are all made, when it is toured,
    monkeypatch.setattr(tours, "ALL_UP_TO", 1000)
    tour = Tour(ORDER)
    made = sum(step.new for step in tour.steps())
    # then some of those that change nothing are left out, and it is not called whole.
    assert made < tour.transitions
    assert not tour.is_whole
    assert toured(tour).why == "what changes nothing was sampled"


def test_only_what_a_system_offers_is_toured() -> None:
    # Given systems that lack something, then they are not toured where that matters.
    clocks = capabilities_of(ModelSystem().identity.__class__("x", "1", "y", (), clock=Clock.NONE))
    assert why_not_toured(SINGLE, clocks) == "its clock is not virtual"
    assert why_not_toured(COMMITS, offering(*AreaName)) == (
        "it cannot make document, git, root, store fail"
    )
    claims = offering(AreaName.CLAIMS, AreaName.CHECKLISTS, AreaName.COMPLETION)
    assert why_not_toured(REVIEWS, claims) == "it does not offer reviews"
    assert why_not_toured(TWO_PLANS, claims) == "it cannot register plans"
    assert why_not_toured(DRIFT, claims) == "it cannot register plans"
    assert why_not_toured(SINGLE, claims) is None
    # A plan that cannot be registered is there from the reset.
    tour = Tour(LEASES, claims.offers, claims.registers)
    first = next(tour.steps())
    assert isinstance(tour.prefix[0], Register)
    assert not isinstance(first.operation, Register)


def offering(*areas: AreaName) -> Any:
    """Return the capabilities of a system with some areas and no faults."""
    return capabilities_of(WHOLE.__class__("x", "1", "y", areas))
