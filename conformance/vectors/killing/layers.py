"""Layers: the ways in which the checks look for a mutant, the cheapest first."""

from enum import StrEnum


class Layer(StrEnum):
    """A way to look for a difference, in the order in which they are tried.

    `SITUATIONS` are those of recovery: an orchestrator is played them, and is tried at `RANDOM`, on
    drawn answers. `CLIENTS` are processes that share a store, for faults that need two of them.
    `TEST` is for the programs around the store, of which no operation tells anything. The others
    are for stores.
    """

    SITUATIONS = "situations"
    VECTORS = "vectors"
    EXHAUSTIVE = "exhaustive"
    RANDOM = "random"
    CLIENTS = "clients"
    TEST = "test"


class UnsoundCheck(Exception):
    """What differs on a mutant differs on the unbroken side too, and so kills nothing."""
