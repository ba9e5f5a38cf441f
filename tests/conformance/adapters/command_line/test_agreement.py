"""`planstate` agrees with the model through its own command line, as real processes."""

from conformance.adapters.capabilities import capabilities_of
from conformance.adapters.command_line.probing import CommandLineSystem
from conformance.adapters.remote import RemoteSystem
from conformance.kit.limits import RunLimits
from conformance.kit.run import validate
from conformance.kit.session import Session
from conformance.kit.stages.random_operations import run_at_random
from conformance.kit.stages.vectors import run_vectors
from conformance.kit.vector_runs import vectors_for
from tests.conformance.adapters.command_line.driving import Patient
from tests.profiles import requires_ci_profile

OPERATIONS = {"ci": 30, "nightly": 800}
ONE_VECTOR_IN = {"ci": 800, "nightly": 10}


@requires_ci_profile
def test_vectors_and_random_operations_are_answered_alike(
    known: CommandLineSystem, profile: str
) -> None:
    # Given the program in a real repository beside the model,
    system = RemoteSystem(Patient(known))
    capabilities = capabilities_of(system.identity)
    vectors = vectors_for(capabilities)[:: ONE_VECTOR_IN[profile]]
    session = Session(system, capabilities, vectors=vectors)
    # when both are asked the same by vectors, and at random,
    asked = RunLimits(0, None, OPERATIONS[profile])
    found = [
        validate(session, limits, stages=[stage])
        for stage, limits in ((run_vectors, RunLimits(0, None, None)), (run_at_random, asked))
    ]
    # then they answer and hold the same.
    assert [(each.findings, each.broken) for each in found] == [([], [])] * 2
    assert all(each.operations for each in found)
