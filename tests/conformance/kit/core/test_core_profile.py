"""The core profile, tried on a small queue of somebody's own, whole and without each promise."""

import json
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from xml.etree import ElementTree

import pytest

from conformance.adapters.shell import without
from conformance.cli.common.clients import fast_folder
from conformance.cli.main import main
from conformance.kit.core import verdicts
from conformance.kit.core.lines import meaning_of
from conformance.kit.core.processes import Program
from conformance.kit.core.profile import core_properties
from conformance.kit.core.verdicts import judge
from spec.catalog import RULES
from tests.profiles import requires_ci_profile

ROOT = Path(__file__).parents[4]
QUEUE = ROOT / "examples" / "queue" / "adapter.py"
PROMISES = {each.id: each for each in core_properties()}
SCENARIOS = {each.id: each for found in core_properties() for each in found.scenarios}


def test_each_line_of_each_scenario_means_something() -> None:
    assert all(meaning_of(line) for each in SCENARIOS.values() for line in each.play)


def test_the_properties_consist_of_rules_and_have_scenarios() -> None:
    rules = {each.id for each in RULES}
    assert len(PROMISES) == 6
    assert all(set(each.clauses) <= rules and each.scenarios for each in PROMISES.values())
    assert len(SCENARIOS) == sum(len(each.scenarios) for each in PROMISES.values())


PROGRAMS: dict[str, tuple[str, ...]] = {
    "small-queue": (sys.executable, str(QUEUE)),
    "own-store": (sys.executable, "-m", "conformance.cli", "serve", "impl"),
}
SHOWN_BY = {
    "acknowledged-is-stored": "finished-then-restarted",
    "nothing-lost": "killed-while-holding",
    "one-holder": "held-by-another",
    "stale-refused": "finished-by-the-former-holder",
    "dependencies-kept": "dependency-open",
    "leases-end": "lease-ends",
}


@pytest.mark.parametrize("promise", SHOWN_BY)
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_wrapped_so_that_a_property_breaks_is_found_by_its_scenario(
    program: str, promise: str
) -> None:
    wrapped = Program((sys.executable, without.__file__, promise, "--", *PROGRAMS[program]))
    broken = judge(replace(wrapped, folder=fast_folder()), (SHOWN_BY[promise],))
    assert "violated" in {each.verdict for each in broken.played}, broken.played


def changed_queue(folder: Path, old: str, new: str) -> tuple[str, str]:
    """Write the small queue with a text replaced, and return the command that serves it."""
    text = QUEUE.read_text(encoding="utf-8")
    assert old in text
    text = text.replace(old, new).replace("Path(__file__).parents[2]", repr(str(ROOT)))
    adapter = folder / "changed.py"
    adapter.write_text(text, encoding="utf-8")
    return sys.executable, str(adapter)


