"""Building the vectors: every search from its beginning, so that the same files come out."""

import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from pathlib import Path

from conformance.authoring.boundary_goals import boundary_goals
from conformance.authoring.goals import (
    EditionDiffGoal,
    Goal,
    GuardOrderGoal,
    MutantGoal,
    RuleGoal,
    vector_of,
)
from conformance.authoring.guard_search import shortest_pairs
from conformance.authoring.levels import ScopeLevels
from conformance.authoring.long_leases import with_long_leases
from conformance.authoring.mutant_search import MutantSearch
from conformance.authoring.rule_search import RULES_OF_STORE, rules_that_decide, where_editions_part
from conformance.authoring.superseded import SUPERSEDED, superseded_clause
from conformance.authoring.traces import FoundTrace, found_of
from conformance.mutants.catalog.editions import AMENDMENTS_OF_STORE
from conformance.mutants.faults.mutant import Component, Mutant
from conformance.mutants.faults.source import ChangedFile
from conformance.mutants.registry import all_mutants, mutant_named
from conformance.vectors.reading import INDEX, SCHEMA, VectorError, read_vector, vector_files
from conformance.vectors.schema import schema_text
from conformance.vectors.vector import Kind, Vector
from conformance.vectors.writing import file_of, index_text, vector_text

MOST_EVENTS_BEFORE = 4
"""How much may happen before an operation on which guards fail together."""
PROCESSES = 2

Progress = Callable[[str], None]
Served = tuple[Goal, FoundTrace]


class NotFound(Exception):
    """No trace was found for something that needs a vector."""


def searched(kept: dict[str, FoundTrace], progress: Progress) -> Iterator[Served]:
    """Search a trace for every goal. Raises `NotFound` if one has none, and `StaleMutant`."""
    for mutant in all_mutants():
        if isinstance(mutant, ChangedFile):
            mutant.source()  # A stale one is told in a second, not after the searches.
    levels = ScopeLevels()
    progress("rules")
    deciding = rules_that_decide(levels)
    served: list[Served] = [(RuleGoal(rule), deciding[rule.id]) for rule in RULES_OF_STORE]
    pairs = shortest_pairs(levels, MOST_EVENTS_BEFORE, progress)
    served += [(GuardOrderGoal(pair), pairs[pair]) for pair in sorted(pairs)]
    for amendment in AMENDMENTS_OF_STORE:
        progress(f"amendment {amendment.id}")
        found = where_editions_part(amendment)
        if found is None:
            raise NotFound(f"no trace tells the editions with and without {amendment.id} apart")
        served.append((EditionDiffGoal(amendment), found))
    served += [(goal, FoundTrace(goal.trace.operations)) for goal in boundary_goals()]
    for clause in SUPERSEDED:
        progress(f"superseded clause {clause.id}")
        shown = superseded_clause(clause, levels)
        if shown is None:
            raise NotFound(f"no trace shows the superseded clause {clause.id}")
        served.append(shown)
    yield from served
    # What was composed is long, and not meant to show mutants.
    known = [found for goal, found in served if goal.length is None]
    yield from mutants_searched(MutantSearch(levels, known, kept), progress)


def mutants_searched(search: MutantSearch, progress: Progress) -> Iterator[Served]:
    """Search a trace for every mutant that can be told from the real thing, in two processes."""
    wanted = list(filter(needs_vector, all_mutants()))
    # What the search has learned so far is there in the processes without being sent.
    with ProcessPoolExecutor(
        PROCESSES, multiprocessing.get_context("fork"), remember, (search,)
    ) as pool:
        for number, (mutant, found) in enumerate(
            zip(wanted, pool.map(searched_mutant, (each.id for each in wanted)), strict=True)
        ):
            progress(f"mutant {number + 1} of {len(wanted)}")
            if found is None:
                raise NotFound(f"no trace was found on which the mutant {mutant.id} shows")
            yield MutantGoal(mutant), found


_SEARCH: list[MutantSearch] = []


def remember(search: MutantSearch) -> None:
    """Keep the search of a process."""
    _SEARCH.append(search)


def searched_mutant(identifier: str) -> FoundTrace | None:
    """Search a trace for one mutant, in a process that remembers the search."""
    return _SEARCH[-1].search(mutant_named(identifier))


def needs_vector(mutant: Mutant) -> bool:
    """Return whether somebody who answers operations one by one can show a mutant."""
    return not mutant.equivalent and mutant.subject is Component.STORE


def texts_of(vectors: list[Vector]) -> dict[str, str]:
    """Return the text of every file in the folder, by its name there."""
    files = {file_of(vector): vector_text(vector) for vector in vectors}
    index = index_text(vectors)
    return {**dict(sorted(files.items())), INDEX: index, SCHEMA: schema_text()}


def build(folder: Path, progress: Progress, keep: bool = False) -> int:
    """Build all vectors into a folder, in the place of those there; tell how many there are.

    With `keep`, mutants keep the traces that stand there and still show them. Raises `NotFound`.
    """
    kept = kept_traces(folder) if keep else {}
    vectors = [
        vector_of(goal, with_long_leases(goal, found)) for goal, found in searched(kept, progress)
    ]
    write_all(folder, vectors)
    return len(vectors)


def kept_traces(folder: Path) -> dict[str, FoundTrace]:
    """Read the traces of the mutants' vectors in a folder; what cannot be read is not kept."""
    kept: dict[str, FoundTrace] = {}
    for file in vector_files(folder):
        with suppress(VectorError):
            vector = read_vector(file)
            if vector.kind is Kind.MUTANT:
                kept[vector.id] = found_of(vector)
    return kept


def write_all(folder: Path, vectors: list[Vector]) -> None:
    """Write a folder, and remove the vectors in it that are no longer wanted."""
    texts = texts_of(vectors)
    for file in vector_files(folder):
        if file.relative_to(folder).as_posix() not in texts:
            file.unlink()
    for name, text in texts.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
