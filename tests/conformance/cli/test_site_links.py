"""With `--site`, every finding has a link that plays it in the playground of a site."""

import json
import zlib
from base64 import urlsafe_b64decode
from pathlib import Path
from typing import Any

import pytest

from conformance.adapters.model import transitions_of
from conformance.cli.main import main
from conformance.differential.divergence import Divergence
from conformance.differential.reducer import Counterexample
from conformance.differential.tally import Tally
from conformance.reports.check import CheckResult, check_as_text
from spec.vocabulary.readiness import Ready

SITE = "https://example.org/rules"


def run_in(link: str) -> dict[str, Any]:
    """Return the run of a link, as the page reads it."""
    letters = link.removeprefix(f"{SITE}/playground/#run=")
    deflated = urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
    found: dict[str, Any] = json.loads(zlib.decompress(deflated, -zlib.MAX_WBITS))
    return found


def link_of(printed: str) -> str:
    [link] = [line for line in printed.splitlines() if line.startswith("try it: ")]
    return link.removeprefix("try it: ")


def test_a_counterexample_of_explore_has_a_link(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Given a property that an edition violates, when it is explored for a site,
    scope = ("--edition", "origin", "--scope", "iterations", "--property", "STP-27")
    main(["explore", *scope, "--site", SITE, "--traces", str(tmp_path)])
    # then the link has the edition and the operations of the trace.
    run = run_in(link_of(capsys.readouterr().out))
    [trace] = tmp_path.glob("*.json")
    kept = json.loads(trace.read_text(encoding="utf-8"))["operations"]
    assert run["edition"] == "origin"
    assert [each["operation"] for each in run["operations"]] == [each["operation"] for each in kept]


def test_a_difference_of_diff_has_a_link_with_both_editions(
    capsys: pytest.CaptureFixture[str],
) -> None:
    # Given two editions, when they are compared for a site on this machine,
    main(["diff", "2026.2-A28", "2026.2", "--scope", "single", "--site", SITE])
    # then the link shows both side by side.
    run = run_in(link_of(capsys.readouterr().out))
    assert (run["edition"], run["beside"]) == ("2026.2-A28", "2026.2")


def test_a_disagreement_of_check_has_a_link() -> None:
    # Given a disagreement, when it is reported for a site, then its link has its operations.
    asked = Ready("plan.md", 0)
    [transition] = transitions_of([asked])
    divergence = Divergence("answer", asked, transition, "nothing")
    result = CheckResult({}, Tally(), 1.0, 0, Counterexample(divergence, (asked,)), None)
    link = link_of("\n".join(check_as_text(result, SITE)))
    assert [each["operation"] for each in run_in(link)["operations"]] == ["ready"]
    # And without a site there is none.
    assert "try it" not in "\n".join(check_as_text(result))
