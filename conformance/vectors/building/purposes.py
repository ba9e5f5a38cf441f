"""What a new vector is for: its id, title, rules and clauses. From then on, its file says it."""

from collections.abc import Sequence
from typing import Any

from conformance.mutants.faults.mutant import Mutant, MutantKind
from conformance.mutants.registry import mutant_named
from conformance.protocol.codec import operation_request
from conformance.vectors.vector import ExpectedReply, Kind, Length, Vector
from spec.catalog import clause as clause_named
from spec.catalog import rule_id
from spec.editions import CURRENT, Edition, edition_named
from spec.rules.rule import Clause
from spec.vocabulary.operations import Operation

MUTANT, RULE, IN = "mutant-", "rule-", "-in-"
"""What the id of a vector begins with; a clause and an edition have a word between them."""


def showing_mutant(mutant: Mutant) -> dict[str, Any]:
    """Return the fields of a vector that a mutant fails."""
    by_fault = mutant.kind in (MutantKind.BY_HAND, MutantKind.AMENDMENT_OFF)
    said = f"if {mutant.fault}" if by_fault else f"unless kept: {clause_named(mutant.clause).text}"
    return {
        "id": f"{MUTANT}{mutant.id}",
        "title": f"Broken {said} ({mutant.clause}){'.' if by_fault else ''}",
        "kind": Kind.MUTANT,
        "edition": CURRENT.name,
        "rules": (mutant.rule,),
        "clauses": (mutant.clause,),
        "mutant": mutant.id,
    }


def showing_clause(clause: Clause, edition: Edition) -> dict[str, Any]:
    """Return the fields of a vector whose last operation a clause decides in an edition."""
    return {
        "id": f"{RULE}{clause.id}{IN}{edition.name}",
        "title": f"In {edition.name}: {clause.text} ({clause.id})",
        "kind": Kind.RULE,
        "edition": edition.name,
        "rules": (rule_id(clause.id),),
        "clauses": (clause.id,),
    }


def purpose_named(identifier: str) -> dict[str, Any]:
    """Return what a vector is for by its id. Raises `LookupError` or `ValueError` if it is none."""
    if identifier.startswith(MUTANT):
        return showing_mutant(mutant_named(identifier.removeprefix(MUTANT)))
    clause, _, edition = identifier.removeprefix(RULE).partition(IN)
    return showing_clause(clause_named(clause), edition_named(edition))


def unanswered(purpose: dict[str, Any], operations: Sequence[Operation], length: Length) -> Vector:
    """Return a vector without the replies of the model."""
    edition = edition_named(purpose["edition"])
    asked = tuple(ExpectedReply(operation_request(each, edition), {}) for each in operations)
    return Vector(**purpose, length=length, operations=asked, state={})
