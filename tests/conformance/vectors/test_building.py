"""Building vectors: the same bytes again, and nothing stale or missing unnoticed."""

import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from conformance.authoring.boundary_goals import boundary_goals
from conformance.authoring.building import needs_vector
from conformance.authoring.checking import missing, problems_of
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
from conformance.authoring.rule_search import rules_that_decide, where_editions_part
from conformance.authoring.superseded import SUPERSEDED
from conformance.authoring.traces import FoundTrace, found_of
from conformance.mutants.faults.source import ChangedStore
from conformance.mutants.registry import all_mutants, mutant_named
from conformance.vectors.reading import (
    INDEX,
    SCHEMA,
    VECTORS,
    read_once,
    read_vector,
    vector_files,
)
from conformance.vectors.schema import schema_text
from conformance.vectors.vector import Kind, Length, Vector
from conformance.vectors.writing import file_of, index_text, vector_text
from spec.amendments.corrections import OWNERSHIP_FIRST
from spec.amendments.seed import AUTO_RECLAIM
from spec.catalog import OBSERVABLE_AMENDMENTS, RULES
from tests.profiles import mostly_nightly, requires_ci_profile

MOST_BYTES = 8_000_000


@pytest.fixture(scope="module")
def vectors() -> tuple[Vector, ...]:
    """Read all vectors that ship."""
    return read_once()


def text_that_ships(goal: Goal, found: FoundTrace) -> tuple[str, str]:
    """Build a vector from what a search has found; give its text, and that of the file."""
    vector = vector_of(goal, with_long_leases(goal, found))
    return vector_text(vector), (VECTORS / file_of(vector)).read_text("utf-8")


@requires_ci_profile
def test_the_vectors_of_rules_are_built_again_byte_for_byte() -> None:
    # Given a search for all rules, when their vectors are made, then they are those that ship.
    deciding = rules_that_decide(ScopeLevels())
    for rule in RULES:
        built, shipped = text_that_ships(RuleGoal(rule), deciding[rule.id])
        assert built == shipped


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


@requires_ci_profile
@pytest.mark.parametrize("mutant", ["git-not-asked", "without-A19-release-names-authority"])
def test_a_vector_of_a_mutant_is_built_again_byte_for_byte(mutant: str) -> None:
    # Given a mutant and all that other vectors are made from, when it is searched for again,
    goal = MutantGoal(mutant_named(mutant))
    world = ScopeLevels()
    deciding, pairs = rules_that_decide(world), shortest_pairs(world, 1)
    known = [deciding[rule.id] for rule in RULES] + [pairs[pair] for pair in sorted(pairs)]
    known = [found for found in known if found.work is None]
    found = MutantSearch(world, known, {}).search(goal.broken)
    # then its vector is the one that ships.
    assert found is not None
    built, shipped = text_that_ships(goal, found)
    assert built == shipped


def test_a_trace_that_still_shows_a_mutant_can_be_kept() -> None:
    # Given a mutant's vector that ships, when its trace is kept,
    goal = MutantGoal(mutant_named("git-not-asked"))
    vector = next(each for each in read_once() if each.id == goal.id)
    search = MutantSearch(ScopeLevels(()), [], {goal.id: found_of(vector)})
    # then nothing has to be searched: there is no scope in which it could be.
    assert search.search(goal.broken) == found_of(vector)


def test_a_mistake_in_a_statement_shows_no_mutant() -> None:
    # Given a mutant whose statement SQLite does not understand, and a trace that executes it,
    vector = next(
        each for each in read_once() if each.id == "mutant-held-steps-not-listed-as-blocked"
    )
    mutant = mutant_named(vector.mutant or "")
    assert isinstance(mutant, ChangedStore)
    mistaken = replace(mutant, id="mistaken", replacement=f"WHERE {mutant.original}")
    # when it is asked whether the trace shows the mutant, then it does not.
    assert MutantGoal(mutant).serves(found_of(vector))
    assert not MutantGoal(mistaken).serves(found_of(vector))


