"""The layers over a command line, where each subcommand is a process."""

import json
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from conformance.adapters.capabilities import capabilities_of
from conformance.adapters.command_line.clients import ClientConnection
from conformance.adapters.command_line.probing import CommandLineSystem
from conformance.adapters.command_line.program import program_named
from conformance.adapters.remote import RemoteSystem, Timeouts
from conformance.cli.main import main
from conformance.differential.divergence import Divergence
from conformance.differential.runner import DifferentialRunner
from conformance.kit.vector_runs import operations_of, vectors_for
from conformance.protocol.traces import Trace, saved
from conformance.reports.exit_codes import NOT_CONFORMING
from conformance.vectors.vector import Vector
from spec.amendments.amendment import Amendment
from spec.amendments.catalog import AMENDMENTS
from spec.amendments.corrections import RECOVERY_VERIFIES_STEP
from spec.editions import CURRENT, Edition, toggled
from spec.vocabulary.claims import Claim
from spec.vocabulary.plans import PlanDefinition, Register, StepDefinition
from tests.conformance.kit.layered_model import STACKS
from tests.profiles import mostly_nightly, requires_nightly_profile

HASH = "a" * 64
ROOT = Path(__file__).parents[3]
PROGRAM = """#!{python}
import sys

sys.path.insert(0, {root!r})
from tests.conformance.kit.layered_command import command_line

sys.exit(command_line(sys.argv[1:], *{arguments!r}))
"""
PATIENCE = 86_400.0
LACKED = [
    each
    for each in AMENDMENTS
    if ("A12" <= each.id <= "A23" or each.id in STACKS) and each is not RECOVERY_VERIFIES_STEP
]
"""The amendments over which layers lie; A13 binds orchestrators, which no command line is."""
Written = Callable[..., str]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """Return what writes a program with an edition under layers."""

    def write(*arguments: str) -> str:
        program = tmp_path / "mine"
        text = PROGRAM.format(python=sys.executable, root=str(ROOT), arguments=arguments)
        program.write_text(text)
        program.chmod(0o755)
        return str(program)

    return write


@requires_nightly_profile
def test_layers_lie_over_a_command_line(
    written: Written, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Given a command-line program with ten shallow faults, and a claim
    program, trace = written("2026.2-A20"), tmp_path / "trace.json"
    step = StepDefinition("build", "Build")
    register = Register("plan.md", PlanDefinition("Plan", HASH, (step,)), 0)
    saved(trace, Trace((register, Claim("plan.md", "one", HASH, 1)), "", "2026.2"))
    # when the claim is asked of it,
    options = ["--timeout", "86400", "--edition", "2026.2", "--json", "--cli", program]
    assert main(["replay", str(trace), *options]) == NOT_CONFORMING
    # then its layers show.
    [finding] = json.loads(capsys.readouterr().out)["findings"]
    assert finding["differences"] == ["remaining_ready: 0 -> 1", "total_remaining: 0 -> 1"]


@pytest.mark.parametrize(
    "amendment",
    mostly_nightly(LACKED, (), ()),
    ids=lambda each: each.id,
)
def test_a_command_line_lacks_an_amendment(written: Written, amendment: Amendment) -> None:
    # Given a command-line program without layers that lacks an amendment
    program = written(toggled(amendment).name, "no layer")
    with closing(CommandLineSystem(program_named(program, PATIENCE))) as line:
        system = RemoteSystem(ClientConnection(line), Timeouts(PATIENCE, PATIENCE))
        vectors = vectors_for(capabilities_of(system.identity))
        vector = next(each for each in vectors if each.id == f"amendment-{amendment.id}")
        # when the amendment's vector is run on it, then it does what the edition without does.
        assert difference(system, vector, toggled(amendment)) is None
        assert difference(system, vector, CURRENT) is not None


def difference(system: RemoteSystem, vector: Vector, edition: Edition) -> Divergence | None:
    """Return how a system differs from an edition on a vector, if it does."""
    runner = DifferentialRunner(system, edition=edition)
    try:
        for operation in runner.begin(operations_of(vector)):
            runner.apply(operation)
    except Divergence as divergence:
        return divergence
    return None
