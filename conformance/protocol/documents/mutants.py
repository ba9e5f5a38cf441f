"""The document of `planspec mutants`."""

from pydantic import Field

from conformance.protocol.documents.base import CommandDocument, Seconds


class LayerDocument(CommandDocument):
    """What one layer of the checks found; `length` is that of the shortest killing trace.

    Of `schedules` of clients, `contradicted` killed the mutant, the first by `calls`.
    """

    layer: str
    killed: bool
    by: str
    operations: int
    seconds: Seconds
    length: int | None
    schedules: int = 0
    contradicted: int = 0
    calls: list[str] = Field(default_factory=list)


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
    layers: list[LayerDocument]


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
