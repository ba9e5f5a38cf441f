"""The documents of `planspec vectors build`, with and without `--check`, `run` and `export`."""

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
