"""With `--site`, every finding has a link that plays it in the playground of a site."""

import json
from pathlib import Path
from typing import Any

from conformance.adapters.model import transitions_of
from conformance.differential.divergence import Divergence
from conformance.differential.reducer import Counterexample
from conformance.differential.tally import Tally
from conformance.reports.check import CheckResult, check_as_text, check_document
from spec.vocabulary.readiness import Ready
from tests.conformance.calling import Planspec, run_in
from tests.profiles import requires_ci_profile

SITE = "https://example.org/rules"


def link_of(printed: str) -> str:
    [link] = [line for line in printed.splitlines() if line.startswith("try it: ")]
    return link.removeprefix("try it: ")


def printed(planspec: Planspec, *arguments: str) -> tuple[str, dict[str, Any]]:
    """Return the link that a command prints, and the document that it prints with `--json`."""
    link = link_of(planspec(*arguments, "--site", SITE).out)
    return link, planspec(*arguments, "--site", SITE, "--json").document


def test_a_counterexample_of_explore_has_a_link(tmp_path: Path, planspec: Planspec) -> None:
    # Given a property that an edition violates, when it is explored for a site,
    scope = ("--edition", "origin", "--scope", "iterations", "--property", "STP-27")
    link, document = printed(planspec, "explore", *scope, "--traces", str(tmp_path))
    # then the link has the edition and the operations of the trace, in text and in JSON.
    run = run_in(link)
    [trace] = tmp_path.glob("*.json")
    kept = json.loads(trace.read_text(encoding="utf-8"))["operations"]
    assert run["edition"] == "origin"
    assert [each["operation"] for each in run["operations"]] == [each["operation"] for each in kept]
    assert [each["link"] for each in document["properties"]] == [link]


@requires_ci_profile
def test_a_difference_of_diff_has_a_link_with_both_editions(planspec: Planspec) -> None:
    # Given two editions, when they are compared for a site on this machine,
    link, document = printed(planspec, "diff", "2026.2-A28", "2026.2", "--scope", "single")
    # then the link shows both side by side, in text and in JSON.
    run = run_in(link)
    assert (run["edition"], run["beside"]) == ("2026.2-A28", "2026.2")
    assert [each["link"] for each in document["amendments"]] == [link]


def test_a_disagreement_of_check_has_a_link() -> None:
    # Given a disagreement, when it is reported for a site, then its link has its operations.
    asked = Ready("plan.md", 0)
    [transition] = transitions_of([asked])
    divergence = Divergence("answer", asked, transition, "nothing")
    result = CheckResult({}, Tally(), 1.0, 0, Counterexample(divergence, (asked,)), None)
    link = link_of("\n".join(check_as_text(result, SITE)))
    assert [each["operation"] for each in run_in(link)["operations"]] == ["ready"]
    assert [each.link for each in check_document(result, SITE).disagreements] == [link]
    # And without a site there is none.
    assert "try it" not in "\n".join(check_as_text(result))
    assert [each.link for each in check_document(result).disagreements] == [None]
