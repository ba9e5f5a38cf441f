"""Building vectors: nothing stale or missing unnoticed, and a trace for what no vector shows."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from conformance.cli.main import main
from conformance.mutants import rows
from conformance.mutants.faults.source import ChangedStore
from conformance.mutants.registry import mutant_named
from conformance.protocol.traces import Trace, write_trace
from conformance.reports.exit_codes import NOT_CONFORMING, SUCCESS
from conformance.vectors.building import gaps, purposes
from conformance.vectors.building.builder import Folder, build, fill, replay_all, searched
from conformance.vectors.building.closed import altered, answers_to
from conformance.vectors.building.searching import FaultySystem
from conformance.vectors.reading import (
    CLOSED,
    SCHEMA,
    VECTORS,
    read_once,
    read_vector,
    vector_files,
)
from conformance.vectors.vector import operations_of
from spec.catalog import CLAUSES, clause
from spec.editions import ORIGIN, SEEDS
from tests.conformance.calling import Planspec
from tests.profiles import requires_ci_profile

OWN_STEP = "mutant-own-step-not-claimable"


def test_the_vectors_that_ship_are_up_to_date() -> None:
    # Given the vectors that ship, when they are checked, then nothing is stale or missing.
    assert build(VECTORS, lambda _: None, check=True).problems == []


def test_a_change_of_a_closed_edition_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    # Given a mistake in what only editions before 2026.2 do, when they answer vectors about it,
    of_resync = [each for each in read_once() if "PLN-7" in each.rules]
    monkeypatch.setattr("model.resync.is_deferred", lambda _: False)
    recorded = json.loads((VECTORS / CLOSED).read_text("utf-8"))
    named = list(altered(recorded, answers_to(of_resync)))
    # then the one that shows it is named, with the vector whose replies have changed.
    assert {each.split()[1] for each in named} == {"2026.1"}
    assert all("otherwise than it did, but it is closed" in each for each in named)


def test_every_file_has_the_fields_that_the_schema_knows() -> None:
    # Given the schema, then every vector has what it requires, and nothing that it does not know.
    schema = json.loads((VECTORS / SCHEMA).read_text("utf-8"))
    asked = schema["$defs"]["ExpectedReply"]
    for file in vector_files(VECTORS):
        vector = json.loads(file.read_text("utf-8"))
        assert set(schema["required"]) <= vector.keys() <= schema["properties"].keys()
        for operation in vector["operations"]:
            assert set(asked["required"]) <= operation.keys() <= asked["properties"].keys()


def replayed(folder: Path) -> Folder:
    """Replay the vectors of a folder, and find out which files are outdated."""
    found = Folder(folder)
    replay_all(found, lambda _: None)
    found.compare()
    return found


def test_what_is_stale_in_a_vector_is_written_anew(folder: Path) -> None:
    # Given a vector whose file says something else than the model, in one of several places,
    replayed(folder).write()
    file = folder / "claims" / "rule-CLM-9.json"
    text = file.read_text("utf-8")
    unmended = []
    for old, new in (
        ('"lease_expires_at": ', '"lease_expires_at": 1'),
        ('"status": "claimed"', '"status": "pending"'),
        ('"length": "minimal"', '"length":  "minimal"'),
    ):
        assert old in text
        file.write_text(text.replace(old, new), encoding="utf-8")
        # when the folder is replayed and written,
        found = replayed(folder)
        found.write()
        # then that file and no other has changed, and is as it was.
        if [*found.outdated] != ["claims/rule-CLM-9.json"] or file.read_text("utf-8") != text:
            unmended.append(old)
    assert unmended == []


@pytest.mark.parametrize(
    ("name", "old", "new", "problem"),
    [
        ("claims/rule-CLM-9", '["CLM-9"]', '["CLM-13"]', "CLM-13 is about none of the operations"),
        ("claims/rule-CLM-9", '"id": "rule-CLM-9"', '"id": "x"', "belongs into claims/x.json"),
        ("completion/amendment-A14", "2026.2-A14", "2026.2-A19", "both editions give the same"),
    ],
)
def test_a_vector_that_no_longer_shows_what_it_is_for_is_named(
    folder: Path, name: str, old: str, new: str, problem: str
) -> None:
    # Given a vector that says it is about something else, when it is replayed,
    file = folder / f"{name}.json"
    file.write_text(file.read_text("utf-8").replace(old, new), encoding="utf-8")
    # then its file is named, and what is wrong with it.
    [found] = replayed(folder).problems
    assert found.startswith(f"{file}: ")
    assert problem in found


@requires_ci_profile
def test_what_has_no_vector_is_named() -> None:
    # Given all vectors but those about a clause,
    vectors = read_once()
    some = [vector for vector in vectors if "CLM-5.2" not in vector.clauses]
    folder = Folder(VECTORS, vectors={vector.id: vector for vector in some})
    # when gaps are looked for, then its mutants and itself have no vector, in any edition.
    fill(folder, lambda _: None, check=True)
    missing = {problem.split()[0] for problem in folder.problems}
    gone = {vector.id for vector in vectors if vector not in some and vector.mutant}
    assert missing == gone | {f"rule-CLM-5.2-in-{name}" for name in ("seeds", "2026.1", "2026.2")}


def test_a_trace_that_does_not_show_its_mutant_is_refused_and_kept(tmp_path: Path) -> None:
    # Given a trace in the place of a mutant's vector, on which the mutant does nothing wrong,
    file = tmp_path / "claims" / f"{OWN_STEP}.json"
    file.parent.mkdir()
    shipped = operations_of(read_vector(VECTORS / "claims" / f"{OWN_STEP}.json"))
    write_trace(file, Trace(shipped[:1]))
    before = file.read_bytes()
    # when the folder is built, then it says so, and leaves the trace as it is.
    [problem] = build(tmp_path, lambda _: None).problems
    assert problem.startswith(f"{file}: the mutant own-step-not-claimable answers this trace as")
    assert file.read_bytes() == before


def test_a_trace_that_shows_nothing_leaves_no_answers_behind(tmp_path: Path) -> None:
    # Given a trace that somebody put there for a mutant, and that does not show it,
    mutant = mutant_named("own-step-not-claimable")
    folder = Folder(tmp_path, answers={OWN_STEP: {"2026.1": "what it answers"}})
    # when another is searched, then what closed editions answer is computed for that one.
    fault, purpose = FaultySystem(mutant.opener()), purposes.showing_mutant(mutant)
    found = searched(folder, fault, purpose, lambda _: None)
    assert found is not None
    assert (found.id, folder.answers) == (OWN_STEP, {})


def test_a_mistake_in_a_statement_shows_no_mutant() -> None:
    # Given a mutant whose statement SQLite does not understand, and a trace that executes it,
    vector = next(
        each for each in read_once() if each.id == "mutant-held-steps-not-listed-as-blocked"
    )
    mutant = mutant_named(vector.mutant or "")
    assert isinstance(mutant, ChangedStore)
    mistaken = replace(mutant, id="mistaken", replacement=f"WHERE {mutant.original}")
    # when it is asked whether the trace shows the mutant, then it does not.
    assert FaultySystem(mutant.opener()).is_shown(operations_of(vector))
    assert not FaultySystem(mistaken.opener()).is_shown(operations_of(vector))


def test_a_trace_named_after_what_it_shows_becomes_a_vector(tmp_path: Path) -> None:
    # Given a folder with the traces of a mutant and of a clause in an edition,
    for name in (f"claims/{OWN_STEP}", "checklists/rule-CHK-2.7-in-seeds"):
        shipped = read_vector(VECTORS / f"{name}.json")
        write_trace(tmp_path / f"{name}.json", Trace(operations_of(shipped)))
    # when it is replayed, then they are vectors as those that ship,
    found = replayed(tmp_path)
    found.write()
    assert found.problems == []
    made = read_vector(tmp_path / "checklists/rule-CHK-2.7-in-seeds.json")
    assert made == read_vector(VECTORS / "checklists/rule-CHK-2.7-in-seeds.json")
    # and the mutant is asked whether it shows.
    assert OWN_STEP in [each.id for each in found.changed]


def test_the_first_second_tells_which_row_and_which_clause_to_edit(
    monkeypatch: pytest.MonkeyPatch, planspec: Planspec, tmp_path: Path
) -> None:
    # Given a row whose text has gone from its file, and a clause whose only mutants have gone,
    kept = [each for each in rows.written_mutants() if each.clause != "CLM-1.2"]
    stale = replace(kept[0], original="no such text")
    monkeypatch.setattr(gaps, "written_mutants", lambda: (stale, *kept[1:]))
    # when the vectors are built, then nothing is replayed, and both are named with file and line.
    ended = planspec("vectors", "build", "--folder", str(tmp_path), "--json")
    document = ended.document
    assert (ended.code, document["verdict"], document["vectors"]) == (NOT_CONFORMING, "fail", 0)
    row, unbroken = document["problems"]
    file, line, *_ = row.split(":")
    assert f"id = '{stale.id}'" in Path(file).read_text("utf-8").splitlines()[int(line) - 1]
    file, line, *_ = unbroken.split(":")
    assert '"CLM-1.2"' in Path(file).read_text("utf-8").splitlines()[int(line) - 1]
    assert clause("CLM-1.2").binds


@pytest.mark.parametrize("command", [("check",), ("vectors", "build", "--check")])
def test_an_id_that_two_clauses_have_is_named_with_its_file(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], command: tuple[str, ...]
) -> None:
    # Given two clauses with one id, when what they say is checked,
    monkeypatch.setattr(gaps, "CLAUSES", (*CLAUSES, clause("CLM-1.2")))
    assert main(command) != SUCCESS
    # then the first second tells which id.
    said = "".join(capfd.readouterr())
    assert "spec/rules/claims.py:" in said
    assert "two clauses have the id CLM-1.2; give one the next free number" in said


@requires_ci_profile
def test_a_vector_that_is_gone_is_found_again(tmp_path: Path, planspec: Planspec) -> None:
    # Given a folder with all vectors but those about a clause,
    for file in vector_files(VECTORS):
        vector = read_vector(file)
        if "CHK-7.3" not in vector.clauses:
            copy = tmp_path / file.relative_to(VECTORS)
            copy.parent.mkdir(exist_ok=True)
            copy.write_bytes(file.read_bytes())
    # when it is built,
    ended = planspec("vectors", "build", "--folder", str(tmp_path), "--json")
    assert ended.code == SUCCESS
    # then there are vectors about it again, in every edition in which it binds.
    assert {clause_of(tmp_path, each) for each in ended.document["found"]} == {"CHK-7.3"}
    assert not clause("CHK-7.3").is_in_force(ORIGIN)
    assert clause("CHK-7.3").is_in_force(SEEDS)


def clause_of(folder: Path, identifier: str) -> str:
    """Return the clause of a vector in a folder."""
    [file] = folder.glob(f"*/{identifier}.json")
    [found] = read_vector(file).clauses
    return found
