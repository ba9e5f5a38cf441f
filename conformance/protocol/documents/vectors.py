"""The documents of `planspec vectors build`, with and without `--check`, `run` and `export`."""

from typing import Literal

from typing_extensions import TypedDict

from conformance.protocol.documents.base import CommandDocument
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


class FailedVector(CommandDocument):
    """A vector that failed at an operation, counted from 1, or at its end."""

    id: str
    title: str
    rules: list[str]
    operation: int | None
    differences: list[str]


class VectorsDocument(CommandDocument):
    """The grade of every rule by the vectors, and the vectors that failed."""

    verdict: Literal["pass", "fail", "unknown", "broken"]
    implementation: Identity | None
    edition: str
    vectors: VectorCounts
    rules: dict[str, str]
    failures: list[FailedVector]
    problem: str | None
    seconds: float
