"""All mutants: rows written by hand, races, and those generated.

One is generated for each amendment, each reason word and each guard that no row begins with.
"""

from functools import cache

from conformance.mutants.catalog.editions import EDITION_MUTANTS
from conformance.mutants.catalog.words import WORD_MUTANTS
from conformance.mutants.faults.mutant import Mutant
from conformance.mutants.faults.operators import generated
from conformance.mutants.faults.source import ChangedStore
from conformance.mutants.races import RACES
from conformance.mutants.rows import written_mutants


@cache
def all_mutants() -> tuple[Mutant, ...]:
    """Return all mutants. They are read and generated when they are first asked for."""
    rows = written_mutants()
    stores = [mutant for mutant in rows if isinstance(mutant, ChangedStore)]
    return (*EDITION_MUTANTS, *rows, *generated(stores), *WORD_MUTANTS, *RACES)


def mutant_named(identifier: str) -> Mutant:
    """Return a mutant by its id. Raises `KeyError` if there is none."""
    return {mutant.id: mutant for mutant in all_mutants()}[identifier]
