"""Every binding clause has its witnesses: mutants that break it, and what kills them."""

from pathlib import Path

from conformance.mutants.faults.source import ChangedProgram
from conformance.mutants.registry import all_mutants
from docs.build.witnesses import clause_witnesses
from spec.editions import CURRENT


def test_every_binding_clause_has_witnesses() -> None:
    # Given the clauses, when their mutants, vectors and tests are listed,
    missing = {name: each.missing for name, each in clause_witnesses().items()}
    # then no clause lacks any.
    assert {name: what for name, what in missing.items() if what} == {}


def test_every_mutant_names_a_clause_that_binds() -> None:
    # Given the mutants, when the clause that each breaks is looked up,
    broken = {mutant.id: clause_witnesses()[mutant.clause].clause for mutant in all_mutants()}
    # then that clause binds in the current edition, and somebody outside can tell.
    assert [
        name
        for name, clause in broken.items()
        if not (clause.binds and clause.is_in_force(CURRENT)) or clause.unobservable
    ] == []


def test_the_test_of_every_mutant_of_a_program_exists() -> None:
    # Given the mutants of programs, when the test that kills each is looked up, then it is there.
    tests = {
        mutant.test.partition("[")[0]
        for mutant in all_mutants()
        if isinstance(mutant, ChangedProgram)
    }
    assert [test for test in sorted(tests) if not exists(*test.split("::"))] == []


def exists(file: str, function: str) -> bool:
    """Return whether a file has a test."""
    return f"def {function}(" in Path(file).read_text(encoding="utf-8")
