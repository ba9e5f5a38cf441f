"""Building vectors: the same bytes again, and nothing stale or missing unnoticed."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from conformance.authoring.boundary_goals import boundary_goals
from conformance.authoring.building import build, needs_vector
from conformance.authoring.checking import missing, problems_in, problems_of
from conformance.authoring.goals import (
    EditionDiffGoal,
    Goal,
    GuardOrderGoal,
    MutantGoal,
    vector_of,
)
from conformance.authoring.guard_search import shortest_pairs
from conformance.authoring.levels import ScopeLevels
from conformance.authoring.long_leases import with_long_leases
from conformance.authoring.mutant_search import MutantSearch
from conformance.authoring.rule_search import RULES_OF_STORE, where_editions_part
from conformance.authoring.superseded import SUPERSEDED
from conformance.authoring.traces import FoundTrace, found_of
from conformance.mutants.catalog.editions import AMENDMENTS_OF_STORE
from conformance.mutants.faults.source import ChangedStore
from conformance.mutants.registry import all_mutants
from conformance.vectors.reading import (
    SCHEMA,
    VECTORS,
    read_once,
    read_vector,
    vector_files,
)
from conformance.vectors.vector import Kind, Length, Vector
from conformance.vectors.writing import file_of, vector_text
from spec.amendments.corrections import OWNERSHIP_FIRST
from spec.amendments.seed import AUTO_RECLAIM
from tests.profiles import requires_nightly_profile

MOST_BYTES = 8_000_000


@pytest.fixture(scope="module")
def vectors() -> tuple[Vector, ...]:
    """Read all vectors that ship."""
    return read_once()


def text_that_ships(goal: Goal, found: FoundTrace) -> tuple[str, str]:
    """Build a vector from what a search has found; give its text, and that of the file."""
    vector = vector_of(goal, with_long_leases(goal, found))
    return vector_text(vector), (VECTORS / file_of(vector)).read_text("utf-8")


def test_vectors_of_guards_are_built_again_byte_for_byte() -> None:
    # Given the guards that fail together on first operations, then they are those that ship.
    pairs = shortest_pairs(ScopeLevels(), most_events=0)
    assert pairs
    for pair, found in pairs.items():
        built, shipped = text_that_ships(GuardOrderGoal(pair), found)
        assert built == shipped


def test_vectors_of_amendments_are_built_again_byte_for_byte() -> None:
    for amendment in (AUTO_RECLAIM, OWNERSHIP_FIRST):
        found = where_editions_part(amendment)
        assert found is not None
        built, shipped = text_that_ships(EditionDiffGoal(amendment), found)
        assert built == shipped


@requires_nightly_profile
def test_all_vectors_are_built_again_byte_for_byte(tmp_path: Path) -> None:
    # Given an empty folder, when all vectors are searched and built into it,
    count = build(tmp_path, lambda _: None)
    # then it holds what ships, and nothing else.
    built, shipped = (
        {file.relative_to(folder): file.read_bytes() for file in files(folder)}
        for folder in (tmp_path, VECTORS)
    )
    assert built.keys() == shipped.keys()
    assert [str(name) for name in built if built[name] != shipped[name]] == []
    assert count == len(vector_files(VECTORS))


def test_a_trace_that_still_shows_a_mutant_can_be_kept() -> None:
    # Given a mutant's vector that ships, when its trace is kept,
    goal = MutantGoal(next(each for each in all_mutants() if each.id == "git-not-asked"))
    vector = next(each for each in read_once() if each.id == goal.id)
    search = MutantSearch(ScopeLevels(()), [], {goal.id: found_of(vector)})
    # then nothing has to be searched: there is no scope in which it could be.
    assert search.search(goal.broken) == found_of(vector)


def test_a_mistake_in_a_statement_shows_no_mutant() -> None:
    # Given a mutant whose statement SQLite does not understand, and a trace that executes it,
    vector = next(
        each for each in read_once() if each.id == "mutant-held-steps-not-listed-as-blocked"
    )
    mutant = next(each for each in all_mutants() if each.id == vector.mutant)
    assert isinstance(mutant, ChangedStore)
    mistaken = replace(mutant, id="mistaken", replacement=f"WHERE {mutant.original}")
    # when it is asked whether the trace shows the mutant, then it does not.
    assert MutantGoal(mutant).serves(found_of(vector))
    assert not MutantGoal(mistaken).serves(found_of(vector))


def test_the_vectors_that_ship_are_up_to_date(vectors: tuple[Vector, ...]) -> None:
    # Given the vectors that ship, when they are checked, then nothing is stale or missing,
    assert list(problems_in(VECTORS, lambda _: None)) == []
    # and there are as many as there should be.
    counts = Counter(vector.kind for vector in vectors)
    assert counts[Kind.RULE] == len(RULES_OF_STORE)
    assert counts[Kind.AMENDMENT] == len(AMENDMENTS_OF_STORE) + len(SUPERSEDED)
    assert counts[Kind.MUTANT] == sum(map(needs_vector, all_mutants()))
    assert counts[Kind.BOUNDARY] == len(list(boundary_goals()))
    assert counts[Kind.GUARDS] >= 240


def test_what_has_no_vector_is_named(vectors: tuple[Vector, ...]) -> None:
    # Given all vectors but that of a rule, and those that show a breach of a clause,
    gone = {vector.id for vector in vectors if "CLM-5.2" in vector.clauses} | {"rule-CLM-5"}
    some = [vector for vector in vectors if vector.id not in gone]
    # when they are checked, then these are what is missing, and the clause is named too.
    problems = list(missing(some))
    assert {problem.split()[0] for problem in problems} == {*gone, "CLM-5.2:"}


def test_every_file_has_the_fields_that_the_schema_knows() -> None:
    # Given the schema, then every vector has what it requires, and nothing that it does not know.
    schema = json.loads((VECTORS / SCHEMA).read_text("utf-8"))
    asked = schema["$defs"]["ExpectedReply"]
    for file in vector_files(VECTORS):
        vector = json.loads(file.read_text("utf-8"))
        assert set(schema["required"]) <= vector.keys() <= schema["properties"].keys()
        for operation in vector["operations"]:
            assert set(asked["required"]) <= operation.keys() <= asked["properties"].keys()


def test_the_vectors_are_small(vectors: tuple[Vector, ...]) -> None:
    # Given all that ships, then it is under 8 MB, and no trace is long that was searched.
    files = [file for file in VECTORS.rglob("*") if file.is_file()]
    assert sum(file.stat().st_size for file in files) < MOST_BYTES
    searched = [vector for vector in vectors if vector.length is not Length.COMPOSED]
    assert max(len(vector.operations) for vector in searched) <= 16
    assert max(len(vector.operations) for vector in vectors) <= 64


def test_every_vector_begins_at_time_0(vectors: tuple[Vector, ...]) -> None:
    # Given a vector that registers a plan, then a reset, which happens at 0, can stand for that.
    assert {vector.operations[0].operation.now for vector in vectors if vector.registers} == {0}


def test_what_is_stale_in_a_vector_is_noticed(folder: Path) -> None:
    # Given a vector whose file says something else than the model, in one of several places,
    file = folder / "claims" / "rule-CLM-9.json"
    text = file.read_text("utf-8")
    unnoticed = []
    for old, new in (
        ('"lease_expires_at": ', '"lease_expires_at": 1'),
        ('"rules": ["CLM-', '"rules": ["CHK-'),
        ('"status": "claimed"', '"status": "pending"'),
        ('"length": "minimal"', '"length":  "minimal"'),
    ):
        assert old in text
        file.write_text(text.replace(old, new), encoding="utf-8")
        # when the file is checked, then that is noticed.
        if not any("rule-CLM-9" in each for each in problems_of(file, read_vector(file))):
            unnoticed.append(old)
    assert unnoticed == []


def test_a_vector_that_no_longer_serves_its_purpose_is_noticed(folder: Path) -> None:
    # Given a vector that says it is about another rule,
    file = folder / "claims" / "rule-CLM-9.json"
    changed = file.read_text("utf-8").replace("CLM-9", "CLM-6")
    other = file.with_name("rule-CLM-6.json")
    other.write_text(changed, encoding="utf-8")
    # when it is checked, then it is said not to show that rule.
    [problem] = problems_of(other, read_vector(other))
    assert "no longer serves its goal" in problem


@pytest.mark.parametrize(
    ("name", "identifier", "other"),
    [
        ("claims/rule-CLM-9", "CLM-9", "CLM-99"),
        ("claims/mutant-own-step-not-claimable", "own-step-not-claimable", "gone"),
    ],
)
def test_a_file_for_what_is_gone_is_noticed(
    tmp_path: Path, name: str, identifier: str, other: str
) -> None:
    # Given the file of a rule or a mutant that there is not, when the folder is checked,
    changed = (VECTORS / f"{name}.json").read_text("utf-8").replace(identifier, other)
    file = tmp_path / f"{name.replace(identifier, other)}.json"
    file.parent.mkdir()
    file.write_text(changed, encoding="utf-8")
    # then it has to go.
    [problem] = problems_of(file, read_vector(file))
    assert "nothing of that name that needs a vector; remove it" in problem


def test_a_wrong_reply_in_the_vector_of_a_mutant_is_noticed(tmp_path: Path) -> None:
    # Given the vector of a mutant, in which a reply is not that of the model,
    name = "claims/mutant-own-step-not-claimable.json"
    text = (VECTORS / name).read_text("utf-8")
    file = tmp_path / name
    file.parent.mkdir()
    file.write_text(text.replace('"claim_id": 1', '"claim_id": 2'), encoding="utf-8")
    assert file.read_text("utf-8") != text
    # when the folder is checked, then the file is named.
    problems = problems_in(tmp_path, lambda _: None)
    assert f"{name}: is not what the model says today; build the vectors again" in problems


def files(folder: Path) -> list[Path]:
    """Return all files in a folder of vectors."""
    return [file for file in folder.rglob("*.json") if file.is_file()]
