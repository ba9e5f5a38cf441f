"""The commands `conform`, `deviations update` and `replay`: what they print and how they end."""

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conformance.reports.exit_codes import INCONCLUSIVE, NOT_CONFORMING, SUCCESS, USAGE
from spec.catalog import RULES
from tests.cases import for_each
from tests.conformance.calling import PATIENTLY, PLANSPEC, Ended, Planspec, model_in
from tests.profiles import requires_ci_profile

pytestmark = pytest.mark.usefixtures("place")
Conform = Callable[..., Ended]


@pytest.fixture
def conform(planspec: Planspec) -> Conform:
    """Return what validates the model in an edition."""

    def run(*words: str, edition: str = "2026.2-A04", operations: int = 60) -> Ended:
        few = ("--operations", str(operations))
        return planspec("conform", *few, *words, *model_in(edition))

    return run


def test_a_finding_is_told_saved_and_replayed(planspec: Planspec) -> None:
    # Given an implementation without an amendment, when it is validated as a program,
    edition = "2026.2-A04"
    command = [PLANSPEC, "serve", "model", "--edition", edition]
    limits = ("--operations", "60", "--site", "https://example.org")
    ended = planspec("conform", *PATIENTLY, *limits, "--json", "--", *command)
    result = ended.document
    # then one document has the keys that scripts rely on,
    assert (ended.code, result["verdict"]) == (NOT_CONFORMING, "fail")
    assert result["implementation"]["name"] == f"planspec model, edition {edition}"
    assert result["rules"]["CHK-6"] == "fail"
    assert set(result["levels"]) == {*("transitions", "atomicity", "leases", "recovery", "reviews")}
    [finding, *others] = result["findings"]
    assert finding["rule"] == "CHK-6"
    assert all(each["same_cause_as"] == finding["number"] for each in others)
    assert any("as before A04 (complete-remaining)" in line for line in finding["explanation"])
    assert finding["link"].startswith("https://example.org/playground/#run=")
    # the replay command shows it again on that program, and agreement on another,
    words = shlex.split(finding["replay"])
    assert words[-len(command) :] == command
    again = planspec(*words[1:3], *PATIENTLY, *words[3:])
    assert (again.code, "items changed" in again.out) == (NOT_CONFORMING, True)
    other = planspec("replay", finding["trace"], *model_in("2026.2"))
    assert other.code == SUCCESS
    assert other.lines[-1].endswith("agree on all 3 operations")
    # and so does the snippet, which needs nothing but a shell.
    shown = subprocess.run(
        ["sh", "-c", finding["snippet"]], capture_output=True, text=True, check=True
    )
    replies = [json.loads(line) for line in shown.stdout.splitlines()]
    assert len(replies) == 7
    assert json.loads(finding["observed"]).items() <= replies[4].items()


@requires_ci_profile
def test_the_record_and_all_reports_are_written(place: Path, conform: Conform) -> None:
    # Given a folder for reports, when a run is over,
    ended = conform("--report", "report")
    assert ended.code == NOT_CONFORMING
    # then the record has the verdict, the findings, and a result for every rule,
    record = json.loads((place / "report/record.json").read_text())
    assert (record["verdict"], len(record["results"])) == ("fail", len(RULES))
    finding = record["findings"][0]
    # the traces are beside it, and so are the reports.
    assert (place / finding["trace"]).is_file()
    assert (place / finding["trace"]).parent == place / "report/traces"
    assert (place / "report/junit.xml").is_file()
    # The snippet of a finding about an implementation in Python shows it too.
    shown = subprocess.run(
        ["sh", "-c", finding["snippet"]], capture_output=True, text=True, check=True
    )
    replies = [json.loads(line) for line in shown.stdout.splitlines()]
    assert any(json.loads(finding["observed"]).items() <= each.items() for each in replies)
    assert "does not conform to edition 2026.2: 1 rule fails, CHK-6" in ended.lines[-1]


