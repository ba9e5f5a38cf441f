"""Every operation is shown with its inputs, checks and replies, and an example that was run."""

from dataclasses import fields, replace

import pytest

from docs.build.diagrams.scopes import DIAGRAMS
from docs.build.diagrams.states import (
    ANYWHERE,
    BEGINNING,
    arrows_of,
    arrows_of_runs,
    drawn,
)
from docs.build.examples import ExampleFailed, example_of, run
from docs.build.pages.areas import operation_page
from spec.contracts import contract_of
from spec.editions import CURRENT
from spec.vocabulary.completion import Complete
from spec.vocabulary.holding import Release
from spec.vocabulary.operations import OPERATIONS, Operation
from spec.vocabulary.state import StepStatus
from tests.cases import for_each
from tests.profiles import requires_ci_profile

pytestmark = pytest.mark.xdist_group("pages")


@requires_ci_profile
@for_each("operation", OPERATIONS)
def test_an_operation_is_shown_with_all_that_it_takes_checks_and_answers(
    operation: type[Operation],
) -> None:
    section, contract = operation_page(operation), contract_of(operation)
    for each in fields(operation):
        assert f"| `{each.name}` |" in section
    for number, check in enumerate(contract.checks_in(CURRENT), 1):
        assert f"| {number} | {check.looks_at} |" in section
    for answer in contract.answers:
        assert f"`{answer.__name__}`" in section


@requires_ci_profile
@for_each("operation", OPERATIONS)
def test_every_operation_has_an_example_that_runs_on_both_sides(
    operation: type[Operation],
) -> None:
    _, transition = run(example_of(operation))
    example = operation_page(operation).partition("## Example")[2]
    assert '"reply": "ok"' in example
    for rule in transition.rules:
        assert f">{rule}</a>" in example


def test_an_example_that_is_rejected_stops_the_build() -> None:
    example = example_of(Release)
    rejected = replace(example, request=Release("bridge.md", "piers", 0))
    with pytest.raises(ExampleFailed, match="was rejected: E047 invalid_request"):
        run(rejected)


def test_an_example_on_which_the_sides_differ_stops_the_build(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Given an implementation that does not complete what it is asked to complete,
    monkeypatch.setattr("impl.store.store.Store.snapshot_state", lambda _: None)
    # when an example is run, then it fails.
    with pytest.raises(ExampleFailed, match="the model not"):
        run(example_of(Complete))


@for_each("name", DIAGRAMS)
def test_every_arrow_of_a_diagram_is_drawn_and_is_one_that_was_explored(name: str) -> None:
    arrows = arrows_of(DIAGRAMS[name])
    lines = [line for line in drawn(arrows).splitlines() if " : " in line]
    assert len(lines) == len(arrows) > 0


def test_the_diagram_of_a_step_has_every_status_and_no_way_back_from_completed() -> None:
    arrows = arrows_of(DIAGRAMS["claims"])
    places = {place for pair in arrows for place in pair} - {BEGINNING, ANYWHERE}
    assert {place.removesuffix(", lease expired").replace(" ", "_") for place in places} == set(
        StepStatus
    )
    assert not [pair for pair in arrows if pair[0] == "completed"]
    assert list(arrows[("claimed", "in progress")]) == ["start"]


def test_the_diagram_of_runs_leads_to_every_ending_of_the_current_edition() -> None:
    targets = {target for _, target in arrows_of_runs()}
    assert targets >= {"completed", "escalated", "not started", "not approved", "not committed"}
