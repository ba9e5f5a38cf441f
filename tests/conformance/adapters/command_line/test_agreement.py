"""`planstate` agrees with the model through its own command line, as real processes."""

from collections.abc import Callable

import pytest

from conformance.adapters.command_line.adapter import CommandLine
from tests.conformance.adapters.command_line.driving import Driven

RUNS = {"dev": (1, 30), "ci": (3, 40), "nightly": (40, 60)}
"""How many random runs of how many operations."""
ONE_VECTOR_IN = {"dev": 40, "ci": 12, "nightly": 1}


def test_random_operations_are_answered_alike(
    known: CommandLine,
    profile: str,
    record_property: Callable[[str, object], None],
) -> None:
    # Given the program in a real repository beside the model
    driven = Driven(known)
    runs, operations = RUNS[profile]
    for seed in range(runs):
        driven.reset()
        # When both are asked the same at random, then they answer and hold the same
        assert driven.random_differences(seed, operations) == []
    count = sum(driven.seen.values())
    record_property("planstate by its command line", f"{count} operations agreed")


def test_vectors_are_answered_as_they_say(known: CommandLine, profile: str) -> None:
    reading = pytest.importorskip("conformance.vectors.reading")
    driven = Driven(known)
    identity = driven.system.identity
    possible = [
        vector
        for vector in reading.read_vectors()
        if vector.areas <= set(identity.areas) and vector.faults <= set(identity.faults)
    ]
    for vector in possible[:: ONE_VECTOR_IN[profile]]:
        # Given an empty repository, when a vector's operations are asked
        driven.reset()
        operations = [expected.operation for expected in vector.operations]
        # Then the answers are those of the model
        assert driven.differences(operations) == [], vector.id
