"""The example implementations conform, and one that is wrong in a single place does not."""

import json
import subprocess
from collections.abc import Container
from pathlib import Path
from typing import Any

import pytest

from conformance.cli.main import main
from conformance.reports.exit_codes import NOT_CONFORMING, SUCCESS
from tests.examples.builds import EXAMPLES, EXAMPLES_FOLDER, built, copy_of
from tests.profiles import mostly_nightly, requires_nightly_profile

OPERATIONS = "6000"
"""How many operations of vectors an example is asked at most, and how many at random."""
LEAST_PASSED = {"go": 1_000, "rust": 800, "typescript": 800}
"""The number of vectors that each example passes at least; the smaller ones offer fewer areas."""
TRACES = sorted((EXAMPLES_FOLDER / "traces").glob("*.json"))


def examples(in_ci: Container[str], in_dev: Container[str]) -> list[Any]:
    """Return the examples, each of which one process builds, and of which ci and dev try some."""
    profiles = mostly_nightly(EXAMPLES, in_ci, in_dev)
    return [
        pytest.param(name, marks=[pytest.mark.xdist_group(name), *getattr(profile, "marks", ())])
        for name, profile in zip(EXAMPLES, profiles, strict=True)
    ]


@pytest.fixture(scope="module", params=examples(in_ci=("go", "typescript"), in_dev=("go",)))
def command(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Build an example and give the command that starts it."""
    name = request.param
    return built(EXAMPLES[name], copy_of(name, tmp_path_factory.mktemp("example")))


def replies(command: list[str], lines: list[str]) -> list[dict[str, object]]:
    """Write lines to a program and give what it answers until it ends."""
    ran = subprocess.run(
        command, input="".join(f"{line}\n" for line in lines), capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    return [json.loads(line) for line in ran.stdout.splitlines()]


@pytest.mark.parametrize("command", examples(in_ci=("go",), in_dev=()), indirect=True)
def test_an_example_passes_all_vectors(
    command: list[str], request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    # Given an example, when it is asked all vectors, then it fails none of so many.
    least = LEAST_PASSED[request.node.callspec.params["command"]]
    assert main(["vectors", "run", "--json", "--", *command]) == SUCCESS
    assert json.loads(capsys.readouterr().out)["vectors"]["pass"] > least


@requires_nightly_profile
def test_an_example_conforms(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Given an example, when it is asked all vectors and some thousand operations,
    options = ["--operations", OPERATIONS, "--traces", str(tmp_path), "--json"]
    code = main(["conform", *options, "--", *command])
    # then every rule that it can show passes.
    out = capsys.readouterr().out
    assert code == SUCCESS, out
    report = json.loads(out)
    assert report["findings"] == []
    assert set(report["rules"].values()) == {"pass", "unsupported"}


def test_an_example_does_as_the_model_does_on_the_saved_traces(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    # Given an example, when it is asked what random runs seldom ask, then it agrees with the model.
    codes = {trace.stem: main(["replay", str(trace), "--", *command]) for trace in TRACES}
    assert codes == dict.fromkeys(codes, SUCCESS), capsys.readouterr().out
    assert codes


def test_an_example_answers_what_is_no_request_with_an_error_and_goes_on(
    command: list[str],
) -> None:
    # Given an example, when it is told half a request, an unknown one, and one with more fields
    # than there are today,
    lines = ['{"request":', '{"request":"dance"}', '{"request":"observe","depth":2}']
    bad, unknown, observed, bye = replies(command, [*lines, '{"request":"bye"}'])
    # then the first two are errors that say why, and the others are answered.
    for reply in (bad, unknown):
        assert reply["reply"] == "error"
        assert reply["message"]
    assert (observed["reply"], observed["plans"]) == ("ok", [])
    assert bye["reply"] == "ok"


def test_an_example_refuses_versions_of_the_protocol_that_it_does_not_speak(
    command: list[str],
) -> None:
    # Given an example, when only a version to come is offered, then it says that it has another.
    [hello] = replies(command, ['{"request":"hello","protocols":["planspec 99"]}'])
    assert hello["reply"] == "error"
    assert "planspec 1" in str(hello["message"])


@requires_nightly_profile
@pytest.mark.xdist_group("go")
def test_an_example_whose_leases_end_too_early_does_not_conform(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Given the Go example with a lease that is over when it ends,
    folder = copy_of("go", tmp_path)
    claims = folder / "claims.go"
    text = claims.read_text()
    assert text.count("LeaseExpiresAt < now") == 1
    claims.write_text(text.replace("LeaseExpiresAt < now", "LeaseExpiresAt <= now"))
    broken = built(EXAMPLES["go"], folder)
    # when it is validated,
    options = ["--operations", OPERATIONS, "--area", "claims", "--traces", str(tmp_path), "--json"]
    code = main(["conform", *options, "--", *broken])
    # then it fails, and the rule is named.
    assert code == NOT_CONFORMING
    rules = {finding["rule"] for finding in json.loads(capsys.readouterr().out)["findings"]}
    assert "CLM-4" in rules
