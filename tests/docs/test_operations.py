"""Every operation has an example that both sides accept, and diagrams are what was explored."""

from dataclasses import replace

import pytest

from docs.build.checks import BrokenSite
from docs.build.diagrams.scopes import DIAGRAMS
from docs.build.diagrams.states import (
    ANYWHERE,
    BEGINNING,
    arrows_of,
    arrows_of_runs,
)
from docs.build.examples import example_of, run
from spec.vocabulary.completion import Complete
from spec.vocabulary.holding import Release
from spec.vocabulary.operations import OPERATIONS
from spec.vocabulary.state import StepStatus

pytestmark = pytest.mark.xdist_group("pages")


def test_every_operation_has_an_example() -> None:
    assert all(example_of(each).shows for each in OPERATIONS)


def test_an_example_that_is_rejected_stops_the_build() -> None:
    example = example_of(Release)
    rejected = replace(example, request=Release("bridge.md", "piers", 0))
    with pytest.raises(BrokenSite, match="was rejected: E047 invalid_request"):
        run(rejected)


def test_an_example_on_which_the_sides_differ_stops_the_build(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Given an implementation that does not complete what it is asked to complete,
    monkeypatch.setattr("impl.store.store.Store.snapshot_state", lambda _: None)
    # when an example is run, then it fails.
    with pytest.raises(BrokenSite, match="the model not"):
        run(example_of(Complete))


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
