"""Rows of mutants: a mistake in one is reported with its file and its place there."""

import pytest

from conformance.mutants.faults.source import ChangedOrchestrator, ChangedProgram, ChangedStore
from conformance.mutants.rows import BadRow, read_rows

ROW = """
[[mutant]]
id = 'no-batch'
clause = 'REC-5.1'
file = 'store/claims.py'
original = 'a'
replacement = 'b'
broken = 'no batch precedes the commit'
"""


def test_a_row_is_of_a_store_an_orchestrator_or_a_program() -> None:
    # Given rows of each, when they are read,
    of_orchestrator = ROW.replace("store/claims", "orchestrator/recovery")
    mutants = read_rows(ROW + of_orchestrator + of_orchestrator + "test = 'test_batch'", "a.toml")
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
        (ROW + ROW.replace("clause", "claus"), r"a.toml, row 2 \(no-batch\): no clause"),
        (ROW + "tests = 'a'", r"a.toml, row 1 \(no-batch\): unknown key tests"),
        (ROW + "test = 1", r"a.toml, row 1 \(no-batch\): no string: test"),
        (ROW.replace("id =", "name ="), r"a.toml, row 1 \(without an id\): no id"),
        (
            ROW.replace("mutant", "mutants"),
            r"a.toml: expected tables \[\[mutant\]\], found mutants",
        ),
        (ROW + "test = a", r"a.toml: .*line 9"),
    ],
)
def test_a_bad_row_is_reported(rows: str, message: str) -> None:
    # Given a row that is no mutant, when it is read, then its place and the mistake are named.
    with pytest.raises(BadRow, match=message):
        read_rows(rows, "a.toml")
