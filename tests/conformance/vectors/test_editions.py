"""The vectors of every edition: what they expect, and the archive that others keep."""

import json
import shutil
import tarfile
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from conformance.reports.exit_codes import SUCCESS
from conformance.vectors.editions import vectors_in
from conformance.vectors.reading import VECTORS, read_once
from conformance.vectors.vector import Kind, Vector
from spec import additions
from spec.additions import lacking
from spec.amendments.corrections import RESYNC
from spec.catalog import clause, rule
from spec.editions import CURRENT, SEEDS, Edition, edition_named
from tests.conformance.calling import Planspec, model_in
from tests.profiles import mostly_nightly, requires_ci_profile

EDITIONS = ("origin", "seeds", "2026.1", "2026.1-A14")


def by_id(vectors: tuple[Vector, ...], edition: Edition) -> dict[str, Vector]:
    return {vector.id: vector for vector in vectors_in(vectors, edition)}


@pytest.mark.parametrize("name", mostly_nightly(EDITIONS, EDITIONS[:3:2], ()))
def test_vectors_in_an_edition_are_about_what_binds_there(name: str) -> None:
    # Given an edition, when the vectors are replayed in it, then most of them are there,
    edition, shipped = edition_named(name), read_once()
    vectors = tuple(vectors_in(shipped, edition))
    assert len(vectors) > len(shipped) * 0.8
    # and each is about rules and clauses of that edition.
    for vector in vectors:
        assert vector.edition == name
        assert all(rule(each).clauses_in(edition) for each in vector.rules)
        of_mutant = vector.clauses if vector.kind is Kind.MUTANT else ()
        assert all(clause(each).is_in_force(edition) for each in of_mutant)


@requires_ci_profile
def test_what_an_edition_does_not_know_is_no_vector_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    # Given a field that an amendment brought, when the vectors are those of an edition before it,
    monkeypatch.setattr(additions, "ADDITIONS", {"Claim.force": RESYNC, "Step.title": RESYNC})
    lacking.cache_clear()
    shipped = read_once()
    found = by_id(tuple(each for each in shipped if each.edition == CURRENT.name), SEEDS)
    lacking.cache_clear()
    # then none makes use of it, and it is left out of every request and of what is stored.
    assert "mutant-force-ignores-completed" not in found
    forced = [v for v in shipped if any(o.request.get("force") for o in v.operations)]
    assert forced
    claims = [o.request for v in found.values() for o in v.operations]
    assert not any("force" in each for each in claims if each["operation"] == "claim")
    steps = [s for v in found.values() for p in v.state["plans"] for s in p["steps"]]
    assert steps
    assert not any("title" in step for step in steps)


def exported(folder: Path, file: Path, planspec: Planspec) -> Any:
    """Export the vectors of a folder in an edition, and return what the command printed."""
    options = ("--folder", str(folder), "--edition", "origin", "--json")
    ended = planspec("vectors", "export", *options, str(file))
    assert ended.code == SUCCESS
    return ended.document


@requires_ci_profile
def test_an_archive_is_always_the_same_and_lists_what_it_holds(
    tmp_path: Path, planspec: Planspec
) -> None:
    # Given the vectors of an area, when they are exported twice in an edition,
    some = shutil.copytree(VECTORS / "checklists", tmp_path / "some" / "checklists").parent
    one, two = tmp_path / "one.tar.gz", tmp_path / "two.tar.gz"
    document = exported(some, one, planspec)
    assert exported(some, two, planspec)["sha256"] == document["sha256"]
    # then the archives are the same, byte by byte,
    assert one.read_bytes() == two.read_bytes()
    assert document["sha256"] == sha256(one.read_bytes()).hexdigest()
    # and the manifest has the edition, the version, and a checksum of each file.
    with tarfile.open(one) as files:
        files.extractall(tmp_path, filter="data")
    folder = tmp_path / "planspec-vectors-origin"
    manifest = json.loads((folder / "manifest.json").read_text())
    assert (manifest["edition"], manifest["vectors"]) == ("origin", document["vectors"])
    held = {path.relative_to(folder).as_posix() for path in folder.rglob("*.json")}
    assert held == {*manifest["sha256"], "manifest.json"}
    for name, checksum in manifest["sha256"].items():
        assert sha256((folder / name).read_bytes()).hexdigest() == checksum
    # Vectors that were taken out of it can be run from there.
    command = ("vectors", "run", "--folder", str(folder), "--json")
    ended = planspec(*command, *model_in("origin", tmp_path))
    assert ended.code == SUCCESS
    report = ended.document
    assert (report["edition"], report["vectors"]["pass"]) == ("origin", document["vectors"])
