"""Editions are compared in several processes as in one."""

import json

import pytest

from conformance.cli.common.editions import named_edition
from conformance.cli.comparing.changes import Changed
from conformance.cli.comparing.comparisons import InThisProcess
from conformance.cli.diff import changed_in_processes, changed_in_time
from conformance.cli.explore import BY_NAME, Budget
from conformance.cli.main import main
from conformance.reports.exit_codes import SUCCESS
from model.explorer.products import ProductGraph
from spec.amendments.catalog import AMENDMENTS

SCOPES = tuple(BY_NAME[name] for name in ("single", "order", "iterations", "deferrals"))
EDITIONS = named_edition("2026.2-A15-A19-A38"), named_edition("2026.2")
AMONG = [each for each in AMENDMENTS if each.id in ("A15", "A19", "A38")]
NO_LIMIT = Budget(None)


def in_processes(jobs: int) -> list[Changed | None]:
    """Return what three amendments change, found out in some processes."""
    return changed_in_processes(AMONG, EDITIONS, SCOPES, NO_LIMIT, jobs)


def test_several_processes_find_what_one_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    # Given what one process finds of three amendments,
    here = InThisProcess(SCOPES, NO_LIMIT)
    found = [changed_in_time(each, EDITIONS, here, NO_LIMIT) for each in AMONG]
    assert [each is not None and each.split is not None for each in found] == [True] * 3
    assert any(each is not None and each.verdicts for each in found)
    # when several look, more or fewer, then they find the same,
    assert in_processes(2) == found
    assert in_processes(3) == found

    # but not if they lose what they have found.
    real = ProductGraph.next_level
    monkeypatch.setattr(ProductGraph, "next_level", lambda product: real(product) and None)
    assert in_processes(2) != found


def test_the_command_takes_a_number_of_processes(capsys: pytest.CaptureFixture[str]) -> None:
    # Given two editions, when they are compared in a scope by one process or as many as there are,
    documents = []
    for jobs in ([], ["--jobs", "1"]):
        assert (
            main(["diff", "2026.2-A19", "2026.2", "--scope", "single", "--json", *jobs]) == SUCCESS
        )
        documents.append(json.loads(capsys.readouterr().out))
    # then the document is the same.
    assert documents[0] == documents[1]
