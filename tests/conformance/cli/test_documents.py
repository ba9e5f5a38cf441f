"""The `--json` documents of `planspec` fit the JSON Schemas that are published for them.

`Ended.document` validates every document that a test of this folder looks at. Here are those that
no other test prints. For those of `planstate` see tests/impl/cli/test_documents.py.
"""

from pathlib import Path

import jsonschema
import pytest

from conformance.cli.main import COMMANDS, Group
from conformance.cli.options.shared import JsonOptions
from conformance.mutants.registry import mutant_named
from conformance.protocol.documents.catalog import document_schemas
from tests.conformance.calling import PLANSPEC, Planspec
from tests.profiles import requires_ci_profile

WITHOUT_DEPENDENCIES = mutant_named("dependency-check-dropped")


def test_every_schema_is_valid_and_requires_all_fields() -> None:
    # Given the published schemas, then each is one of its dialect,
    for schema in document_schemas().values():
        jsonschema.Draft202012Validator.check_schema(schema)
    # and nothing fits it that lacks every field.
    fitting = [
        name
        for name, each in document_schemas().items()
        if jsonschema.Draft202012Validator(each).is_valid({})
    ]
    assert fitting == []


@requires_ci_profile
@pytest.mark.usefixtures("drawn_only")
def test_a_check_that_passes_and_one_that_fails(
    planspec: Planspec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given the implementation, when it is checked, then the document fits its schema,
    assert planspec("check", "--examples", "5", "--json").document["disagreements"] == []
    # and so do those of a broken one: with the operations that show it, and replayed.
    opener = WITHOUT_DEPENDENCIES.opener()
    monkeypatch.setattr("conformance.adapters.stores.FileStore.open", lambda _: opener())
    monkeypatch.setattr("conformance.cli.replay.StoreSystem", opener)
    found = planspec("check", "--traces", str(tmp_path), "--seed", "5", "--json").document
    assert (found["verdict"], found["seed"]) == ("fail", 5)
    [disagreement] = found["disagreements"]
    assert Path(disagreement["trace"]).exists()
    assert disagreement["operations"][-1]["operation"]
    replayed = planspec("replay", disagreement["trace"], "--json").document
    assert replayed["verdict"] == "fail"


@requires_ci_profile
def test_known_deviations(planspec: Planspec, tmp_path: Path) -> None:
    few = ("--operations", "60", "--area", "agents", "--deviations", str(tmp_path / "known.toml"))
    sut = ("--", PLANSPEC, "serve", "model", "--edition", "2026.2-A46")
    assert planspec("deviations", "update", *few, "--json", *sut).document["new"]


def test_a_program_that_breaks(planspec: Planspec) -> None:
    for command in ("doctor", "conform"):
        found = planspec(command, "--json", "--", "false").document
        assert (found["verdict"], found["kind"]) == ("broken", "crash")
    assert planspec("vectors", "run", "--json", "--", "false").document["verdict"] == "broken"


def test_every_command_prints_json_but_those_whose_output_is_a_file_or_lines() -> None:
    # Given the commands and those below them, then all but these print a document on request.
    below = [
        each.commands if isinstance(each, Group) else {name: each}
        for name, each in COMMANDS.items()
    ]
    kinds = {name: kind for commands in below for name, kind in commands.items()}
    lacking = {name for name, kind in kinds.items() if not issubclass(kind, JsonOptions)}
    assert lacking == {"mapping", "dialect", "serve", "amendment"}
