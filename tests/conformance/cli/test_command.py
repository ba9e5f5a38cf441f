"""The `planspec` command: what it prints, and how it ends."""

from dataclasses import replace
from pathlib import Path

import pytest

from conformance.cli.options.fields import duration
from conformance.differential import recovery_situations
from conformance.reports.exit_codes import BROKEN, INCONCLUSIVE, NOT_CONFORMING, USAGE
from spec.properties.runs import RUN_PROPERTIES
from tests.conformance.calling import Planspec


@pytest.mark.usefixtures("drawn_only")
def test_a_short_check_that_tests_little_is_inconclusive(planspec: Planspec) -> None:
    # Given a single example of two operations, when it is checked,
    ended = planspec("check", "--examples", "1", "--steps", "2")
    # then the answer is not that all is well.
    assert ended.code == INCONCLUSIVE
    assert ended.lines[-1].startswith("inconclusive: agreed on")
    # Of what it has not tested it names so much as fits on a screen.
    fields = next(each for each in ended.lines if each.startswith("fields varied"))
    assert " more, see --json" in fields
    assert len(fields.split()) < 25


def test_a_run_that_breaks_a_property_is_told(
    planspec: Planspec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a property that no run of the orchestrator has,
    impossible = replace(
        RUN_PROPERTIES[0], applies=lambda _: True, problems=lambda _: iter(["never"])
    )
    monkeypatch.setattr(recovery_situations, "RUN_PROPERTIES", (impossible,))
    # when the orchestrators are compared,
    ended = planspec("check", "--traces", str(tmp_path))
    # then the check fails with the situation and the property.
    assert ended.code == NOT_CONFORMING
    assert "  in the situation nobody-interferes of" in ended.out
    assert f"  {impossible.id}: never" in ended.out
    assert ended.lines[-1] == "the model's orchestrator violates its own rules"


def test_what_breaks_in_planspec_itself_says_nothing_of_an_implementation(
    planspec: Planspec, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a fault in a command, when it is run,
    monkeypatch.setattr("conformance.cli.doctor.opened", lambda _: 1 // 0)
    ended = planspec("doctor", "--", "true")
    # then it does not end as if an implementation did not conform.
    assert ended.code == BROKEN
    assert "internal error, please report it" in ended.err


def test_a_budget_is_read_in_hours_minutes_and_seconds() -> None:
    budgets = {"90": 90, "2m30s": 150, "2m30": 150, "1h": 3600, ".5s": 0.5, "1h1m1s": 3661}
    assert {text: duration(text) for text in budgets} == budgets


def test_building_the_vectors_needs_a_checkout(
    planspec: Planspec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given planspec installed from a wheel, when the vectors are to be built,
    monkeypatch.setattr("conformance.cli.vectors.VECTORS", tmp_path / "shipped")
    ended = planspec("vectors", "build")
    # then it says where to build them.
    assert ended.code == USAGE
    assert "'vectors build' needs a checkout of planspec" in ended.err
