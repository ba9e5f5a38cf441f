"""Layers: the ways in which the checks look for a mutant, the cheapest first."""

from dataclasses import dataclass
from enum import StrEnum


class Layer(StrEnum):
    """A way to look for a difference, in the order in which they are tried.

    `TEST` is for the programs around the store, of which no operation tells anything; the others
    are for stores and orchestrators.
    """

    VECTORS = "vectors"
    EXHAUSTIVE = "exhaustive"
    RANDOM = "random"
    TEST = "test"


@dataclass(frozen=True, slots=True)
class LayerResult:
    """What one layer found out: whether it killed the mutant, and after how many operations.

    `length` counts the operations of the shortest trace that the layer knows to kill it; none if
    it knows none. `by` names what killed it: a vector, a scope or a seed, or why nothing could.
    """

    layer: Layer
    killed: bool
    operations: int
    by: str
    length: int | None = None
    seconds: float = 0.0
