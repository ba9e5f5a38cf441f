"""The `planspec` command: what it prints, and how it ends."""

from dataclasses import replace
from pathlib import Path

import pytest

from conformance.cli.main import main
from conformance.cli.options.fields import duration
from conformance.differential import recovery_situations
from conformance.reports.exit_codes import BROKEN, INCONCLUSIVE, NOT_CONFORMING, USAGE
from spec.properties.runs import RUN_PROPERTIES


@pytest.mark.usefixtures("drawn_only")
def test_a_short_check_that_tests_little_is_inconclusive(
    capsys: pytest.CaptureFixture[str],
) -> None:
    # Given a single example of two operations, when it is checked,
    code = main(["check", "--examples", "1", "--steps", "2"])
    # then the answer is not that all is well.
    assert code == INCONCLUSIVE
    *_, last = lines = capsys.readouterr().out.splitlines()
    assert last.startswith("inconclusive: agreed on")
    # Of what it has not tested it names so much as fits on a screen.
    fields = next(each for each in lines if each.startswith("fields varied"))
    assert " more, see --json" in fields
    assert len(fields.split()) < 25


def test_a_run_that_breaks_a_property_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a property that no run of the orchestrator has,
    impossible = replace(
        RUN_PROPERTIES[0], applies=lambda _: True, problems=lambda _: iter(["never"])
    )
    monkeypatch.setattr(recovery_situations, "RUN_PROPERTIES", (impossible,))
    # when the orchestrators are compared,
    code = main(["check", "--traces", str(tmp_path)])
    # then the check fails with the situation and the property.
    out = capsys.readouterr().out
    assert code == NOT_CONFORMING
    assert "  in the situation nobody-interferes of" in out
    assert f"  {impossible.id}: never" in out
    assert out.splitlines()[-1] == "the model's orchestrator violates its own rules"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["check", "no-such-plan.md"], "no-such-plan.md"),
        (["check", "--traces", "t", "LICENSE"], "has no steps"),
        (["replay", "no-such-trace.json"], "No such file or directory; expected a saved trace"),
    ],
)
def test_wrong_input_is_explained(
    arguments: list[str], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    # Given a file that is not there or not what it should be, when it is used,
    code = main(arguments)
    # then the message says so, and the exit code is that of wrong usage.
    assert code == USAGE
    assert expected in capsys.readouterr().err


def test_what_breaks_in_planspec_itself_says_nothing_of_an_implementation(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # Given a fault in a command, when it is run,
    monkeypatch.setattr("conformance.cli.doctor.opened", lambda _: 1 // 0)
    # then it does not end as if an implementation did not conform.
    assert main(["doctor", "--", "true"]) == BROKEN
    assert "internal error, please report it" in capsys.readouterr().err


def test_a_budget_is_read_in_hours_minutes_and_seconds() -> None:
    budgets = {"90": 90, "2m30s": 150, "2m30": 150, "1h": 3600, ".5s": 0.5, "1h1m1s": 3661}
    assert {text: duration(text) for text in budgets} == budgets


def test_building_the_vectors_needs_a_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # Given planspec installed from a wheel, when the vectors are to be built,
    monkeypatch.setattr("conformance.cli.vectors.VECTORS", tmp_path / "shipped")
    # then it says where to build them.
    assert main(["vectors", "build"]) == USAGE
    assert "'vectors build' needs a checkout of planspec" in capsys.readouterr().err
