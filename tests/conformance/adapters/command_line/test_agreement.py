"""`planstate` agrees with the model through its own command line, as real processes."""

from collections.abc import Callable

import pytest

from conformance.adapters.command_line.probing import CommandLineSystem
from conformance.differential.search import Limits
from tests.conformance.adapters.command_line.driving import Driven, agree_on_random_operations
from tests.profiles import requires_ci_profile

LIMITS = {
    "ci": Limits(examples=2, steps=25, seed=0),
    "nightly": Limits(examples=40, steps=60, seed=0),
}
ONE_VECTOR_IN = {"ci": 400, "nightly": 10}


@requires_ci_profile
def test_random_operations_are_answered_alike(
    known: CommandLineSystem,
    profile: str,
    record_property: Callable[[str, object], None],
) -> None:
    # Given the program in a real repository beside the model, when both are asked the same at
    # random, then they answer and hold the same
    tally = agree_on_random_operations(known, LIMITS[profile])
    assert tally.operations > 0
    record_property("planstate by its command line", f"{tally.operations} operations agreed")


@requires_ci_profile
def test_vectors_are_answered_as_they_say(known: CommandLineSystem, profile: str) -> None:
    reading = pytest.importorskip("conformance.vectors.reading")
    driven = Driven(known)
    identity = driven.system.identity
    possible = [
        vector
        for vector in reading.read_once()
        if vector.areas <= set(identity.areas) and vector.faults <= set(identity.faults)
    ]
    for vector in possible[:: ONE_VECTOR_IN[profile]]:
        # Given an empty repository, when a vector's operations are asked
        driven.reset()
        operations = [expected.operation for expected in vector.operations]
        # Then the answers are those of the model
        assert driven.differences(operations, every=9) == [], vector.id
