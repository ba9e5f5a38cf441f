"""Checking the vectors that stand in a folder: the model answers each trace again.

Nothing is searched and no mutant is run. Whether a trace is the shortest, and whether a pair of
guards is without a vector, only a build finds out; whether a mutant shows in its vector, the tests.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path

from conformance.authoring.boundary_goals import boundary_goals
from conformance.authoring.building import Progress, needs_vector, texts_of
from conformance.authoring.goals import (
    EditionDiffGoal,
    Goal,
    GuardOrderGoal,
    MutantGoal,
    RuleGoal,
    vector_of,
)
from conformance.authoring.guards.pairs import GuardPair
from conformance.authoring.rule_search import RULES_OF_STORE
from conformance.authoring.superseded import SUPERSEDED, SupersededGoal
from conformance.authoring.traces import FoundTrace, found_of
from conformance.mutants.catalog.editions import AMENDMENTS_OF_STORE
from conformance.mutants.faults.mutant import Mutant
from conformance.mutants.registry import all_mutants
from conformance.vectors.reading import VectorError, read_vector, vector_files
from conformance.vectors.vector import Kind, Vector
from conformance.vectors.writing import file_of, vector_text
from spec.amendments.catalog import AMENDMENTS
from spec.catalog import RULES, rule
from spec.editions import CURRENT, edition_named


@dataclass
class KeptMutantGoal(MutantGoal):
    """The goal of a mutant that is not run: it does wrong what its vector says."""

    written: tuple[str, ...]

    def serves(self, found: FoundTrace) -> bool:  # noqa: ARG002
        """Return that it does: the mutant is not run."""
        return True

    def breach(self, found: FoundTrace) -> tuple[str, ...]:  # noqa: ARG002
        """Return what the vector says."""
        return self.written


def problems_in(folder: Path, progress: Progress) -> Iterator[str]:
    """Yield what is stale, missing or too much in a folder of vectors, a sentence each."""
    vectors: list[Vector] = []
    for number, file in enumerate(vector_files(folder), start=1):
        try:
            vector = read_vector(file)
        except VectorError as error:
            yield str(error)
            continue
        progress(f"vector {number}, {vector.id}")
        vectors.append(vector)
        name = file.relative_to(folder).as_posix()
        if name != file_of(vector):
            yield f"{name}: holds the vector {vector.id}, which belongs into {file_of(vector)}"
        else:
            yield from problems_of(file, vector)
    yield from missing(vectors)
    yield from stale_files(folder, vectors)


def problems_of(file: Path, vector: Vector) -> Iterator[str]:
    """Yield what is stale in one vector."""
    name = f"{file.parent.name}/{file.name}"
    goal = goal_of(vector)
    if goal is None or goal.id != vector.id:
        yield f"{name}: there is nothing of that name that needs a vector; remove it"
        return
    found = found_of(vector)
    if not goal.serves(found):
        yield f"{name}: no longer serves its goal: {goal.title} Build the vectors again"
    elif vector_text(vector_of(goal, found)) != file.read_text("utf-8"):
        yield f"{name}: is not what the model says today; build the vectors again"


def goal_of(vector: Vector) -> Goal | None:
    """Return what a vector is for, or `None` if it is gone."""
    try:
        match vector.kind:
            case Kind.RULE:
                return RuleGoal(rule(vector.rules[0]))
            case Kind.GUARDS:
                [first, second] = vector.guards
                operation = type(vector.operations[-1].operation).__name__
                return GuardOrderGoal(GuardPair(operation, first, second))
            case Kind.AMENDMENT:
                [amendment] = (each for each in AMENDMENTS if each.id == vector.amendment)
                return superseded_goal(vector) if vector.clauses else EditionDiffGoal(amendment)
            case Kind.MUTANT:
                return KeptMutantGoal(mutants()[vector.mutant or ""], vector.breach)
            case Kind.BOUNDARY:
                return boundaries()[vector.id]
    except (LookupError, ValueError):
        return None


@cache
def boundaries() -> dict[str, Goal]:
    """Return the goals of boundary values by their ids."""
    return {goal.id: goal for goal in boundary_goals()}


@cache
def mutants() -> dict[str, Mutant]:
    """Return the mutants that need a vector by their ids."""
    return {mutant.id: mutant for mutant in all_mutants() if needs_vector(mutant)}


def superseded_goal(vector: Vector) -> SupersededGoal:
    """Return the goal of a vector of a superseded clause. Raises `ValueError` if there is none."""
    [clause] = (each for each in SUPERSEDED if (each.id,) == vector.clauses)
    return SupersededGoal(clause, edition_named(vector.before.edition) if vector.before else None)


def missing(vectors: list[Vector]) -> Iterator[str]:
    """Yield every rule, amendment, mutant, boundary and clause without its vector."""
    there = {vector.id for vector in vectors}
    goals: Iterator[Goal] = chain(
        map(RuleGoal, RULES_OF_STORE),
        map(EditionDiffGoal, AMENDMENTS_OF_STORE),
        map(SupersededGoal, SUPERSEDED),
        map(MutantGoal, mutants().values()),
        boundaries().values(),
    )
    for goal in goals:
        if goal.id not in there:
            yield f"{goal.id} is missing: {goal.title} Build the vectors again"
    yield from without_witness(vectors)


def without_witness(vectors: list[Vector]) -> Iterator[str]:
    """Yield every clause whose breach no vector, test or recovery situation shows."""
    shown = {clause for vector in vectors for clause in vector.clauses}
    shown |= {
        mutant.clause for mutant in all_mutants() if not (mutant.equivalent or needs_vector(mutant))
    }
    for clause in (clause for each in RULES for clause in each.clauses):
        binds = clause.binds and clause.is_in_force(CURRENT) and not clause.unobservable
        if binds and clause.id not in shown:
            yield f"{clause.id}: no vector shows a breach of it; add a mutant that breaks it"


def stale_files(folder: Path, vectors: list[Vector]) -> Iterator[str]:
    """Yield a sentence for the index and the schema if they are stale."""
    texts = texts_of(vectors)
    for name in sorted(name for name in texts if "/" not in name):
        try:
            fresh = (folder / name).read_text("utf-8") == texts[name]
        except OSError as error:
            yield f"{name}: {error.strerror}; build the vectors again"
            continue
        if not fresh:
            yield f"{name}: does not fit the vectors; build them again"
