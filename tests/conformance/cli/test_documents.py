"""Every `--json` document of `planspec` fits the JSON Schema that is published for it.

For those of `planstate` see tests/impl/cli/test_documents.py.
"""

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from pydantic import TypeAdapter

from conformance.cli.main import main
from conformance.mutants.registry import mutant_named
from conformance.protocol.documents.catalog import DOCUMENTS, document_schemas
from conformance.vectors.reading import VECTORS
from tests.profiles import requires_ci_profile

PLANSPEC = str(Path(sys.executable).parent / "planspec")
MODEL = (PLANSPEC, "serve", "model")
FEW = ("--operations", "60", "--area", "agents")
WITHOUT_DEPENDENCIES = mutant_named("dependency-check-dropped")


Print = Callable[..., dict[str, Any]]


@pytest.fixture
def document(capsys: pytest.CaptureFixture[str]) -> Print:
    """Return what runs a command with `--json`: its document fits its schema and can be read."""

    def printed(name: str, *words: str, sut: Sequence[str] = ()) -> dict[str, Any]:
        main([*words, "--json", *(["--", *sut] if sut else [])])
        found: dict[str, Any] = json.loads(capsys.readouterr().out)
        jsonschema.validate(found, document_schemas()[f"document-{name}"])
        kind = TypeAdapter(DOCUMENTS[name])
        assert kind.dump_python(kind.validate_python(found), mode="json") == found
        return found

    return printed


def test_every_schema_is_valid_and_requires_all_fields() -> None:
    # Given the published schemas, then each is one of its dialect,
    for schema in document_schemas().values():
        jsonschema.Draft202012Validator.check_schema(schema)
    # and nothing fits it that lacks every field.
    fitting = [
        n
        for n, each in document_schemas().items()
        if jsonschema.Draft202012Validator(each).is_valid({})
    ]
    assert fitting == []


@requires_ci_profile
@pytest.mark.usefixtures("drawn_only")
def test_a_check_that_passes_and_one_that_fails(
    document: Print, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given the implementation, when it is checked, then the document fits its schema,
    assert document("check", "check", "--examples", "5")["disagreements"] == []
    # and so do those of a broken one: with the operations that show it, and replayed.
    opener = WITHOUT_DEPENDENCIES.opener()
    monkeypatch.setattr("conformance.adapters.stores.FileStore.open", lambda _: opener())
    monkeypatch.setattr("conformance.cli.replay.StoreSystem", opener)
    found = document("check", "check", "--traces", str(tmp_path), "--seed", "5")
    assert (found["verdict"], found["seed"]) == ("fail", 5)
    [disagreement] = found["disagreements"]
    assert Path(disagreement["trace"]).exists()
    assert disagreement["operations"][-1]["operation"]
    assert document("replay", "replay", disagreement["trace"])["verdict"] == "fail"


def test_an_exhaustive_check(document: Print, monkeypatch: pytest.MonkeyPatch) -> None:
    # Given a broken implementation, when every operation is compared, then the document fits.
    opener = WITHOUT_DEPENDENCIES.opener()
    monkeypatch.setattr("conformance.adapters.stores.FileStore.open", lambda _: opener())
    found = document("check-exhaustive", "check", "--exhaustive", "--scope", "order")
    assert found["scopes"][0]["disagreements"]


@requires_ci_profile
def test_an_exploration_with_counterexamples(document: Print, tmp_path: Path) -> None:
    # Given an old edition that violates properties, when it is explored, then the document fits,
    arguments = ("--edition", "seeds", "--scope", "single", "--traces", str(tmp_path))
    found = document("explore", "explore", *arguments)
    assert any(each["trace"] for each in found["properties"])
    # and so does that of the trace it saves, which is replayed on the model.
    file = next(each["file"] for each in found["properties"] if each["file"])
    assert document("replay", "replay", file)["disagreements"]


@requires_ci_profile
def test_a_comparison_of_editions(document: Print) -> None:
    found = document("diff", "diff", "2026.2-A01", "2026.2", "--scope", "single")
    assert found["amendments"][0]["trace"]


@requires_ci_profile
def test_a_validation_that_finds_something(document: Print, tmp_path: Path) -> None:
    # Given another edition as the implementation, when it is validated, then the document fits,
    sut = (*MODEL, "--edition", "2026.2-A46")
    found = document("conform", "conform", *FEW, "--traces", str(tmp_path), sut=sut)
    assert found["findings"]
    # and so does that of its trace.
    trace = found["findings"][0]["trace"]
    assert document("replay", "replay", trace, sut=sut)["disagreements"]


@requires_ci_profile
def test_known_deviations(document: Print, tmp_path: Path) -> None:
    sut = (*MODEL, "--edition", "2026.2-A46")
    file = str(tmp_path / "deviations.toml")
    found = document(
        "deviations-update", "deviations", "update", *FEW, "--deviations", file, sut=sut
    )
    assert found["new"]


def test_a_handshake(document: Print) -> None:
    assert document("doctor", "doctor", sut=MODEL)["implementation"]["areas"]


def test_a_program_that_breaks(document: Print) -> None:
    for command in ("doctor", "conform"):
        found = document(command, command, sut=("false",))
        assert (found["verdict"], found["kind"]) == ("broken", "crash")


@requires_ci_profile
def test_the_vectors(document: Print, tmp_path: Path) -> None:
    # Given one vector that an old edition fails, when it is run, then the document fits.
    sut = (*MODEL, "--edition", "2026.2-A01")
    words = ("vectors", "run", "--only", "amendment-A01", "--traces", str(tmp_path))
    assert document("vectors-run", *words, sut=sut)["failed"] == ["amendment-A01"]
    # A build of a folder with a file of another name says where it belongs.
    (tmp_path / "claims").mkdir()
    (tmp_path / "claims" / "renamed.json").write_bytes(
        (VECTORS / "claims" / "rule-CLM-5.json").read_bytes()
    )
    check = ("vectors", "build", "--check", "--folder", str(tmp_path))
    checked = document("vectors-build", *check)
    assert checked["problems"]


@requires_ci_profile
def test_mutants(document: Print) -> None:
    found = document("mutants", "mutants", "--only", "CLM-4", "--layer", "vectors")
    assert found["mutants"]
