"""The documents of `planspec vectors build`, with and without `--check`, `run` and `export`.

And that of `planspec mutants`, which vectors kill.
"""

from dataclasses import dataclass
from typing import Literal

from typing_extensions import TypedDict

from conformance.protocol.documents.base import CommandDocument
from conformance.protocol.documents.validation import ConformFinding
from conformance.protocol.messages import Identity


class BuildDocument(CommandDocument):
    """The vectors that were built or checked.

    `changed` are files that did not hold what they should, `found` the ids of vectors for which a
    trace was searched, `problems` what somebody has to do.
    """

    verdict: Literal["pass", "fail"]
    folder: str
    vectors: int
    changed: list[str]
    found: list[str]
    problems: list[str]
    seconds: float


class ExportDocument(CommandDocument):
    """The archive of the vectors of an edition, and its checksum."""

    file: str
    edition: str
    vectors: int
    sha256: str


VectorCounts = TypedDict("VectorCounts", {"run": int, "pass": int, "fail": int, "unsupported": int})
"""How many vectors were run, and with which outcomes. `pass` cannot be the name of a field."""


class VectorsDocument(CommandDocument):
    """How many vectors passed, the ids of those that `failed`, and every difference."""

    verdict: Literal["pass", "fail", "unknown", "broken"]
    implementation: Identity
    edition: str
    vectors: VectorCounts
    failed: list[str]
    findings: list[ConformFinding]
    problem: str | None
    seconds: float


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
    """A mutant, the layer that killed it, if one did, and what it and those before it found."""

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
