"""`planspec explore` and `check --exhaustive`: what they print, and how they end."""

import json
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from conformance.adapters.stores import FileStore
from conformance.cli.main import main
from conformance.mutants.registry import mutant_named
from conformance.reports.exit_codes import INCONCLUSIVE, NOT_CONFORMING, SUCCESS, USAGE


def explored(capsys: pytest.CaptureFixture[str], expected: int, *arguments: str) -> dict[str, Any]:
    """Run `planspec explore --json` and give what it prints."""
    assert main(["explore", "--json", *arguments]) == expected
    result: dict[str, Any] = json.loads(capsys.readouterr().out)
    return result


def test_json_has_the_promised_keys_for_one_scope_and_for_several(
    capsys: pytest.CaptureFixture[str],
) -> None:
    # Given one scope, when it is explored, then the document has the keys that scripts rely on.
    result = explored(capsys, SUCCESS, "--scope", "order")
    promised = {"edition", "scope", "states", "transitions", "depth", "closed", "seconds",
                "properties", "never_fired"}  # fmt: skip
    assert promised <= result.keys()
    assert result["states"] == 207


def test_a_violation_is_told_saved_and_replayed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Given an edition with a fault, when it is explored for one property,
    arguments = ["--edition", "seeds", "--scope", "deferrals", "--property", "STP-10"]
    assert main(["explore", *arguments, "--traces", str(tmp_path)]) == NOT_CONFORMING
    out = capsys.readouterr().out
    # then a shortest trace is told and saved, and its replay breaks that very property.
    assert "minimal, 2 events:" in out
    [trace] = tmp_path.glob("*.json")
    assert f"replay it: planspec replay {trace}" in out
    assert main(["replay", str(trace)]) == NOT_CONFORMING
    assert "STP-10: " in capsys.readouterr().out


def test_a_property_that_a_scope_cannot_test_is_not_said_to_hold(
    capsys: pytest.CaptureFixture[str],
) -> None:
    # Given a scope without substeps, when it is explored for a property of substeps,
    code = main(["explore", "--scope", "order", "--property", "INV-5"])
    # then nothing is promised.
    assert code == INCONCLUSIVE
    assert "not tested here" in capsys.readouterr().out


def test_a_budget_that_is_too_small_is_inconclusive(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # Given a clock by which a second is over the third time that it is read, when a scope is
    # explored for a second,
    clock = SimpleNamespace(monotonic=count(step=0.5).__next__)
    monkeypatch.setattr("model.explorer.search.exploring.time", clock)
    code = main(["explore", "--scope", "large", "--budget", "1"])
    # then the answer is that it is not known, and how far the search came.
    assert code == INCONCLUSIVE
    out = capsys.readouterr().out
    assert "holds to depth" in out
    assert "out of budget" in out


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["explore", "--scope", "huge"], "unknown scope 'huge'; give one of: quick, all, single"),
        (["explore", "--property", "INV-99"], "unknown property 'INV-99'; give one of: INV-1"),
        (["explore", "--edition", "2027"], "'2027' is no edition; give one of: origin"),
        (["check", "--scope", "single"], "--scope has no effect without --exhaustive"),
        (["check", "--exhaustive", "--seed", "3"], "--seed has no effect with --exhaustive"),
    ],
)
def test_wrong_words_are_explained_at_once(
    arguments: list[str], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    # Given a word that is none, when a command is given it, then it says what there is.
    assert main(arguments) == USAGE
    assert expected in capsys.readouterr().err


def test_an_exhaustive_disagreement_can_be_replayed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # Given a broken store, when every operation in every state is compared,
    opener = mutant_named("dependency-check-dropped").opener()
    monkeypatch.setattr(FileStore, "open", lambda _: opener())
    arguments = ["check", "--exhaustive", "--scope", "order", "--traces", str(tmp_path)]
    assert main(arguments) == NOT_CONFORMING
    # then the way to a disagreement is told from the beginning, and saved.
    out = capsys.readouterr().out
    assert "  1  somebody registers plan.md with " in out
    assert f"replay it: planspec replay {tmp_path}" in out
    assert len(list(tmp_path.glob("*.json"))) > 0
