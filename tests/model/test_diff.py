"""Differences between editions: the shortest trace, both answers, and what it means."""

import json
from collections import defaultdict
from functools import cache
from typing import Any

import pytest

from conformance.cli.comparing import changes
from conformance.cli.explore import QUICK
from conformance.cli.main import main
from conformance.reports.exit_codes import SUCCESS
from conformance.vectors.reading import read_once
from model.explorer.asking import RecordingEdition, recording
from model.explorer.diff.shortest import shortest_difference
from model.explorer.graphs.choosing import graph_of
from model.explorer.graphs.state_graph import StateGraph
from model.explorer.scopes.scope import Scope
from model.explorer.search.paths import replay_path
from spec.amendments.amendment import Amendment
from spec.amendments.catalog import AMENDMENTS
from spec.catalog import OBSERVABLE_AMENDMENTS
from spec.editions import CURRENT, edition_named, toggled
from tests.profiles import AT_NIGHT

SHORTEST = {
    ("claim-ids", 1): {"A29"},
    ("claim-ids", 2): {"A53", "A60"},
    ("commits", 1): {"A05", "A30"},
    ("commits", 3): {"A12"},
    ("commits", 4): {"A31"},
    ("deferrals", 4): {"A37"},
    ("family", 4): {"A16", "A18"},
    ("history", 2): {"A20"},
    ("history", 3): {"A28", "A39"},
    ("iterations", 1): {"A33", "A46", "A47", "A48"},
    ("iterations", 3): {"A11", "A15", "A34", "A35", "A36"},
    ("recommits", 4): {"A21"},
    ("recovery", 4): {"A07"},
    ("recovery", 5): {"A06"},
    ("recovery", 6): {"A13"},
    ("resuming", 2): {"A52", "A54", "A56"},
    ("resuming", 3): {"A51"},
    ("resuming", 5): {"A55"},
    ("reviews", 1): {"A24"},
    ("reviews", 3): {"A08", "A10", "A22", "A25", "A27", "A41"},
    ("reviews", 4): {"A23", "A26"},
    ("reviews", 6): {"A09"},
    ("single", 2): {"A02", "A14", "A19", "A32"},
    ("single", 3): {"A01", "A03", "A04", "A17"},
    ("single", 4): {"A38"},
}
"""The amendments by the scope and the length of the shortest trace that shows them."""
SCOPE_OF = {each: scope for (scope, _), shown in SHORTEST.items() for each in shown}


@cache
def graph_in_current(scope: Scope) -> StateGraph[Any]:
    """Return the graph of a scope in the current edition, which all amendments share."""
    return graph_of(scope, recording(CURRENT))


def test_every_amendment_has_a_shortest_trace_that_shows_it() -> None:
    shown = defaultdict[tuple[str, int], set[str]](set)
    for amendment in OBSERVABLE_AMENDMENTS:
        # Given the current edition with an amendment and without it,
        without = toggled(amendment)
        # when the scopes are searched level by level, but nightly only the one that differs,
        name = SCOPE_OF.get(amendment.id)
        scopes = [scope for scope in QUICK if AT_NIGHT or name in (scope.name, None)]
        found, _ = shortest_difference(scopes, without, CURRENT, 3000, graphs=graph_in_current)
        # then a trace is found, on whose last event the two answer differently,
        assert found is not None, amendment.id
        answers = []
        for edition in (without, CURRENT):
            last = list(replay_path(found.scope, edition, found.path))[-1]
            assert last.transition is not None
            answers.append((last.transition.outcome, last.operation, last.then))
        assert answers[0] != answers[1], amendment.id
        shown[found.scope.name, len(found.path)].add(amendment.id)
    # and it has this length.
    assert shown == SHORTEST


def test_the_command_shows_answers_and_changed_verdicts(
    capsys: pytest.CaptureFixture[str],
) -> None:
    # Given one amendment on and off, when the two are compared on the command line,
    assert main(["diff", "2026.2-A19", "2026.2", "--json"]) == SUCCESS
    [change] = json.loads(capsys.readouterr().out)["amendments"]
    # then the document names it, the trace, both answers and the property that it cures.
    assert change["id"] == "A19"
    assert [operation["operation"] for operation in change["trace"]] == ["register", "release"]
    assert change["answers"]["a"].startswith("rejected, E050 ")
    assert change["answers"]["b"].startswith("rejected, E047 ")
    [changed] = change["properties"]
    assert {key: changed[key] for key in ("scope", "id", "a", "b")} == {
        "scope": "single",
        "id": "STP-5",
        "a": "violated",
        "b": "holds",
    }
    # and the shortest counterexample, as operations and in words.
    assert [event["operation"] for event in changed["trace"]] == ["register", "claim", "release"]
    assert [step["event"] for step in changed["steps"]] == ["register", "claim", "release"]
    assert 'build.status: "claimed" -> "pending"' in changed["steps"][-1]["changed"]
    assert changed["problem"] == "build was taken from one under a live lease"
    assert [step["rules"] for step in change["steps"]["b"]] == [
        ["PLN-1"],
        ["CLM-15", "PLN-3"],
    ]


