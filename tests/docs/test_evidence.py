"""The numbers of the site come from the files of the measuring runs; speed is shown as ratios."""

import re
from pathlib import Path

import pytest

from conformance.cli.explaining.links import changed_place, rule_links
from conformance.mutants.registry import all_mutants
from docs.build import evidence
from docs.build.evidence import Evidence
from docs.build.pages import areas, measurements, operations, traceability
from spec.catalog import AREAS, PROPERTIES
from tests.cases import for_each
from tests.profiles import requires_ci_profile

FILES = sorted(evidence.FOLDER.glob("*.json"))


@for_each("path", FILES)
def test_a_file_of_evidence_says_what_was_measured_when_and_how(path: Path) -> None:
    found = evidence.evidence(path.stem)
    assert found is not None
    assert found.command == " ".join(evidence.COMMANDS[path.stem])
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", found.date)
    assert re.fullmatch(r"[0-9a-f]{7,}(-changed)?", found.commit)
    assert path.stat().st_size < 300_000


@requires_ci_profile
def test_without_measurements_a_page_shows_commands_and_no_numbers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Given no evidence, when the pages are rendered,
    for module in (measurements, areas, traceability, operations):
        monkeypatch.setattr(module, "evidence", lambda _: None)
    # then they say so.
    page = measurements.evidence_page()
    assert page.count(": not measured yet<") == len(evidence.COMMANDS)
    assert "planspec check --exhaustive --json" in page
    page = measurements.speed_page()
    assert "Not measured yet. To measure it: `python -m bench --json`" in page
    assert "| --- |" not in page
    claims = next(area for area in AREAS if area.name == "claims")
    page = areas.rule_page(claims, claims.rules[0])
    assert "times fired: not measured yet" in page


def test_a_command_without_a_verdict_leaves_no_evidence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(evidence.COMMANDS, "check", ("planspec", "chekc", "--json"))
    monkeypatch.setattr(evidence, "FOLDER", tmp_path)
    said: list[str] = []
    assert evidence.main(["check"], said.append) == 1
    assert "check: not measured: planspec chekc --json" in said[0]
    assert list(tmp_path.iterdir()) == []


def test_what_a_mutant_changes_is_a_place_of_its_rule() -> None:
    found = [(mutant, changed_place(mutant)) for mutant in all_mutants()]
    assert any(place for _, place in found)
    for mutant, place in found:
        assert place is None or place in rule_links()[mutant.rule].implementation


def test_every_property_is_on_the_page_of_an_area() -> None:
    shown = {identifier for area in AREAS for identifier in area.properties}
    assert shown == {entry.id for entry in PROPERTIES}


def test_what_killed_a_mutant_is_told_from_the_run_of_the_mutants() -> None:
    tried = [{"layer": "vectors", "killed": True}, {"layer": "random", "killed": False}]
    killed = {"id": "one", "equivalent": None, "operations": 3, "layers": tried}
    alive = {"id": "two", "equivalent": None, "operations": None, "layers": tried[1:]}
    equal = {"id": "three", "equivalent": "Nobody can tell", "layers": []}
    result = {"mutants": [killed, alive, equal]}
    measured = evidence.Evidence("planspec mutants --json", "", "", 1, result)
    assert areas.fate_of("one", measured) == "killed by vectors, the first after 3 operations"
    assert areas.fate_of("two", measured) == "**survived**"
    assert areas.fate_of("three", measured) == "equivalent: Nobody can tell"
    assert areas.fate_of("one", None) == "not measured yet"
    assert areas.fate_of("four", measured) == "not measured yet"


GROWTH = {
    "sizes": [100, 1_000, 10_000],
    "curves": [
        {"command": "state show", "size": "items", "seconds": [0.1, 0.2, 1.5]},
        {"command": "state show", "size": "steps", "seconds": [0.1, 0.3, 2.4]},
        {"command": "state init", "size": "steps", "seconds": [0.1, 0.1, 0.2]},
    ],
}


def test_growth_is_shown_by_the_slowest_curve_of_each_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Given measurements of two commands, when the page is rendered,
    found = evidence.Evidence("python -m bench.growth", "2026-01-05", "abcdef0", 1, GROWTH)
    monkeypatch.setattr(measurements, "evidence", lambda name: found if name == "growth" else None)
    page = measurements.evidence_page()
    # then the table has the slowest curve of each, with how much longer ten times as much takes.
    assert page.count("| `state show` | steps |") == page.count("| `state init` | steps |") == 1
    assert "| `state show` | items |" not in page
    assert "at most 8.0" in page
    assert "| `state show` | steps | 0.10 | 0.30 | 2.40 | 8.0x |" in page


RESULT = {
    "rows": [
        {
            "part": "store",
            "what": "full cycles",
            "unit": "cycles per second",
            "ours": 1230.0,
            "wall": None,
            "peers": {"raw sqlite3": 2460.0, "huey": 615.0},
            "ratios": {"raw sqlite3": 0.5, "huey": 2.0},
        },
        {
            "part": "diff",
            "what": "`diff`",
            "unit": "CPU seconds",
            "ours": 1.5,
            "wall": 2.0,
            "peers": {},
            "ratios": {},
        },
    ],
    "left_out": {"explorer": "no cargo here"},
}


def test_every_part_is_beside_its_peers(monkeypatch: pytest.MonkeyPatch) -> None:
    # Given a measurement, when the page is made,
    found = Evidence("python -m bench --json", "2026-01-05", "abcdef0", 1, RESULT)
    monkeypatch.setattr(measurements, "evidence", lambda name: found if name == "bench" else None)
    page = measurements.speed_page()
    # then each peer has a line with the ratio, and what has no peer has one without.
    assert (
        "| full cycles | 1,230 cycles per second | raw sqlite3 | 2,460 | about 2x slower |" in page
    )
    assert "|  |  | huey | 615 | about 2x faster |" in page
    assert "| `diff` | 1.5 CPU seconds |  |  |  |" in page
    # The page names what could not be measured.
    assert "Left out: Exploring (no cargo here)." in page
