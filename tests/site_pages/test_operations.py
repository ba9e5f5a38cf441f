"""Every operation is shown with its inputs, checks and answers, and an example that was run."""

from dataclasses import fields, replace

import pytest
from site_pages.diagrams import (
    ANYWHERE,
    BEGINNING,
    DIAGRAMS,
    arrows_of,
    arrows_of_runs,
    drawn,
    shortened,
)
from site_pages.example_requests import EXAMPLES, PLAN
from site_pages.examples import ExampleFailed, example_of, example_section, run
from site_pages.operations import operation_section
from site_pages.runs import example_path, example_run
from site_pages.traces import escaped
from site_pages.vocabulary import types_of, words_of

from model.explorer.runs import replay_run
from model.explorer.scopes.recovery import RECOVERY
from spec.catalog import AREAS
from spec.editions import CURRENT
from spec.rules.contracts import contract_of
from spec.vocabulary.completion import Complete
from spec.vocabulary.holding import Release
from spec.vocabulary.operations import OPERATIONS, Operation
from spec.vocabulary.state import Plan, StepStatus


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.__name__)
def test_every_operation_has_an_example_that_runs_on_both_sides(
    operation: type[Operation],
) -> None:
    _, transition = run(example_of(operation))
    section = example_section(operation)
    assert f"answered with `{type(transition.outcome).__name__}`" in section
    for rule in transition.rules:
        assert f"[{rule}](" in section


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.__name__)
def test_an_operation_is_shown_with_all_that_it_takes_checks_and_answers(
    operation: type[Operation],
) -> None:
    section, contract = operation_section(operation), contract_of(operation)
    for each in fields(operation):
        assert f"| `{each.name}` |" in section
    for number, check in enumerate(contract.checks, 1):
        assert f"| {number} | {check.looks_at} |" in section
    for answer in contract.answers:
        assert f"`{answer.__name__}`" in section


def test_every_operation_belongs_to_one_area() -> None:
    found = [word for area in AREAS for _, word in words_of(area) if word in OPERATIONS]
    assert sorted(map(str, found)) == sorted(map(str, OPERATIONS))


def test_an_example_that_is_rejected_stops_the_build() -> None:
    example = example_of(Release)
    rejected = replace(example, request=Release(PLAN, "piers", 0))
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


def test_every_example_is_of_another_operation() -> None:
    assert sorted(str(type(each.request)) for each in EXAMPLES) == sorted(map(str, OPERATIONS))


@pytest.mark.parametrize("name", DIAGRAMS)
def test_every_arrow_of_a_diagram_is_drawn_and_is_one_that_was_explored(name: str) -> None:
    arrows = arrows_of(DIAGRAMS[name])
    lines = [line for line in drawn(arrows).splitlines() if " : " in line]
    assert len(lines) == len(arrows) > 0


def test_the_diagram_of_a_step_has_every_status_and_no_way_back_from_completed() -> None:
    arrows = arrows_of(DIAGRAMS["claims"])
    places = {place for pair in arrows for place in pair} - {BEGINNING, ANYWHERE}
    assert {place.removesuffix(", lease over").replace(" ", "_") for place in places} == set(
        StepStatus
    )
    assert not [pair for pair in arrows if pair[0] == "completed"]
    assert list(arrows[("claimed", "in progress")]) == ["start"]


def test_the_diagram_of_runs_leads_to_every_ending_of_the_current_edition() -> None:
    targets = {target for _, target in arrows_of_runs()}
    assert targets >= {"completed", "escalated", "not started", "not approved", "not committed"}


def test_force_is_named_only_where_it_makes_a_difference() -> None:
    assert shortened(["claim", "claim force", "reset"]) == ["claim", "reset"]
    assert shortened(["complete force"]) == ["complete force"]


def test_the_run_that_is_shown_is_recovered() -> None:
    told = list(replay_run(RECOVERY, CURRENT, example_path()))
    assert "the orchestrator is done: completed" in told[-1].then
    assert escaped("state_failure_reason open_items") in example_run()


def test_types_are_told_in_words() -> None:
    told = types_of(Release) | types_of(Plan)
    assert told["worktree"] == "text or none"
    assert told["force"] == "yes or no"
    assert told["steps"] == "list of [`Step`](plans.md#Step)"
    assert told["status"] == "[`PlanStatus`](plans.md#PlanStatus)"
