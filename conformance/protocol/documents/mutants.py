"""The document of `planspec mutants`."""

from dataclasses import dataclass

from conformance.protocol.documents.base import CommandDocument


@dataclass(frozen=True, slots=True)
class LayerResult:
    """What one layer found out: whether it killed the mutant, and after how many operations.

    `length` counts the operations of the shortest trace that the layer knows to kill it; none if
    it knows none. `by` names what killed it: a situation, a vector, a scope or a seed, or why
    nothing could. Of `schedules` that clients follow, so many are `contradicted`; `calls` are those
    of the first that no order explains.
    """

    layer: str
    killed: bool
    operations: int
    by: str
    length: int | None = None
    seconds: float = 0.0
    schedules: int = 0
    contradicted: int = 0
    calls: tuple[str, ...] = ()


class MutantDocument(CommandDocument):
    """A mutant, and the layer that killed it, if one did."""

    id: str
    rule: str
    clause: str
    kind: str
    subject: str
    broken: str
    equivalent: str | None
    killed_by: str | None
    operations: int
    seconds: float
    length: int | None
    layers: list[LayerResult]


class MutantsDocument(CommandDocument):
    """Which mutants were killed. `layers` counts the kills of each layer."""

    total: int
    killed: int
    equivalent: int
    survivors: list[str]
    wrongly_equivalent: list[str]
    budget: int
    layers: dict[str, int]
    mutants: list[MutantDocument]