@requires_ci_profile
def test_deviations_are_written_accepted_expected_and_go_stale(
    planspec: Planspec, conform: Conform
) -> None:
    # Given an implementation that deviates, when its deviations are written,
    def updated(edition: str) -> str:
        few = ("--operations", "60", "--area", "agents")
        ended = planspec("deviations", "update", *few, *model_in(edition))
        assert ended.code == SUCCESS
        return ended.out

    lacking, file = "2026.2-A46", Path("deviations.toml")
    assert "write the reason of 1 before it is accepted" in updated(lacking)
    # then the file is refused until somebody says why,
    refused = conform("--deviations", str(file), edition=lacking)
    assert refused.code == USAGE
    assert "the reason of AGT-5 is 'TODO: say why'" in refused.err
    file.write_text(file.read_text().replace("TODO: say why", "Our agents chain nothing"))
    # and then the deviation is expected, which leaves only what was not seen.
    known = ("--deviations", str(file), "--area", "agents")
    expected = conform(*known, "--json", edition=lacking, operations=200)
    result = expected.document
    assert (expected.code, result["rules"]["AGT-5"]) == (SUCCESS, "known deviation")
    assert (result["areas"], result["findings"][0]["known"]) == (["agents"], "AGT-5")
    # Another update keeps the reason.
    updated(lacking)
    assert 'reason = "Our agents chain nothing"' in file.read_text()
    # Once it expired, it is a finding again.
    Path("expired.toml").write_text(file.read_text().replace("expires = 20", "expires = 19"))
    expired = conform("--deviations", "expired.toml", "--area", "agents", edition=lacking)
    assert expired.code == NOT_CONFORMING
    assert "the deviation from AGT-5 expired on 19" in expired.out
    # Once it conforms, the deviation is stale, and an update drops it.
    stale = conform(*known, edition="2026.2")
    assert stale.code == NOT_CONFORMING
    assert "the deviation from AGT-5 is stale" in stale.out
    assert "gone: AGT-5" in updated("2026.2")
    assert "[[deviation]]" not in file.read_text()


ENTRY: dict[str, Any] = {
    "rule": '"CLM-5"',
    "reason": '"so"',
    "expires": "2030-01-01",
    "witness": '"w.json"',
}


BAD_FILES: dict[str, str | dict[str, str | None] | None] = {
    "'planspec deviations update' makes it": None,
    "is not TOML": "[[deviation",
    "line 1, rule: ": 'rule = "CLM-5"',
    "line 2, deviation.1.rule: no rule has the id 'CLM-99'": {"rule": '"CLM-99"'},
    "line 1, deviation.1.reason: Field required": {"reason": None},
    "the reason of CLM-5 is ' '": {"reason": '" "'},
    "line 4, deviation.1.expires: ": {"expires": '"soon"'},
    "line 6, deviation.1.expiry: ": {"expiry": "2030-01-01"},
    "the witness of CLM-5: w.json: No such file": {},
}


@for_each(("told", "text"), BAD_FILES.items())
def test_a_bad_file_of_deviations_is_named_with_what_is_wrong(
    conform: Conform, told: str, text: str | dict[str, str | None] | None
) -> None:
    # Given a file that cannot be used, when it is given,
    if isinstance(text, dict):
        fields = {name: value for name, value in {**ENTRY, **text}.items() if value is not None}
        text = "[[deviation]]\n" + "".join(f"{k} = {v}\n" for k, v in fields.items())
    if text is not None:
        Path("bad.toml").write_text(text)
    # then nothing is run, and the message says where and what was expected.
    ended = conform("--deviations", "bad.toml")
    assert (ended.code, told in ended.err) == (USAGE, True), ended.err


@requires_ci_profile
def test_a_run_that_is_ended_keeps_what_was_found(tmp_path: Path) -> None:
    # Given a program that ends the run which validates it, and then waits for ever,
    ends = "import os, signal, sys\nprint(next(sys.stdin) and HELLO, flush=True)\n"
    ends += "next(sys.stdin)\nos.kill(os.getppid(), signal.SIGTERM)\nsignal.pause()\n"
    hello: dict[str, Any] = {
        "reply": "ok",
        "protocol": "planspec 1",
        "name": "tiny",
        "version": "1",
    }
    hello |= {"language": "Python", "areas": ["plans"]}
    adapter = tmp_path / "adapter.py"
    adapter.write_text(ends.replace("HELLO", repr(json.dumps(hello))))
    command = [PLANSPEC, "conform", *PATIENTLY, "--json", "--", sys.executable, str(adapter)]
    ended = subprocess.run(
        command, capture_output=True, check=False, env={**os.environ, "TMPDIR": str(tmp_path)}
    )
    # then the run is inconclusive, is reported, and leaves nothing behind.
    assert ended.returncode == INCONCLUSIVE
    assert json.loads(ended.stdout)["problem"] == "interrupted"
    assert list(tmp_path.glob("planspec-*")) == []
