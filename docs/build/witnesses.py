"""Witnesses of every clause that binds: what fails as soon as somebody breaks it.

For a clause in force, these are its mutants and the vectors, tests or recovery situations that kill
them; for a clause that an amendment has ended, a vector or situation that tells the editions apart.
"""

from dataclasses import dataclass, field
from functools import cache
from pathlib import PurePath

from conformance.differential.recovery_situations import recovery_situations
from conformance.mutants.faults.mutant import Mutant
from conformance.mutants.faults.source import ChangedProgram
from conformance.mutants.registry import all_mutants
from conformance.vectors.reading import read_once
from conformance.vectors.writing import file_of
from spec.catalog import CLAUSES
from spec.editions import CURRENT
from spec.rules.rule import Clause


@dataclass(frozen=True, slots=True)
class ClauseWitnesses:
    """The mutants of one clause, and what shows a breach of it.

    `vectors` are files, `situations` ids of rows of the table of recovery situations.
    """

    clause: Clause
    mutants: list[Mutant] = field(default_factory=list)
    vectors: list[str] = field(default_factory=list)
    situations: list[str] = field(default_factory=list)

    @property
    def tests(self) -> list[str]:
        """The tests that kill its mutants of the programs around the store."""
        return [each.test for each in self.mutants if isinstance(each, ChangedProgram)]

    @property
    def names(self) -> list[str]:
        """The names of all that shows a breach."""
        vectors = [PurePath(file).stem for file in self.vectors]
        return [*vectors, *self.situations, *(each.rpartition("::")[2] for each in self.tests)]

    @property
    def missing(self) -> str:
        """Return what the clause lacks; the empty text if it lacks nothing."""
        if not self.clause.binds or self.clause.unobservable:
            return ""
        if self.clause.is_in_force(CURRENT):
            if not self.mutants:
                return "mutant"
        elif self.clause.kept_outside:  # no edition but the current one runs outside the model
            return ""
        return "" if self.vectors or self.tests or self.situations else "witness"


@cache
def clause_witnesses() -> dict[str, ClauseWitnesses]:
    """Return the witnesses of every clause, by its id."""
    found = {each.id: ClauseWitnesses(each) for each in CLAUSES}
    for mutant in all_mutants():
        if not mutant.equivalent:
            found[mutant.clause].mutants.append(mutant)
    for vector in read_once():
        for identifier in vector.clauses:
            found[identifier].vectors.append(file_of(vector))
    for situation in recovery_situations():
        for identifier in situation.clauses:
            found[identifier].situations.append(situation.id)
    return found
