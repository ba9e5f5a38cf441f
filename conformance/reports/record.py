"""The record of a validation, from which all reports are made: one JSON object a line.

First a header; at the end of the run the findings, a result for every rule, the levels, and a
footer. A record without a footer belongs to a run that was interrupted.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Literal

from pydantic import TypeAdapter

from conformance.protocol.documents.validation import (
    ConformFinding,
    RealLeasesResult,
    TourResult,
    VectorCount,
)
from conformance.protocol.lines import written
from conformance.protocol.messages import Identity
from conformance.protocol.operations import adapter
from conformance.protocol.visible import visible

FORMAT = "planspec record 1"
"""The version of the format that is read and written here."""


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
class RecordHeader:
    """Who was validated against what, and how. `budget` is in seconds, `date` is ISO 8601, UTC."""

    format: Literal["planspec record 1"]
    edition: str
    planspec: str
    implementation: Identity
    command: tuple[str, ...]
    seed: int
    budget: float
    date: str
    record: Literal["header"] = "header"


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
    record: Literal["result"] = "result"


@dataclass(frozen=True, slots=True)
class LevelResult:
    """The grade of a level: a guarantee that several rules give together."""

    level: str
    grade: Grade
    why: str
    rules: tuple[str, ...]
    record: Literal["level"] = "level"


@dataclass(frozen=True, slots=True)
class Footer:
    """How the run ended. `problem` describes a failure or a stale deviation.

    `never_decided` are the clauses of graded rules that no request put to the test, `not_reached`
    those that only decided where a difference stands in the way. `never_judged` and
    `sometimes_judged` are fields that a partial implementation leaves out. `left` is what
    stages had no time for. `real_leases` is what was waited for where the clock cannot be set.
    """

    verdict: RunVerdict
    exit_code: int
    operations: int
    resets: int
    seconds: float
    vectors: VectorCount
    never_judged: tuple[str, ...] = ()
    problem: str | None = None
    last_words: tuple[str, ...] = ()
    sometimes_judged: tuple[str, ...] = ()
    tours: tuple[TourResult, ...] = ()
    left: tuple[str, ...] = ()
    never_decided: tuple[str, ...] = ()
    not_reached: tuple[str, ...] = ()
    real_leases: RealLeasesResult | None = None
    record: Literal["footer"] = "footer"


Entry = RecordHeader | ConformFinding | RuleResult | LevelResult | Footer
"""Any entry; the field `record` says which."""


@dataclass(frozen=True, slots=True)
class Record:
    """A whole run, from its header to its footer."""

    header: RecordHeader
    findings: tuple[ConformFinding, ...]
    results: tuple[RuleResult, ...]
    levels: tuple[LevelResult, ...]
    footer: Footer

    def entries(self) -> Iterator[Entry]:
        """Yield the entries in their order."""
        yield self.header
        yield from self.findings
        yield from self.results
        yield from self.levels
        yield self.footer

    def graded(self, *grades: Grade) -> tuple[RuleResult, ...]:
        """Return the results that have one of the grades."""
        return tuple(result for result in self.results if result.grade in grades)

    def findings_of(self, result: RuleResult) -> tuple[ConformFinding, ...]:
        """Return the findings that a result names."""
        return tuple(finding for finding in self.findings if finding.number in result.findings)


def record_of(entries: Iterable[Entry]) -> Record:
    """Return the record of a run, in which every character can be shown."""
    shown = [with_visible_text(entry) for entry in entries]
    [header] = (entry for entry in shown if isinstance(entry, RecordHeader))
    [footer] = (entry for entry in shown if isinstance(entry, Footer))
    return Record(
        header,
        tuple(entry for entry in shown if isinstance(entry, ConformFinding)),
        tuple(entry for entry in shown if isinstance(entry, RuleResult)),
        tuple(entry for entry in shown if isinstance(entry, LevelResult)),
        footer,
    )


def with_visible_text(entry: Entry) -> Entry:
    """Return an entry in which every character can be shown."""
    kind: TypeAdapter[Entry] = adapter(type(entry))
    return kind.validate_python(visible(kind.dump_python(entry, mode="json")))


def write_record(folder: Path, entries: Iterable[Entry]) -> None:
    """Write entries into the folder of a run's reports."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = (written(adapter(type(each)).dump_python(each, mode="json")) for each in entries)
    (folder / "record.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
