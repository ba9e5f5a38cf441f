"""Editions are compared in several processes as in one."""

import json

import pytest

from conformance.cli.comparing.changes import Changed, changes_of
from conformance.cli.explore import BY_NAME, Budget
from conformance.cli.main import main
from conformance.reports.exit_codes import INCONCLUSIVE
from model.explorer.diff.products import ProductGraph
from spec.amendments.catalog import AMENDMENTS
from spec.editions import edition_named
from tests.profiles import requires_ci_profile

SCOPES = tuple(BY_NAME[name] for name in ("order", "iterations", "deferrals"))
EDITIONS = edition_named("2026.2-A15-A38"), edition_named("2026.2")
AMONG = [each for each in AMENDMENTS if each.id in ("A15", "A38")]
NO_LIMIT = Budget(None)


def in_processes(jobs: int) -> list[Changed]:
    """Return what two amendments change, found out in some processes."""
    return changes_of(AMONG, EDITIONS, SCOPES, NO_LIMIT, jobs)


@requires_ci_profile
def test_several_processes_find_what_one_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    # Given what one process finds of two amendments,
    found = in_processes(1)
    assert [each.split is not None for each in found] == [True] * 2
    assert any(each.verdicts for each in found)
    # when several look, then they find the same,
    assert in_processes(2) == found

    # but not if they lose what they have found.
    real = ProductGraph.next_level
    monkeypatch.setattr(ProductGraph, "next_level", lambda product: real(product) and None)
    assert in_processes(2) != found


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_there_was_no_time_for_is_counted(
    jobs: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # Given no time that is left, when editions are compared by some processes,
    monkeypatch.setattr(Budget, "left", lambda _: 0.0)
    limits = ["--budget", "1", "--jobs", jobs]
    assert main(["diff", "2026.2-A19", "2026.2", "--json", *limits]) == INCONCLUSIVE
    # then the document has none of their amendments but names which were not looked at.
    output = capsys.readouterr()
    document = json.loads(output.out)
    assert (document["amendments"], document["not_looked_at"]) == ([], ["A19"])
    assert "out of budget, 0 of 1 amendments looked at to the end" in output.err


def test_what_was_found_stays_when_the_time_is_over(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # Given a difference that is found, and no time that is left for the properties,
    left = iter([1.0, 1e9])
    monkeypatch.setattr(Budget, "left", lambda _: next(left, 0.0))
    limits = ["--budget", "1", "--jobs", "1", "--scope", "deferrals"]
    # then the trace is shown, and that it is not all of it.
    assert main(["diff", "2026.2-A38", "2026.2", *limits]) == INCONCLUSIVE
    output = capsys.readouterr()
    assert "shown by a trace: 1" in output.out
    assert "Not looked at to the end, out of budget" in output.out
    assert "0 of 1 amendments looked at to the end" in output.err


def test_random_operations_are_tried_when_the_scopes_are_out_of_time(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # Given a half of the budget that is over before the first scope,
    monkeypatch.setattr(Budget, "half", lambda _: Budget(0.0))
    limits = ["--budget", "1000", "--jobs", "1", "--scope", "deferrals"]
    # when the editions differ, then random operations show it.
    assert main(["diff", "2026.2-A38", "2026.2", *limits]) == INCONCLUSIVE
    output = capsys.readouterr().out
    assert "random operations" in output
    assert "shown by a trace: 1" in output
