"""Editions are compared in several processes as in one."""

import pytest

from conformance.cli.comparing.changes import Changed, changes_of
from conformance.cli.explore import BY_NAME, Budget
from conformance.reports.exit_codes import INCONCLUSIVE
from model.explorer.diff.products import ProductGraph
from spec.amendments.catalog import AMENDMENTS
from spec.editions import edition_named
from tests.conformance.calling import Planspec
from tests.profiles import requires_ci_profile

SCOPES = tuple(BY_NAME[name] for name in ("order", "iterations", "deferrals"))
EDITIONS = edition_named("2026.2-A15-A38"), edition_named("2026.2")
AMONG = [each for each in AMENDMENTS if each.id in ("A15", "A38")]
NO_LIMIT = Budget(None)


IN_ONE_SCOPE = ("--jobs", "1", "--scope", "deferrals")


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
    jobs: str, monkeypatch: pytest.MonkeyPatch, planspec: Planspec
) -> None:
    # Given no time that is left, when editions are compared by some processes,
    monkeypatch.setattr(Budget, "left", lambda _: 0.0)
    ended = planspec("diff", "2026.2-A19", "2026.2", "--json", "--budget", "1", "--jobs", jobs)
    # then the document has none of their amendments but names which were not looked at.
    assert ended.code == INCONCLUSIVE
    assert (ended.document["amendments"], ended.document["not_looked_at"]) == ([], ["A19"])
    assert "out of budget, 0 of 1 amendments looked at to the end" in ended.err


def test_what_was_found_stays_when_the_time_is_over(
    monkeypatch: pytest.MonkeyPatch, planspec: Planspec
) -> None:
    # Given a difference that is found, and no time that is left for the properties,
    left = iter([1.0, 1e9])
    monkeypatch.setattr(Budget, "left", lambda _: next(left, 0.0))
    ended = planspec("diff", "2026.2-A38", "2026.2", "--budget", "1", *IN_ONE_SCOPE)
    # then the trace is shown, and that it is not all of it.
    assert ended.code == INCONCLUSIVE
    assert "shown by a trace: 1" in ended.out
    assert "Not looked at to the end, out of budget" in ended.out
    assert "0 of 1 amendments looked at to the end" in ended.err


def test_vectors_are_tried_when_the_scopes_are_out_of_time(
    monkeypatch: pytest.MonkeyPatch, planspec: Planspec
) -> None:
    # Given a half of the budget that is over before the first scope,
    monkeypatch.setattr(Budget, "half", lambda _: Budget(0.0))
    ended = planspec("diff", "2026.2-A38", "2026.2", "--budget", "1000", *IN_ONE_SCOPE)
    # when the editions differ, then a vector shows it.
    assert ended.code == INCONCLUSIVE
    assert "vectors differs" in ended.out
    assert "shown by a trace: 1" in ended.out