@requires_ci_profile
def test_everything_has_its_vector(vectors: tuple[Vector, ...]) -> None:
    # Given the vectors that ship, then no rule, amendment, mutant or pair of guards is missing,
    assert list(missing(list(vectors), lambda _: None)) == []
    # and there are as many as there should be.
    counts = {kind: sum(vector.kind is kind for vector in vectors) for kind in Kind}
    assert counts[Kind.RULE] == len(RULES)
    assert counts[Kind.AMENDMENT] == len(OBSERVABLE_AMENDMENTS) + len(SUPERSEDED)
    assert counts[Kind.MUTANT] == sum(map(needs_vector, all_mutants()))
    assert counts[Kind.BOUNDARY] == len(list(boundary_goals()))
    assert counts[Kind.GUARDS] >= 240


@requires_ci_profile
def test_a_missing_vector_is_named(vectors: tuple[Vector, ...]) -> None:
    # Given all vectors but one, then that one is what is missing.
    some = [vector for vector in vectors if vector.id != "rule-CLM-5"]
    [problem] = missing(some, lambda _: None)
    assert problem.startswith("rule-CLM-5 is missing: ")


UP_TO_DATE = (Kind.RULE, Kind.GUARDS, Kind.AMENDMENT, Kind.BOUNDARY)


# Of the others there are many: CI builds all vectors again, by the command.
@pytest.mark.parametrize("kind", mostly_nightly(UP_TO_DATE, UP_TO_DATE[:-1], UP_TO_DATE[:-1]))
def test_the_vectors_that_ship_are_up_to_date(vectors: tuple[Vector, ...], kind: Kind) -> None:
    # Given the vectors of one kind, when each is run again, then its file says the same.
    for vector in vectors:
        if vector.kind is kind:
            assert list(problems_of(VECTORS / file_of(vector), vector)) == []


def test_index_and_schema_are_up_to_date(vectors: tuple[Vector, ...]) -> None:
    assert (VECTORS / INDEX).read_text("utf-8") == index_text(vectors)
    assert (VECTORS / SCHEMA).read_text("utf-8") == schema_text()


def test_every_file_has_the_fields_that_the_schema_knows() -> None:
    # Given the schema, then every vector has what it requires, and nothing that it does not know.
    schema = json.loads((VECTORS / SCHEMA).read_text("utf-8"))
    asked = schema["$defs"]["ExpectedReply"]
    for file in vector_files(VECTORS):
        vector = json.loads(file.read_text("utf-8"))
        assert set(schema["required"]) <= vector.keys() <= schema["properties"].keys()
        for operation in vector["operations"]:
            assert set(asked["required"]) <= operation.keys() <= asked["properties"].keys()


def test_the_index_has_the_hash_of_every_file() -> None:
    # Given the index, then it lists every file, with the hash of what stands in it.
    entries = json.loads((VECTORS / INDEX).read_text("utf-8"))["vectors"]
    assert [VECTORS / entry["file"] for entry in entries] == vector_files(VECTORS)
    for entry in entries:
        assert sha256((VECTORS / entry["file"]).read_bytes()).hexdigest() == entry["sha256"]


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


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"lease_expires_at": ', '"lease_expires_at": 1'),
        ('"rules": ["CLM-', '"rules": ["CHK-'),
        ('"status": "claimed"', '"status": "pending"'),
        ('"length": "minimal"', '"length":  "minimal"'),
    ],
)
def test_a_stale_vector_is_noticed(folder: Path, old: str, new: str) -> None:
    # Given a vector whose file says something else than the model,
    file = folder / "claims" / "rule-CLM-9.json"
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    # when the folder is checked, then that is noticed.
    assert any("rule-CLM-9" in problem for problem in problems_of(file, read_vector(file)))


def test_a_vector_that_no_longer_serves_its_purpose_is_noticed(folder: Path) -> None:
    # Given a vector that says it is about another rule,
    file = folder / "claims" / "rule-CLM-9.json"
    changed = file.read_text("utf-8").replace("CLM-9", "CLM-6")
    other = file.with_name("rule-CLM-6.json")
    other.write_text(changed, encoding="utf-8")
    # when it is checked, then it is said not to show that rule.
    [problem] = problems_of(other, read_vector(other))
    assert "no longer serves its goal" in problem


def test_a_vector_for_what_is_gone_is_noticed(folder: Path) -> None:
    # Given a vector of a rule that there is not, when it is checked, then it has to go.
    file = folder / "claims" / "rule-CLM-9.json"
    file.write_text(file.read_text("utf-8").replace("CLM-9", "CLM-99"), encoding="utf-8")
    [problem] = problems_of(file, read_vector(file))
    assert "nothing of that name that needs a vector" in problem
