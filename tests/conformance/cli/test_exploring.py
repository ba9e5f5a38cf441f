"""`planspec explore` and `check --exhaustive`: what they print, and how they end."""

from itertools import chain, count
from pathlib import Path
from types import SimpleNamespace

import pytest

from conformance.adapters.stores import FileStore
from conformance.cli import explore
from conformance.mutants.registry import mutant_named
from conformance.reports.exit_codes import INCONCLUSIVE, NOT_CONFORMING, SUCCESS
from model.explorer.scopes.areas import REVIEWS
from model.explorer.scopes.themes import DEFERRALS
from tests.conformance.calling import Planspec


def test_json_has_the_promised_keys_for_one_scope_and_for_several(planspec: Planspec) -> None:
    # Given one scope, when it is explored, then the document has the keys that scripts rely on.
    ended = planspec("explore", "--json", "--scope", "order")
    promised = {"edition", "scope", "states", "transitions", "depth", "closed", "seconds",
                "properties", "never_fired"}  # fmt: skip
    assert promised <= ended.document.keys()
    assert (ended.code, ended.document["states"]) == (SUCCESS, 207)


def test_a_violation_is_told_saved_and_replayed(planspec: Planspec, tmp_path: Path) -> None:
    # Given an edition with a fault, when it is explored for one property,
    arguments = ("--edition", "seeds", "--scope", "deferrals", "--property", "STP-10")
    ended = planspec("explore", *arguments, "--traces", str(tmp_path))
    # then a shortest trace is told and saved, and its replay breaks that very property.
    assert ended.code == NOT_CONFORMING
    assert "minimal, 2 events:" in ended.out
    [trace] = tmp_path.glob("*.json")
    assert f"replay it: planspec replay {trace}" in ended.out
    replayed = planspec("replay", str(trace))
    assert (replayed.code, "STP-10: " in replayed.out) == (NOT_CONFORMING, True)
    assert planspec("replay", str(trace), "--json").document["disagreements"]


def test_a_replay_shows_what_the_first_screen_leaves_out(
    planspec: Planspec, tmp_path: Path
) -> None:
    # Given a trace in which a claim comes before the last step, when it is told,
    arguments = ("--edition", "2026.2-A19", "--scope", "single", "--property", "STP-5")
    ended = planspec("explore", *arguments, "--traces", str(tmp_path))
    # then the status that the claim sets is told, and the holder in the replay only.
    [trace] = tmp_path.glob("*.json")
    replayed = planspec("replay", str(trace))
    holder = 'build.claimed_by: null -> "one"'
    assert (holder in ended.out, holder in replayed.out) == (False, True)
    assert 'build.status: "pending" -> "claimed"' in ended.out


def test_a_property_that_a_scope_cannot_test_is_not_said_to_hold(planspec: Planspec) -> None:
    # Given a scope without substeps, when it is explored for a property of substeps,
    ended = planspec("explore", "--scope", "order", "--property", "INV-5")
    # then nothing is promised.
    assert ended.code == INCONCLUSIVE
    assert "not tested here" in ended.out


def test_a_budget_that_is_too_small_is_inconclusive(
    planspec: Planspec, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a clock by which a second is over the third time that it is read, when a scope is
    # explored for a second,
    clock = SimpleNamespace(monotonic=count(step=0.5).__next__)
    monkeypatch.setattr("model.explorer.search.exploring.time", clock)
    ended = planspec("explore", "--scope", "large", "--budget", "1")
    # then the answer is that it is not known, and how far the search came.
    assert ended.code == INCONCLUSIVE
    assert "holds to depth" in ended.out
    assert "out of budget" in ended.out


def test_a_scope_that_was_out_of_budget_counts_before_it_could_test_a_property(
    planspec: Planspec, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given two scopes, of which the budget is over when the second is begun,
    monkeypatch.setattr(explore, "QUICK", (DEFERRALS, REVIEWS))
    monkeypatch.setattr(explore, "time", SimpleNamespace(monotonic=lambda: 0))
    said = []
    for identifier in ("STP-35", "STP-75"):
        times = chain((0, 0, 0), count(step=5))
        clock = SimpleNamespace(monotonic=times.__next__)
        monkeypatch.setattr("model.explorer.search.exploring.time", clock)
        # when both are explored for a property that both can test, and for one that one can,
        ended = planspec("explore", "--budget", "1", "--property", identifier)
        said += [line for line in ended.out.splitlines() if line.startswith("holds")]
    # then the first holds as far as was seen, and the other wherever it could be violated.
    assert [each.split("  ")[0] for each in said] == [
        "holds to depth 0",
        "holds (closed: 45 states)",
    ]


def test_an_exhaustive_disagreement_can_be_replayed(
    planspec: Planspec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a broken store, when every operation in every state is compared,
    opener = mutant_named("dependency-check-dropped").opener()
    monkeypatch.setattr(FileStore, "open", lambda _: opener())
    words = ("check", "--exhaustive", "--scope", "order", "--traces", str(tmp_path))
    ended = planspec(*words)
    # then the way to a disagreement is told from the beginning, and saved.
    assert ended.code == NOT_CONFORMING
    assert "  1  somebody registers plan.md with " in ended.out
    assert f"replay it: planspec replay {tmp_path}" in ended.out
    assert len(list(tmp_path.glob("*.json"))) > 0
    # The document of it fits its schema.
    assert planspec(*words, "--json").document["scopes"][0]["disagreements"]