def test_a_scope_that_has_no_end_in_an_edition_is_given_up_and_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a scope with more states than any has, as where a list grows without a limit,
    monkeypatch.setattr("conformance.cli.explore.MOST_STATES", 10)
    # when two editions are compared in it, then the difference is shown all the same,
    assert main(["diff", "2026.2-A19", "2026.2", "--scope", "single"]) == SUCCESS
    printed = capsys.readouterr().out
    assert "minimal in these scopes, 2 events, scope single:" in printed
    # and the scope is named, as one whose verdicts are not known,
    assert "single: given up: a number or list may grow without a limit" in printed
    assert "no property" not in printed
    # to programs too.
    assert main(["diff", "2026.2-A19", "2026.2", "--scope", "single", "--json"]) == SUCCESS
    change = json.loads(capsys.readouterr().out)["amendments"][0]
    assert (change["given_up"], change["judged"]) == (["single"], [])


def test_that_no_property_changes_is_said_of_the_scopes_that_were_judged(
    capsys: pytest.CaptureFixture[str],
) -> None:
    # Given an amendment whose property a scope cannot test, when it is compared there,
    assert main(["diff", "2026.2-A32", "2026.2", "--scope", "deferrals"]) == SUCCESS
    # then no more is said than was looked at.
    printed = capsys.readouterr().out
    assert "no property changes its verdict in these scopes: deferrals\n" in printed


def test_no_difference_in_a_scope_is_said_of_it_only(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given an amendment about drift, when it is searched for where no document changes,
    monkeypatch.setattr(changes, "SECONDS", float("inf"))
    for vectors, shown in ((read_once(), "vectors differs;"), ((), "random operations (")):
        monkeypatch.setattr(changes, "read_once", lambda known=vectors: known)
        assert main(["diff", "2026.2-A12", "2026.2", "--scope", "single"]) == SUCCESS
        # then the answer is that there is no difference there, and that a vector shows one, or,
        # without vectors, random operations.
        printed = capsys.readouterr().out
        assert "No difference within these scopes: single." in printed
        assert shown in printed
        assert "     2026.2: rejected" in printed or "     2026.2: resynchronised" in printed
        assert "shown by a trace: 1" in printed


def test_random_operations_that_find_nothing_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    # Given one edition twice, when its models are asked random operations, then all agree.
    monkeypatch.setattr(changes, "SECONDS", float("inf"))
    monkeypatch.setattr(changes, "EXAMPLES", 2)
    found = changes.compare_by_requests(CURRENT, CURRENT, None)
    assert found.operations > 0
    assert not found.found


def test_an_amendment_of_reading_is_shown_by_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    # Given the amendments that no operation shows, each has a text that is read otherwise.
    unseen = [each for each in AMENDMENTS if each not in OBSERVABLE_AMENDMENTS]
    assert [each.id for each in unseen if not each.readings] == []
    # When one is compared, then both readings stand under their editions.
    assert main(["diff", "2026.2-A49", "2026.2", "--scope", "deferrals"]) == SUCCESS
    printed = capsys.readouterr().out
    assert "     2026.2-A49: no step\n     2026.2: the step step-2-summary\n" in printed


def test_answers_are_asked_for_once_only_where_no_difference_was_asked_about(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Given two editions, and one scope in which they differ,
    pair = edition_named("2026.2-A14"), CURRENT
    found, _ = shortest_difference(QUICK[:1], *pair, max_states=3000)
    assert found is not None

    # when an edition does not record that it was asked about the difference between them,
    def has(edition: RecordingEdition, amendment: Amendment) -> bool:
        return amendment.id in edition.amendments

    monkeypatch.setattr(RecordingEdition, "has", has)
    # then the difference is not found, so that the test of every amendment would tell.
    assert shortest_difference(QUICK[:1], *pair, max_states=3000)[0] is None
