"""Mutants: a mistake in a row is told with its place, and a fault is the one that is told."""

import subprocess
import sys
from pathlib import Path

import pytest

from conformance.mutants.catalog.editions import first_clause
from conformance.mutants.faults.source import (
    ChangedFile,
    ChangedOrchestrator,
    ChangedProgram,
    ChangedStore,
)
from conformance.mutants.registry import all_mutants
from conformance.mutants.rows import read_rows
from conformance.protocol.unfinished import Unfinished
from conformance.protocol.usage import UsageError
from spec.amendments.amendment import Amendment

ROW = """
[[mutant]]
id = 'no-batch'
clause = 'REC-5.1'
file = 'store/claims.py'
original = 'a'
replacement = 'b'
broken = 'no batch precedes the commit'
"""


def test_a_row_is_of_a_store_an_orchestrator_or_a_program(tmp_path: Path) -> None:
    # Given rows of each, when they are read,
    of_orchestrator = ROW.replace("store/claims", "orchestrator/recovery")
    file = tmp_path / "a.toml"
    file.write_text(ROW + of_orchestrator + of_orchestrator + "test = 'test_batch'")
    mutants = read_rows(file)
    # then what is faulty is known from the file, and from the test that must fail.
    assert [type(mutant) for mutant in mutants] == [
        ChangedStore,
        ChangedOrchestrator,
        ChangedProgram,
    ]
    assert mutants[0].fault == "no batch precedes the commit"


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (ROW + ROW.replace("clause", "claus"), r"line 10, mutant.2.clause: Field required"),
        (ROW + "tests = 'a'", r"line 9, mutant.1.tests: Unexpected keyword argument"),
        (ROW + "test = 1", r"line 9, mutant.1.test: Input should be a valid string"),
        (ROW.replace("mutant", "mutants"), r"its tables are \[\[mutant\]\]"),
        (ROW + "test = a", r"line 9"),
    ],
)
def test_a_bad_row_is_reported(rows: str, message: str, tmp_path: Path) -> None:
    # Given a row that is no mutant, when it is read, then its place and the mistake are named.
    file = tmp_path / "a.toml"
    file.write_text(rows)
    with pytest.raises(UsageError, match=message):
        read_rows(file)


def test_an_amendment_without_a_clause_that_binds_is_a_change_that_is_not_finished() -> None:
    # Given an amendment of which no clause says MUST, when its mutant is made,
    amendment = Amendment("A99", "no-clause", "What it changes", "here", "What goes wrong.")
    # then the message names it, and what is to be written.
    with pytest.raises(Unfinished, match=r"A99 has no clause that binds .* with MUST or MUST NOT"):
        first_clause(amendment)


UNDEFINED_NAME = "F821"


def test_mutants_use_no_name_that_is_not_defined(tmp_path: Path) -> None:
    # Given the sources of all mutants, none of which is stale,
    changed = [mutant for mutant in all_mutants() if isinstance(mutant, ChangedFile)]
    for mutant in changed:
        (tmp_path / f"{mutant.id}.py").write_text(mutant.source(), encoding="utf-8")
    assert len({mutant.id for mutant in changed}) == len(changed) > len(all_mutants()) / 2
    # when ruff looks for names that nothing defines, then it finds none.
    ruff = [sys.executable, "-m", "ruff", "check", "--isolated", "--quiet", "--no-cache"]
    run = [*ruff, "--select", UNDEFINED_NAME, str(tmp_path)]
    found = subprocess.run(run, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout) == (0, ""), found.stderr
