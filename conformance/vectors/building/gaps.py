"""Gaps: what a vector should show and none does."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from conformance.mutants.catalog.words import WORD_MUTANTS
from conformance.mutants.faults.mutant import Component, Mutant
from conformance.mutants.races import RACES
from conformance.mutants.registry import all_mutants
from conformance.mutants.rows import place_of, stale_rows, written_mutants
from conformance.protocol.usage import UsageError
from conformance.vectors.building.searching import FaultySystem
from conformance.vectors.editions import vectors_in
from conformance.vectors.vector import Vector, operations_of
from spec.catalog import CLAUSES, RULES
from spec.editions import CURRENT, Edition
from spec.rules.rule import Clause

SPEC = Path(__file__).parents[3] / "spec"


def needs_vector(mutant: Mutant) -> bool:
    """Return whether somebody who answers operations one by one can show a mutant."""
    return not mutant.equivalent and mutant.subject is Component.STORE


def unusable_rows() -> Iterator[str]:
    """Yield what keeps a row of the catalog from being a mutant, with its file and line."""
    try:
        rows = written_mutants()
    except UsageError as error:
        yield str(error)
        return
    yield from stale_rows((*rows, *RACES))


def ids_given_twice() -> Iterator[str]:
    """Yield every id that two clauses have, with the file and line of the first."""
    known: set[str] = set()
    for clause in CLAUSES:
        if clause.id in known:
            place = place_of_clause(clause)
            yield f"{place}: two clauses have the id {clause.id}; give one the next free number"
        known.add(clause.id)


def clauses_without_mutant() -> Iterator[str]:
    """Yield every binding clause that no mutant but an amendment's breaks, with file and line."""
    mutants = (*written_mutants(), *WORD_MUTANTS, *RACES)
    broken = {mutant.clause for mutant in mutants if not mutant.equivalent}
    for clause in CLAUSES:
        binds = clause.binds and clause.is_in_force(CURRENT) and not clause.unobservable
        if binds and clause.id not in broken:
            yield f"{place_of_clause(clause)}: no mutant breaks {clause.id}; add a row for it"


def place_of_clause(clause: Clause) -> str:
    """Return the file and line of a clause."""
    files = (*SPEC.glob("rules/*.py"), *SPEC.glob("formats/*.py"))
    return place_of(f'"{clause.id}"', files)


def unshown_mutants(vectors: Mapping[str, Vector], changed: Iterable[Vector]) -> Iterator[Mutant]:
    """Yield the mutants that no vector shows, nor one that is added until each is asked.

    A vector shows the mutant that it names, which is asked again if the vector has changed. What no
    vector names, one about the clause may show.
    """
    named = {each.mutant for each in vectors.values()} - {each.mutant for each in changed}
    for mutant in filter(needs_vector, all_mutants()):
        if mutant.id in named:
            continue
        fault = FaultySystem(mutant.opener())
        if not any(fault.is_shown(operations_of(each)) for each in about(mutant, vectors.values())):
            yield mutant


def about(mutant: Mutant, vectors: Iterable[Vector]) -> list[Vector]:
    """Return the vectors that should show a mutant: its own first, then those of its clause."""
    found = (each for each in vectors if each.mutant == mutant.id or mutant.clause in each.clauses)
    current = (each for each in found if each.edition == CURRENT.name)
    return sorted(current, key=lambda each: each.mutant != mutant.id)


def unshown_clauses(
    vectors: Sequence[Vector], edition: Edition, progress: Callable[[str], None] = lambda _: None
) -> Iterator[Clause]:
    """Yield the clauses that bind in an edition without a vector in it."""
    progress(f"clauses of {edition.name}")
    shown: set[str] = set()
    for vector in vectors:
        if not shown.issuperset(vector.clauses):
            shown.update(*(each.clauses for each in vectors_in((vector,), edition)))
    for clause in shown_by_vectors():
        if clause.is_in_force(edition) and clause.id not in shown:
            yield clause


@cache
def shown_by_vectors() -> tuple[Clause, ...]:
    """Return the binding clauses that operations put to the test, and hence vectors show.

    Recovery binds the orchestrator, whose situations are a table; some clauses are shown by tests
    of the programs around the store alone.
    """
    mutants = [each for each in all_mutants() if not each.equivalent]
    by_vector = {each.clause for each in mutants if needs_vector(each)}
    elsewhere = {each.clause for each in mutants} - by_vector
    return tuple(
        each
        for rule in RULES
        for each in rule.clauses
        if each.binds
        and not (each.unobservable or each.kept_outside)
        and not rule.id.startswith("REC-")
        and each.id not in elsewhere
    )
