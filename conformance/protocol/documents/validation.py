"""The documents of `planspec conform`, `planspec doctor` and `planspec deviations update`."""

from typing import Literal

from conformance.protocol.documents.base import Document
from conformance.protocol.messages import Identity


class BrokenDocument(Document):
    """Why no run could begin or end: the implementation or its adapter broke.

    `last_words` are the last lines of its standard error.
    """

    verdict: Literal["broken"] = "broken"
    kind: str
    problem: str
    last_words: list[str]


class DoctorDocument(Document):
    """An implementation that speaks the protocol."""

    verdict: Literal["pass"] = "pass"
    implementation: Identity


class ConformFinding(Document):
    """A difference between model and implementation, with the trace that leads to it.

    `rule` is the one that is most likely broken, `rules` are all that decided. `known` names the
    deviation that expected the difference.
    """

    number: int
    rule: str
    rules: list[str]
    area: str
    operation: str
    kind: str
    source: str
    steps: list[str]
    expected: str
    observed: str
    differences: list[str]
    explanation: list[str]
    trace: str
    replay: str
    snippet: str
    minimal: bool
    reduced: bool
    known: str | None


class VectorCount(Document):
    """How many vectors were run, and how many of them failed."""

    run: int
    failed: int


class ConformDocument(Document):
    """The grade of every rule and level, and every difference that was found."""

    implementation: Identity
    edition: str
    verdict: Literal["pass", "fail", "unknown", "broken"]
    operations: int
    rules: dict[str, str]
    findings: list[ConformFinding]
    levels: dict[str, str]
    vectors: VectorCount
    seconds: float
    seed: int
    problem: str | None


class KnownDeviation(Document):
    """A rule and the trace that shows the deviation from it."""

    rule: str
    witness: str


class DeviationsDocument(Document):
    """What has changed in a file of deviations; `unaccepted` ones still need a reason."""

    file: str
    known: int
    unaccepted: int
    new: list[KnownDeviation]
    gone: list[KnownDeviation]
    problem: str | None
