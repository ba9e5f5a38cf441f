"""Checking the vectors that stand in a folder: all that can be derived anew without searching.

That a trace is the shortest is not looked at: only a full build searches.
"""

from collections.abc import Iterator
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
from conformance.authoring.guard_search import shortest_pairs
from conformance.authoring.guards.pairs import GuardPair
from conformance.authoring.levels import ScopeLevels
from conformance.authoring.superseded import SUPERSEDED, SupersededGoal
from conformance.authoring.traces import found_of
from conformance.mutants.registry import all_mutants, mutant_named
from conformance.vectors.reading import VectorError, read_vector, vector_files
from conformance.vectors.vector import Kind, Vector
from conformance.vectors.writing import file_of, vector_text
from spec.amendments.catalog import AMENDMENTS
from spec.catalog import OBSERVABLE_AMENDMENTS, RULES, rule
from spec.editions import edition_named

EVENTS_LOOKED_AT = 1
"""How much may happen before an operation on which guards fail together, where all are looked for.

A full build looks further.
"""


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
    yield from missing(vectors, progress)
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
                mutant = mutant_named(vector.mutant or "")
                return MutantGoal(mutant) if needs_vector(mutant) else None
            case Kind.BOUNDARY:
                return {goal.id: goal for goal in boundary_goals()}[vector.id]
    except (LookupError, ValueError):
        return None


def superseded_goal(vector: Vector) -> SupersededGoal:
    """Return the goal of a vector of a superseded clause. Raises `ValueError` if there is none."""
    [clause] = (each for each in SUPERSEDED if (each.id,) == vector.clauses)
    return SupersededGoal(clause, edition_named(vector.before.edition) if vector.before else None)


def missing(vectors: list[Vector], progress: Progress) -> Iterator[str]:
    """Yield every rule, amendment, mutant and pair of guards without its vector."""
    there = {vector.id for vector in vectors}
    progress("pairs of guards")
    pairs = shortest_pairs(ScopeLevels(), EVENTS_LOOKED_AT)
    goals: Iterator[Goal] = chain(
        map(RuleGoal, RULES),
        map(GuardOrderGoal, sorted(pairs)),
        map(EditionDiffGoal, OBSERVABLE_AMENDMENTS),
        map(SupersededGoal, SUPERSEDED),
        map(MutantGoal, filter(needs_vector, all_mutants())),
        boundary_goals(),
    )
    for goal in goals:
        if goal.id not in there:
            yield f"{goal.id} is missing: {goal.title} Build the vectors again"


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
