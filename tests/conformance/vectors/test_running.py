"""Running vectors: right implementations pass, broken ones fail where they are broken."""

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from conformance.adapters.connections import Broken
from conformance.adapters.in_process import PythonConnection
from conformance.adapters.model import ModelSystem
from conformance.adapters.remote import RemoteSystem
from conformance.adapters.stores import StoreSystem
from conformance.adapters.sut import InProcessSystem, SystemUnderTest
from conformance.cli.main import main
from conformance.cli.options.fields import MOST_SECONDS
from conformance.differential.comparator import Comparator
from conformance.protocol.messages import AreaName, Observed
from conformance.reports.exit_codes import BROKEN, INCONCLUSIVE, NOT_CONFORMING, SUCCESS
from conformance.vectors.editions import vectors_in
from conformance.vectors.reading import read_once
from conformance.vectors.running import VectorOutcome, VectorResult, cannot_run, run
from conformance.vectors.vector import Vector
from spec.editions import CURRENT, edition_named
from tests.profiles import requires_ci_profile

SERVE = [str(Path(sys.executable).with_name("planspec")), "serve"]
Printed = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def vectors() -> dict[str, Vector]:
    """Read all vectors of the current edition that ship, by their ids."""
    return {vector.id: vector for vector in vectors_in(read_once(), CURRENT)}


def ran(served: SystemUnderTest | InProcessSystem, vector: Vector) -> VectorResult:
    """Run a vector on an implementation in this process."""
    subject = RemoteSystem(PythonConnection(served))
    return run(subject, Comparator(subject.identity), vector)


@requires_ci_profile
def test_the_store_passes_every_vector(vectors: dict[str, Vector]) -> None:
    # Given an implementation that conforms, when all vectors are run on it, then it passes.
    subject = RemoteSystem(PythonConnection(StoreSystem()))
    judging = Comparator(subject.identity)
    failed = [
        vector.id
        for vector in vectors.values()
        if run(subject, judging, vector).outcome is not VectorOutcome.PASS
    ]
    assert failed == []


def test_an_edition_without_an_amendment_fails_its_vector(vectors: dict[str, Vector]) -> None:
    # Given the vectors of amendments, when the edition without the amendment is asked them,
    telling = [each for each in vectors.values() if each.id.startswith("amendment-")]
    assert len(telling) >= 40
    # then it gives that reply to the last operation, and fails there.
    assert [each.id for each in telling if not fails_at_its_end(each)] == []


def fails_at_its_end(vector: Vector) -> bool:
    """Return whether the edition that a vector tells apart fails it as it says."""
    assert vector.before is not None
    edition = edition_named(vector.before.edition)
    result = ran(ModelSystem(edition), vector)
    connection = PythonConnection(ModelSystem(edition))
    replies = [connection.exchange(asked.request, MOST_SECONDS) for asked in vector.operations]
    at_the_end = (result.outcome, result.at) == (VectorOutcome.FAIL, len(vector.operations) - 1)
    return at_the_end and replies[-1] == vector.before.reply


def test_without_the_area_plans_a_reset_registers(vectors: dict[str, Vector]) -> None:
    # Given an implementation of claims alone,
    served = ModelSystem()
    served.identity = replace(served.identity, areas=(AreaName.CLAIMS,))
    # when a vector of claims is run, then the reset gives the plan and it passes,
    assert ran(served, vectors["rule-CLM-5"]).outcome is VectorOutcome.PASS
    # and what needs another area is not supported.
    assert ran(served, vectors["rule-CMP-2"]).outcome is VectorOutcome.UNSUPPORTED
    assert cannot_run(vectors["rule-PLN-1"], served.identity) == (
        "the areas plans are not supported"
    )


def test_what_a_partial_implementation_leaves_out_is_not_judged(
    vectors: dict[str, Vector],
) -> None:
    # Given an implementation that shows nothing of what it stores,
    class Shy(ModelSystem):
        def observe(self) -> dict[str, object]:  # type: ignore[override]
            return {"reply": "ok"}

    shy = Shy()
    # when it says so, then it passes; when it does not, it does not even show an empty store.
    with pytest.raises(Broken, match="'reset' must empty the store"):
        ran(shy, vectors["rule-CLM-5"])
    shy.identity = replace(shy.identity, observe=Observed.PARTIAL)
    assert ran(shy, vectors["rule-CLM-5"]).outcome is VectorOutcome.PASS


@requires_ci_profile
def test_the_command_passes_the_model_and_tells_every_rule(capsys: Printed) -> None:
    # Given the model as a program, when all vectors are run on it,
    code = main(["vectors", "run", "--json", "--", *SERVE, "model"])
    # then the one document says that every rule passes that binds who answers.
    report = json.loads(capsys.readouterr().out)
    assert (code, report["verdict"]) == (SUCCESS, "pass")
    assert {grade for rule, grade in report["rules"].items() if rule[:3] != "REC"} == {"pass"}
    assert {grade for rule, grade in report["rules"].items() if rule[:3] == "REC"} == {
        "not exercised"
    }
    assert report["vectors"]["pass"] == report["vectors"]["run"]


@requires_ci_profile
def test_the_command_tells_what_a_broken_store_does_wrong(broken: Path, capsys: Printed) -> None:
    # Given a store in which the holder cannot claim again, when the vectors are run on it,
    claims = ["--area", "claims"]
    code = main(["vectors", "run", *claims, "--python", f"{broken}:make"])
    lines = capsys.readouterr().out.splitlines()
    # then the run fails, and tells the vector, the operations, the difference and the rule.
    assert code == NOT_CONFORMING
    assert any(line.startswith("rule-CLM-5: ") for line in lines)
    assert any("the answer: build, until" in line for line in lines)
    assert any(line.split()[:2] == ["CLM-5", "fail"] for line in lines)
    assert " failed, " in lines[-1]


def test_a_run_that_breaks_keeps_what_was_found(capsys: Printed) -> None:
    # Given a program that ends at once, when vectors are run on it, then the exit code is 4.
    code = main(["vectors", "run", "--json", "--", sys.executable, "-c", ""])
    assert (code, json.loads(capsys.readouterr().out)["verdict"]) == (BROKEN, "broken")


def test_a_run_in_which_nothing_is_supported_is_inconclusive(
    tmp_path: Path, capsys: Printed
) -> None:
    # Given an implementation of nothing, when vectors are run on it, then nothing is decided.
    program = tmp_path / "nothing.py"
    program.write_text(
        "from conformance.adapters.model import ModelSystem\n"
        "from dataclasses import replace\n"
        "def make():\n"
        "    served = ModelSystem()\n"
        "    served.identity = replace(served.identity, areas=())\n"
        "    return served\n"
    )
    code = main(["vectors", "run", "--python", f"{program}:make"])
    assert code == INCONCLUSIVE
    assert "not supported" in capsys.readouterr().out
