"""The record of a validation: the document of `planspec conform`, and what its reports show."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

from pydantic import ConfigDict, TypeAdapter

from conformance.protocol.documents.base import require_all
from conformance.protocol.documents.validation import (
    ConformFinding,
    RealLeasesResult,
    TourResult,
    VectorCount,
)
from conformance.protocol.messages import Identity
from conformance.protocol.operations import adapter
from conformance.protocol.visible import visible


class Grade(StrEnum):
    """The result of validating a rule, or all rules of a level.

    `inconclusive`: there were too few requests to decide. `not exercised`: no request could have
    violated it, and none was expected. `unsupported`: the implementation lacks the operations.
    """

    PASS = "pass"
    FAIL = "fail"
    KNOWN_DEVIATION = "known deviation"
    UNSUPPORTED = "unsupported"
    INCONCLUSIVE = "inconclusive"
    NOT_EXERCISED = "not exercised"


class RunVerdict(StrEnum):
    """How a run ended."""

    PASS = "pass"
    FAIL = "fail"
    UNKNOWN = "unknown"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class RuleResult:
    """The grade of one rule. `findings` are their numbers; `why` explains the grade."""

    rule: str
    title: str
    area: str
    grade: Grade
    exercised: int
    findings: tuple[int, ...] = ()
    why: str = ""


@dataclass(frozen=True)
class Record:
    """A whole run: who was validated against what, and how, what was found, and how it ended.

    `rules` are the grades alone, `results` say why; `levels` are the grades of several rules that
    give a guarantee together. `budget` is in seconds, `date` is ISO 8601, UTC. `problem` describes
    a failure or a stale deviation. `never_decided` are the clauses of graded rules that no request
    put to the test, `never_judged` and `sometimes_judged` are fields that a partial implementation
    leaves out. `left` is what stages had no time for. `real_leases` is what was waited for where
    the clock cannot be set. `areas` are those that were chosen, none for all.
    """

    __pydantic_config__: ClassVar = ConfigDict(extra="forbid", json_schema_extra=require_all)

    implementation: Identity
    edition: str
    planspec: str
    command: tuple[str, ...]
    seed: int
    budget: float
    date: str
    verdict: RunVerdict
    operations: int
    resets: int
    seconds: float
    vectors: VectorCount
    findings: tuple[ConformFinding, ...] = ()
    rules: dict[str, Grade] = field(default_factory=dict)
    levels: dict[str, Grade] = field(default_factory=dict)
    results: tuple[RuleResult, ...] = ()
    never_judged: tuple[str, ...] = ()
    problem: str | None = None
    last_words: tuple[str, ...] = ()
    sometimes_judged: tuple[str, ...] = ()
    tours: tuple[TourResult, ...] = ()
    left: tuple[str, ...] = ()
    never_decided: tuple[str, ...] = ()
    real_leases: RealLeasesResult | None = None
    areas: tuple[str, ...] = ()

    @property
    def shown(self) -> "Record":
        """The same, with every character in a form that can be shown."""
        kind: TypeAdapter[Record] = adapter(Record)
        return kind.validate_python(visible(kind.dump_python(self, mode="json")))

    def graded(self, *grades: Grade) -> tuple[RuleResult, ...]:
        """Return the results that have one of the grades."""
        return tuple(result for result in self.results if result.grade in grades)

    def findings_of(self, result: RuleResult) -> tuple[ConformFinding, ...]:
        """Return the findings that a result names."""
        return tuple(finding for finding in self.findings if finding.number in result.findings)
