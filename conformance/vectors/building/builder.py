"""`planspec vectors build`: the files are the source, and the model writes their replies anew.

What a first second can tell comes first: rows of mutants that are stale, clauses without a mutant,
files that are no vectors. Then every vector is replayed. Only for what no vector shows, a trace is
searched; it becomes a vector whose id no other has had.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from conformance.adapters.capabilities import NEEDS
from conformance.mutants.registry import mutant_named
from conformance.protocol.messages import AreaName
from conformance.protocol.traces import FORMAT as DRAFT
from conformance.protocol.traces import TraceError, read_trace
from conformance.vectors.building import closed, gaps, purposes
from conformance.vectors.building.replaying import replayed, why_pointless
from conformance.vectors.building.searching import ClauseBreaker, FaultySystem, search_trace
from conformance.vectors.reading import (
    CLOSED,
    INDEX,
    SCHEMA,
    VectorError,
    read_vector,
    vector_files,
)
from conformance.vectors.vector import Length, Vector, operations_of
from conformance.vectors.writing import file_of, index_text, schema_text, vector_text
from spec.catalog import area_name, rule
from spec.editions import EDITIONS

MOST_BEFORE_FORMAT = 40
"""A file says within so many characters what it is."""

DOES_NOT_SHOW = (
    "the mutant {} answers this trace as the model does; change its operations, or remove the "
    "file: then a trace is searched"
)
Progress = Callable[[str], None]


@dataclass
class Folder:
    """The vectors of a folder as the model answers them today, by their ids.

    `texts` are what its files hold, by their names there, and `answers` those of closed editions.
    Vectors that are not as they were written are `changed`, those for which a trace was searched
    `found`, and files that do not hold what they should `outdated`. `problems` are for somebody to
    solve, each with what to edit.
    """

    path: Path
    texts: dict[str, str] = field(default_factory=dict)
    vectors: dict[str, Vector] = field(default_factory=dict)
    answers: closed.Answers = field(default_factory=dict)
    changed: list[Vector] = field(default_factory=list)
    found: list[str] = field(default_factory=list)
    outdated: dict[str, str] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    def compare(self) -> None:
        """Find out which files are outdated."""
        vectors = list(self.vectors.values())
        texts = {file_of(vector): vector_text(vector) for vector in vectors}
        texts |= {INDEX: index_text(vectors), SCHEMA: schema_text()}
        found = closed.answers_to(each for each in vectors if each.id not in self.answers)
        texts[CLOSED] = closed.closed_text(self.answers | found)
        self.outdated = {name: text for name, text in texts.items() if text != self.texts.get(name)}

    def write(self) -> None:
        """Write the outdated files."""
        for name, text in self.outdated.items():
            file = self.path / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")


def build(path: Path, progress: Progress, *, check: bool = False) -> Folder:
    """Build the vectors of a folder; with `check`, write and search nothing.

    Where a cheap check has found problems, the dear ones are left out and nothing is written.
    """
    folder = Folder(path)
    progress("rows of mutants")
    folder.problems += [*gaps.ids_given_twice(), *gaps.unusable_rows()]
    folder.problems += gaps.clauses_without_mutant()
    if not folder.problems:
        replay_all(folder, progress)
    if folder.problems:
        return folder
    fill(folder, progress, check=check)
    folder.compare()
    if check:
        again = "is not what the model says today; build the vectors again"
        folder.problems += [f"{path.name}/{name}: {again}" for name in folder.outdated]
    else:
        folder.write()
    return folder


def replay_all(folder: Folder, progress: Progress) -> None:
    """Read and replay the vectors of a folder."""
    for name in (INDEX, SCHEMA, CLOSED):
        if (folder.path / name).is_file():
            folder.texts[name] = (folder.path / name).read_text("utf-8")
    for number, file in enumerate(vector_files(folder.path), start=1):
        progress(f"vector {number}, {file.stem}")
        try:
            folder.problems += replay_file(folder, file)
        except VectorError as error:
            folder.problems.append(str(error))
    recorded = json.loads(folder.texts.get(CLOSED, "{}"))
    folder.answers = closed.answers_to(folder.vectors.values())
    folder.problems += closed.altered(recorded, folder.answers)


def replay_file(folder: Folder, file: Path) -> Iterator[str]:
    """Replay the vector of a file; yield what is wrong with it. Raises `VectorError`."""
    name, text = file.relative_to(folder.path).as_posix(), file.read_text("utf-8")
    is_draft = f'"{DRAFT}"' in text[:MOST_BEFORE_FORMAT]
    written = read_draft(file) if is_draft else read_vector(file)
    vector = replayed(written)
    if is_draft and vector.mutant:
        fault = FaultySystem(mutant_named(vector.mutant).opener())
        if not fault.is_shown(operations_of(vector)):
            yield f"{file}: {DOES_NOT_SHOW.format(vector.mutant)}"
            return
        vector = with_breach(vector, fault)
    folder.texts[name] = text
    if vector != written:
        folder.changed.append(vector)
    if name != file_of(vector):
        yield f"{file}: holds the vector {vector.id}, which belongs into {file_of(vector)}"
    elif why := why_pointless(vector):
        yield f"{file}: {why}; change its operations, or what it is for"
    folder.vectors[vector.id] = vector


def read_draft(file: Path) -> Vector:
    """Read a trace that somebody put where a vector is wanted, whose name says what it is for.

    Raises `VectorError`.
    """
    try:
        operations = read_trace(file).operations
        purpose = purposes.purpose_named(file.stem)
    except TraceError as error:
        raise VectorError(str(error)) from error
    except (LookupError, ValueError) as error:
        raise VectorError(
            f"{file}: its name is that of no mutant and no clause: {error}"
        ) from error
    return purposes.unanswered(purpose, operations, Length.COMPOSED)


def with_breach(vector: Vector, fault: FaultySystem) -> Vector:
    """Return the vector of a mutant with what that does wrong in the end."""
    divergence = fault.divergence(operations_of(vector), observe=True)
    return replace(vector, breach=divergence.breach if divergence else ())


def fill(folder: Folder, progress: Progress, *, check: bool) -> None:
    """Find a vector for each mutant and each clause that none shows; with `check`, name them."""
    for fault, purpose in missing(folder, progress):
        if check:
            folder.problems.append(f"{purpose['id']} is missing: {purpose['title']}")
        elif found := searched(folder, fault, purpose, progress):
            folder.vectors[found.id] = with_breach(found, fault) if found.mutant else found


def missing(folder: Folder, progress: Progress) -> Iterator[tuple[FaultySystem, dict[str, Any]]]:
    """Yield what no vector shows: a fault, and what a vector of it would be for."""
    for mutant in gaps.unshown_mutants(folder.vectors, folder.changed):
        yield FaultySystem(mutant.opener()), purposes.showing_mutant(mutant)
    # The newest first: a vector is replayed in earlier editions.
    for edition in EDITIONS[::-1]:
        vectors = list(folder.vectors.values())
        for clause in gaps.unshown_clauses(vectors, edition, progress):
            breaker = partial(ClauseBreaker, clause.id, edition)
            yield FaultySystem(breaker, edition), purposes.showing_clause(clause, edition)


def searched(
    folder: Folder, fault: FaultySystem, purpose: dict[str, Any], progress: Progress
) -> Vector | None:
    """Search a trace that shows a fault; `None` if there is none, which is a problem."""
    progress(f"a trace for {purpose['id']}")
    [area] = {area_name(rule(each)) for each in purpose["rules"]}
    known = [operations_of(each) for each in nearest_first(folder, purpose["rules"])]
    operations = search_trace(fault, known, frozenset(NEEDS[AreaName(area)]))
    if operations is None:
        file = folder.path / area / f"{purpose['id']}.json"
        folder.problems.append(
            f"{file}: no trace was found: {purpose['title']} Save one there that "
            "'planspec replay' reads, and build again"
        )
        return None
    folder.found.append(purpose["id"])
    folder.answers.pop(purpose["id"], None)  # Those to a trace that did not show it.
    return replayed(purposes.unanswered(purpose, operations, Length.REDUCED))


def nearest_first(folder: Folder, rules: tuple[str, ...]) -> list[Vector]:
    """Return the vectors, those first that are about some rules, and then the shortest."""
    return sorted(
        folder.vectors.values(),
        key=lambda each: (not set(rules) & set(each.rules), len(each.operations), each.id),
    )
