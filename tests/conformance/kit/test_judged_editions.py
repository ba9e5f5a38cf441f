"""By which edition an implementation is judged, and which differences an edition explains."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from conformance.adapters.model import WHOLE
from conformance.kit.session import edition_for
from conformance.protocol.usage import UsageError
from conformance.reports.exit_codes import NOT_CONFORMING, SUCCESS, USAGE
from spec.editions import CURRENT, edition_named
from tests.conformance.calling import Planspec, model_in
from tests.profiles import requires_ci_profile

pytestmark = pytest.mark.usefixtures("place")


def program(edition: str, *declared: str) -> tuple[str, str]:
    """Write a program that follows one edition and declares some, and name it."""
    return model_in(edition, editions=declared)


@pytest.mark.parametrize(
    ("declared", "chosen", "edition"),
    [
        (("2026.1", "seeds"), None, "2026.1"),
        (("seeds", "2026.1", "2030.1"), None, "2026.1"),
        ((CURRENT.name, "2026.1"), None, CURRENT.name),
        (("2026.1-A14",), None, "2026.1-A14"),
        ((CURRENT.name,), "origin", "origin"),
        ((), None, "2026.1"),
        ((), CURRENT.name, CURRENT.name),
    ],
)
def test_the_newest_edition_that_both_know_is_taken_unless_one_is_chosen(
    declared: tuple[str, ...], chosen: str | None, edition: str
) -> None:
    identity = replace(WHOLE, editions=declared)
    assert edition_for(identity, chosen) == edition_named(edition)


def test_an_edition_that_is_not_known_here_has_to_be_chosen(planspec: Planspec) -> None:
    # Given a program of an edition to come, then nothing is guessed,
    with pytest.raises(UsageError, match=r"follows 2030.1, and planspec knows origin, seeds"):
        edition_for(replace(WHOLE, editions=("2030.1",)))
    # and the command says what to do.
    unknown = planspec("doctor", *program("2026.1", "2030.1"))
    assert unknown.code == USAGE
    assert "choose one with --edition, or use a newer planspec" in unknown.err


@requires_ci_profile
def test_a_finding_says_which_edition_does_the_same(planspec: Planspec) -> None:
    # Given a program of a first edition that is judged by a later one, when it is validated,
    few = ("--operations", "60", "--area", "agents", "--json")
    ended = planspec("conform", "--edition", "2026.2", *few, *program("2026.2-A46", "2026.2"))
    assert ended.code == NOT_CONFORMING
    # then the finding names the edition, as all do, and its replay is judged by the same.
    [finding, *others] = ended.document["findings"]
    assert {each["same_cause_as"] for each in others} <= {finding["number"]}
    assert finding["editions"][0] == "2026.2-A46"
    words = finding["replay"].split()
    assert words[3:5] == ["--edition", "2026.2"]
    again = planspec(*words[1:], "--json")
    assert (again.code, again.document["edition"]) == (NOT_CONFORMING, "2026.2")
    # An amendment that the reference lacks is named too.
    ended = planspec("conform", "--edition", "2026.2-A46", *few, *program("2026.2", "2026.2"))
    assert ended.code == NOT_CONFORMING
    [finding, *_] = ended.document["findings"]
    assert finding["editions"][0] in ("2026.2", "2026.2-A46+A46")
    assert any("It behaves as with A46" in line for line in finding["explanation"])


@requires_ci_profile
def test_a_program_that_declares_nothing_is_told_so(planspec: Planspec) -> None:
    ended = planspec("conform", "--operations", "20", "--area", "agents", *program("2026.1"))
    assert "it declares no editions in 'hello': validated against 2026.1" in ended.out
    ended = planspec("doctor", *program("2026.1"))
    assert ended.code == SUCCESS
    assert "none declared" in ended.out
    assert "edition 2026.1" in ended.out


@pytest.fixture
def trace(place: Path) -> str:
    """Save a trace on which the editions differ: a release that names nobody."""
    file = place / "trace.json"
    operations = [{"operation": "release", "plan": "plan.md", "step": "a", "now": 0}]
    file.write_text(json.dumps({"format": "planspec trace 1", "operations": operations}))
    return str(file)


@pytest.mark.parametrize("edition", ["seeds", "2026.1"])
def test_a_trace_is_replayed_by_an_edition(trace: str, edition: str, planspec: Planspec) -> None:
    # Given a trace, when it is replayed on a program, then it is judged by what that declares,
    # and without a program, by the edition that is chosen.
    for chosen in (program(edition, edition), ("--edition", edition)):
        ended = planspec("replay", trace, "--json", *chosen)
        assert (ended.code, ended.document["edition"]) == (SUCCESS, edition)
