"""Layers: the ways in which the checks look for a mutant, the cheapest first."""

from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class LayerResult:
    """What one layer found out: whether it killed the mutant, and after how many operations.

    `length` counts the operations of the shortest trace that the layer knows to kill it; none if
    it knows none. `by` names what killed it: a situation, a vector, a scope or a seed, or why
    nothing could. Of `schedules` that clients follow, so many are `contradicted`; `calls` are those
    of the first that no order explains.
    """

    layer: Layer
    killed: bool
    operations: int
    by: str
    length: int | None = None
    seconds: float = 0.0
    schedules: int = 0
    contradicted: int = 0
    calls: tuple[str, ...] = ()
