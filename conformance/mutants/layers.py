"""Layers: the three ways in which the checks look for a mutant, the cheapest first."""

from dataclasses import dataclass
from enum import StrEnum


class Layer(StrEnum):
    """A way to look for a difference, in the order in which they are tried."""

    VECTORS = "vectors"
    EXHAUSTIVE = "exhaustive"
    RANDOM = "random"


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