def test_an_offered_property_that_was_not_tested_is_no_success(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Given a queue that hands out nothing, when it is judged, then nothing is blamed on it,
    adapter = changed_queue(tmp_path, "serve(Queue())", NOTHING)
    words = ["--json", "--traces", str(tmp_path), "--", *adapter]
    code = main(["conform", "--profile", "core", *words])
    # and the verdict is open.
    document = json.loads(capsys.readouterr().out)
    found = {each["id"]: each["verdict"] for each in document["properties"]}
    assert found["dependencies-kept"] == "not offered"
    assert found["one-holder"] == "not tested"
    assert (code, document["verdict"]) == (3, "unknown")


NOTHING = """
Queue.offers = {"store": ("memory", HERE)}
Queue.take = lambda self: None
serve(Queue())
"""


@pytest.mark.parametrize("scenario", ["one-of-two-given-back", "one-of-two-finished"])
def test_a_queue_that_changes_all_that_a_worker_holds_is_found(
    tmp_path: Path, scenario: str
) -> None:
    others = "{to} WHERE holder IN (SELECT holder FROM items WHERE {mine})"
    run = judge(Program(changed_queue(tmp_path, "{to} WHERE {mine}", others)), (scenario,))
    assert {each.verdict for each in run.played} == {"violated"}


def test_a_queue_that_waits_only_for_what_was_put_is_found(tmp_path: Path) -> None:
    adapter = changed_queue(tmp_path, "other NOT IN ({DONE})", ONLY)
    run = judge(Program(adapter), ("dependency-never-put",))
    assert {each.verdict for each in run.played} == {"violated"}


ONLY = "other IN (SELECT name FROM items WHERE NOT done)"


@requires_ci_profile
def test_a_deviation_is_expected_until_it_expires(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a queue whose leases never end, and deviations that say so, one of which has expired,
    enough = verdicts.is_enough
    monkeypatch.setattr(
        verdicts, "is_enough", lambda *it: enough(replace(it[0], seconds=0), *it[1:])
    )
    today = datetime.now(UTC).date()
    entries = [(each, today + timedelta(days=-1 if each == EXPIRED else 1)) for each in KNOWN]
    known = tmp_path / "deviations.toml"
    known.write_text(
        "".join(
            f'[[deviation]]\nscenario = "{scenario}"\nreason = "No worker dies."\n'
            f"expires = {expires}\n"
            for scenario, expires in entries
        ),
        encoding="utf-8",
    )
    # when it is judged,
    words = ["--deviations", str(known), "--report", str(tmp_path / "report"), "--site"]
    code = main(
        ["conform", "--profile", "core", *words, "--", sys.executable, str(QUEUE), "leases-end"]
    )
    # then only the property of the expired one has failed.
    cases = ElementTree.parse(tmp_path / "report" / "junit.xml").iter("testcase")
    failed = [each.get("name", "") for each in cases if each.find("failure") is not None]
    assert [name.partition(":")[0] for name in failed] == ["leases-end"]
    assert code == 1
    printed = capsys.readouterr().out
    assert "known deviation: No worker dies." in printed
    assert "steps: put a; ann takes a; the lease ends; bob takes a -> accepted" in printed
    # and the playground, which plays operations on a plan, is not linked.
    assert "try it: " not in printed


@requires_ci_profile
def test_a_finding_about_a_plan_has_a_link_to_the_playground(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Given an edition with a fault, when it is judged for a site, then the finding is played there.
    model = (sys.executable, "-m", "conformance.cli", "serve", "model", "--edition", "2026.1")
    words = ["--site", "https://example.org", "--traces", str(tmp_path), "--", *model]
    assert main(["conform", "--profile", "core", *words]) == 1
    assert "  try it: https://example.org/playground/#run=" in capsys.readouterr().out


EXPIRED = "lease-ends"
KNOWN = (
    "killed-while-holding",
    "killed-while-taking",
    "killed-while-renewing",
    "killed-while-finishing",
    "killed-while-giving-back",
    "killed-while-taking-over",
    "killed-while-finishing-a-dependency",
    "killed-again-and-again",
    "fetched-ahead-by-the-dead",
    "short-lease-ends",
    "lease-ends",
    "renewed-lease-ends",
    "lease-is-per-item",
)


def test_a_process_that_broke_is_not_used_for_another_scenario(tmp_path: Path) -> None:
    # Given a queue whose process ends at every completion, when two scenarios complete an item,
    adapter = changed_queue(tmp_path, "serve(Queue())", ENDING)
    run = judge(Program(adapter), ("finished-is-final", "finished-twice"))
    # then each of them finds that by itself.
    assert {each.verdict for each in run.played} == {"not tested"}
    assert all(each.broken and each.broken.kind == "crash" for each in run.played), run.played


def test_what_cannot_be_taken_may_be_done_where_nothing_is_shown(tmp_path: Path) -> None:
    # Given a queue that shows no status, when its holder is killed, after the completion too,
    adapter = changed_queue(tmp_path, '"observe": ("all",', '"observe": ("none",')
    silent = Program(adapter, folder=fast_folder())
    [played] = judge(silent, ("killed-while-finishing",)).played
    # then it is accused of nothing.
    assert played.verdict in ("holds", "not tested"), played


def test_whoever_is_told_nothing_is_not_told_that_it_holds_an_item(tmp_path: Path) -> None:
    # Given a queue that says nothing about renewing, when one renews what another takes over,
    silent = 'self.change("until = :until", item, receipt, until=now + lease * 1_000)'
    adapter = changed_queue(tmp_path, f"return {silent}", f"return {silent} and None")
    [played] = judge(Program(adapter), ("renewed-while-taken-over",)).played
    # then it is not accused of telling both that they hold it.
    assert played.verdict == "not offered", played


@pytest.mark.parametrize(
    ("scenario", "verdict"),
    [("held-by-another", "violated"), ("given-back-is-free-for-who-asked", "not tested")],
)
def test_what_only_arranges_a_scenario_is_not_judged_by_it(scenario: str, verdict: str) -> None:
    # Given a queue that hands a held item to another, when that is judged, or only arranged,
    run = judge(Program((sys.executable, str(QUEUE), "one-holder")), (scenario,))
    # then it is blamed only where it is judged.
    assert {each.verdict for each in run.played} == {verdict}


ENDING = """
Queue.finish = lambda self: __import__("os")._exit(1)
serve(Queue())
"""
