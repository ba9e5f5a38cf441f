"""Layers: the ways in which the checks look for a mutant, the cheapest first."""

from enum import StrEnum


class Layer(StrEnum):
    """A way to look for a difference, in the order in which they are tried.

    `SITUATIONS` are those of recovery, which an orchestrator is played. `CLIENTS` share a store,
    for faults that only two of them show. `TEST` is for the programs around the store, of which no
    operation tells anything. The others are for stores.
    """

    SITUATIONS = "situations"
    VECTORS = "vectors"
    RANDOM = "random"
    CLIENTS = "clients"
    TEST = "test"


class UnsoundCheck(Exception):
    """What differs on a mutant differs on the unbroken side too, and so kills nothing."""
