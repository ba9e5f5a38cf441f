"""The report cards show what was measured, and what a page promises of CI can be run."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

from conformance.adapters.shell import planspec_adapter
from conformance.kit.core.profile import core_properties
from docs.build import evidence
from docs.build.pages.cards import QUEUE, cards, cards_page, cards_table, lines_of
from docs.build.rendering import DOCS
from tests.cases import for_each
from tests.profiles import requires_ci_profile

SCENARIOS = {each.id for found in core_properties() for each in found.scenarios}


@for_each("name", evidence.PEERS)
def test_a_card_was_made_by_its_command(name: str) -> None:
    found = evidence.evidence(name, evidence.PEER_FOLDER)
    assert found is not None
    assert found.command == " ".join(evidence.PEERS[name])
    assert {each["id"] for each in found.result["properties"]} == {
        each.id for each in core_properties()
    }


@for_each("name", evidence.PEERS)
def test_a_card_was_made_by_the_scenarios_of_today(name: str) -> None:
    found = evidence.evidence(name, evidence.PEER_FOLDER)
    assert found is not None
    judged = {each["id"]: each for each in found.result["properties"]}
    for about in core_properties():
        verdict = judged[about.id]
        assert verdict["scenarios"] + len(verdict["left_out"]) >= len(about.scenarios), about.id


def test_our_own_store_keeps_all_six_properties() -> None:
    found = evidence.evidence("planspec", evidence.PEER_FOLDER)
    assert found is not None
    assert {each["verdict"] for each in found.result["properties"]} == {"holds"}


def test_the_page_shows_violations_with_traces_and_scripts_and_the_readme_the_table() -> None:
    page = cards_page()
    for _, found in cards():
        for each in found.result["properties"]:
            for finding in each["findings"]:
                assert finding["trace"] in page
                assert (evidence.ROOT / finding["trace"]).exists()
    for name in evidence.ADAPTERS:
        for script in evidence.scripts_of(name):
            assert len(script.read_text(encoding="utf-8").splitlines()) <= 30, script
            assert script.read_text(encoding="utf-8").rstrip() in page
    for line in cards_table("docs").splitlines()[2:]:
        assert re.sub(r"\[(.*?)\]\(.*?\)", r"\1", line) in README


def test_every_trace_is_that_of_a_finding() -> None:
    found = [
        each["trace"]
        for _, card in cards()
        for about in card.result["properties"]
        for each in about["findings"]
    ]
    traces = (evidence.ROOT / evidence.EXAMPLES / "traces").glob("*/*.json")
    assert {each.relative_to(evidence.ROOT).as_posix() for each in traces} == set(found)


README = (evidence.ROOT / "README.md").read_text(encoding="utf-8")


def test_what_the_readme_links_is_there_and_no_template_to_be_filled_in() -> None:
    for link in re.findall(r"\]\((?!http)([^)#]+)", README):
        path = evidence.ROOT / link
        assert path.exists(), link
        assert path.is_dir() or "{% " not in path.read_text(encoding="utf-8"), link


@for_each("folder", sorted({each[1] for each in evidence.ADAPTERS.values()}))
def test_an_adapter_has_under_80_lines_and_judges_nothing(folder: str) -> None:
    adapter = evidence.ROOT / evidence.EXAMPLES / folder / "adapter.py"
    assert lines_of(adapter) < 80
    assert "from planspec_adapter import" in adapter.read_text(encoding="utf-8")


def test_the_page_of_public_reports_names_properties_and_scenarios_that_exist() -> None:
    rows = [
        line
        for line in (DOCS / "guides" / "wild.md").read_text(encoding="utf-8").splitlines()
        if "#" in line and line.startswith("| ")
    ]
    assert len(rows) == 10
    known = SCENARIOS | {each.id for each in core_properties()}
    for row in rows:
        words = re.findall(r"`([a-z-]+)`", "|".join(row.split("|")[3:]))
        assert len(words) >= 2
        assert set(words) <= known


@requires_ci_profile
def test_the_commands_of_the_page_of_ci_judge_an_adapter(tmp_path: Path) -> None:
    # Given the files that the page names, beside a queue that has the fault which they excuse,
    page = (DOCS / "guides" / "ci.md").read_text(encoding="utf-8")
    shell = Path(planspec_adapter.__file__).read_text(encoding="utf-8")
    (tmp_path / "planspec_adapter.py").write_text(shell, encoding="utf-8")
    queue = QUEUE.read_text(encoding="utf-8")
    kept = queue.replace("holder = NULL, claim = NULL", "holder = NULL")
    (tmp_path / "adapter.py").write_text(kept, encoding="utf-8")
    (deviations,) = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    (tmp_path / "deviations.toml").write_text(deviations, encoding="utf-8")
    # when the command of both services is run,
    commands = set(re.findall(r"- (?:run: )?(planspec conform .*)", page))
    (command,) = commands
    words = shlex.split(command.replace("planspec", f"{sys.executable} -m conformance.cli", 1))
    words = [sys.executable if word == "python" else word for word in words]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)
    # then the known deviation is excused, and the report is there.
    assert "known deviation" in done.stdout
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "reports" / "junit.xml").exists()
    assert (tmp_path / "reports" / "core.json").exists()
