"""Who sees a clause that is dropped: its guard fails, and its line is not asked for again."""

import subprocess
import sys
from pathlib import Path

import pytest

from bench import clauses
from bench.clauses import drop, left, verdict
from spec.catalog import decidable_clauses
from spec.editions import CURRENT

RELEASED_BY_ANOTHER = """
from model.apply import apply
from spec.editions import CURRENT, Edition
from spec.vocabulary.claims import Claim
from spec.vocabulary.holding import Release
from spec.vocabulary.plans import PlanDefinition, Register, StepDefinition
from spec.vocabulary.state import State

state = State()
document = PlanDefinition("Plan", "a" * 64, (StepDefinition("build", "Build"),))
for each in (Register("p", document, 0), Claim("p", "one", "a" * 64, 0)):
    state = apply(state, each, CURRENT).state
for edition in (Edition("sound", CURRENT.amendments), CURRENT):
    print(type(apply(state, Release("p", "build", 1, "two"), edition).outcome).__name__)
"""


def test_a_dropped_guard_fails_but_in_the_sound_edition(tmp_path: Path) -> None:
    # Given a model in which a release by another worktree is not refused,
    assert drop("CLM-14.5", tmp_path)
    # when another worktree releases a step, then only the sound edition refuses it.
    command = [sys.executable, "-c", RELEASED_BY_ANOTHER]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["Rejected", "Released"]


def test_what_no_guard_cites_and_no_row_names_is_not_dropped(tmp_path: Path) -> None:
    assert not drop("ABC-1.1", tmp_path)


def test_a_verdict_follows_from_how_a_tool_ends(tmp_path: Path) -> None:
    ends = {"0": "not seen", "1": "seen", "3": "out of time", "4": "breaks", "5": "no test"}
    for code, word in ends.items():
        (tmp_path / f"ends_{code}.py").write_text(f"raise SystemExit({code})\n")
        assert verdict([f"ends_{code}"], tmp_path, 60) == word


def test_what_a_file_has_is_not_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a run that was ended after one clause,
    file = tmp_path / "clauses.jsonl"
    asked: list[str] = []

    def ask(clause: str, _: float) -> dict[str, object]:
        asked.append(clause)
        return {"clause": clause}

    monkeypatch.setattr(clauses, "asked", ask)
    only = ["--only", "CLM-14.5", "--only", "CLM-14.4"]
    for words in (only[:2], only):
        monkeypatch.setattr(sys, "argv", ["clauses", "--file", str(file), *words])
        # when it is begun again, then it goes on with the others.
        assert clauses.main() == 0
    assert asked == ["CLM-14.5", "CLM-14.4"]
    assert list(left(file, ["CLM-14.4", "CLM-14.3"])) == ["CLM-14.3"]


def test_every_row_names_a_clause_that_binds_and_a_text_that_stands_in_the_model_once() -> None:
    binding = {clause.id for clause in decidable_clauses(CURRENT)}
    wrong = [f"{row}: no such clause" for row in clauses.rows_by_clause() if row not in binding]
    for id_, row in clauses.rows_by_clause().items():
        source = (clauses.ROOT / "model" / row["file"]).read_text(encoding="utf-8")
        try:
            compile(clauses.without_row(source, row), row["file"], "exec")
        except (AssertionError, SyntaxError) as error:
            wrong.append(f"{id_}: {error}")
    assert not wrong, "\n".join(wrong)
