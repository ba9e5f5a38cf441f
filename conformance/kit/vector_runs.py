"""Vectors: short traces that each show one thing, run beside the model."""

from functools import cache
from pathlib import Path

from conformance.adapters.capabilities import Capabilities
from conformance.differential.divergence import Divergence
from conformance.kit.grading import AREA_OF_RULE
from conformance.vectors.editions import vectors_in
from conformance.vectors.reading import VECTORS, read_once
from conformance.vectors.vector import Kind, Vector, operations_of
from spec.catalog import rule, rule_id
from spec.editions import Edition, edition_named

KINDS = (Kind.AMENDMENT, Kind.RULE, Kind.MUTANT, Kind.GUARDS, Kind.BOUNDARY)
"""Kinds of vectors, those first that show most where there is little time."""


@cache
def vectors_of(folder: Path, edition: Edition) -> tuple[Vector, ...]:
    """Return the vectors of a folder, as they are in an edition. Raises `VectorError`."""
    return tuple(vectors_in(read_once(folder), edition))


def vectors_for(
    capabilities: Capabilities, chosen: frozenset[str] = frozenset()
) -> tuple[Vector, ...]:
    """Return the vectors that a system can be asked, those of chosen areas first.

    Raises `VectorError` if one is bad.
    """
    if not VECTORS.is_dir():
        return ()

    def order(vector: Vector) -> tuple[bool, int, int, str]:
        others = chosen.isdisjoint(AREA_OF_RULE.get(rule, "") for rule in vector.rules)
        return others, KINDS.index(vector.kind), len(vector.operations), vector.id

    vectors = vectors_of(VECTORS, capabilities.edition)
    asked = (each for each in vectors if capabilities.can_be_asked(operations_of(each)) is None)
    return tuple(sorted(asked, key=order))


ALIKE, FAILING = 1.0, 0.4
"""How much a failing vector accuses its clauses: if it fails as its mutant does, and otherwise."""


def accused_by(vector: Vector, divergence: Divergence, asked: int) -> dict[str, float]:
    """Return the clauses that a failing vector is about, and how much it accuses each of them.

    It is about them where it fails at its end. One that is about no clause in particular is about
    all that decided by its rules, or else about all of these rules.
    """
    if asked < len(vector.operations):
        return {}
    unspecific = set(vector.rules) - set(map(rule_id, vector.clauses))
    whole = [each for each in divergence.decision.clauses if rule_id(each) in unspecific]
    if not whole:
        edition = edition_named(vector.edition)
        rules = map(rule, sorted(unspecific))
        whole = [each.id for name in rules for each in name.clauses_in(edition)]
    weight = ALIKE if vector.breach == divergence.breach else FAILING
    return dict.fromkeys(whole, FAILING) | dict.fromkeys(vector.clauses, weight)
