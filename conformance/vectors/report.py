"""The report of a run of the vectors: which rules passed, and what differed."""

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from conformance.adapters.connections import Broken
from conformance.adapters.model import transitions_of
from conformance.protocol.documents.validation import TourResult
from conformance.protocol.documents.vectors import FailedVector, VectorsDocument
from conformance.protocol.messages import Identity
from conformance.reports.console import aligned, coloured
from conformance.reports.findings import tours_as_text
from conformance.reports.traces import render_operation, render_trace
from conformance.vectors.running import Outcome, VectorResult
from conformance.vectors.touring import TourFailure
from spec.catalog import RULES

NOT_SHOWN = "not exercised"
MOST_OF_A_TOUR = 3
"""How many transitions that differ are shown of one tour."""


@dataclass
class VectorReport:
    """What was run, in order, and what broke the run if something did."""

    ran: list[VectorResult] = field(default_factory=list)
    tours: list[TourResult] = field(default_factory=list)
    strayed: list[TourFailure] = field(default_factory=list)
    identity: Identity | None = None
    broken: Broken | None = None
    begun: float = field(default_factory=time.monotonic)

    @property
    def failed(self) -> list[VectorResult]:
        """The vectors that failed."""
        return [ran for ran in self.ran if ran.outcome is Outcome.FAIL]

    @property
    def verdict(self) -> Literal["pass", "fail", "unknown", "broken"]:
        """Return how the run ended; `unknown` if no vector could be run."""
        if self.broken is not None:
            return "broken"
        if self.failed or self.strayed:
            return "fail"
        return "pass" if any(ran.outcome is Outcome.PASS for ran in self.ran) else "unknown"

    def grade(self, rule: str) -> str:
        """Return how a rule fared: it fails if any vector does that shows something of it."""
        outcomes = {ran.outcome for ran in self.ran if rule in ran.rules}
        found = (each for each in (Outcome.FAIL, Outcome.PASS, Outcome.UNSUPPORTED))
        return next((each.value for each in found if each in outcomes), NOT_SHOWN)

    def grades(self) -> dict[str, str]:
        """Return how every rule fared."""
        return {rule.id: self.grade(rule.id) for rule in RULES}

    def document(self) -> VectorsDocument:
        """Return the document of the run."""
        return VectorsDocument(
            verdict=self.verdict,
            implementation=self.identity,
            vectors={
                "run": len(self.ran),
                "pass": self.count(Outcome.PASS),
                "fail": self.count(Outcome.FAIL),
                "unsupported": self.count(Outcome.UNSUPPORTED),
            },
            tours=self.tours,
            rules=self.grades(),
            failures=[failed_vector(ran) for ran in self.failed],
            problem=str(self.broken) if self.broken else None,
            seconds=round(time.monotonic() - self.begun, 2),
        )

    def count(self, outcome: Outcome) -> int:
        """Return the number of vectors with this outcome."""
        return sum(ran.outcome is outcome for ran in self.ran)

    def as_text(self) -> Iterator[str]:
        """Yield the failures, then the rules, then how many passed."""
        for ran in self.failed:
            yield from render_failure(ran)
            yield ""
        yield from self.tour_lines()
        yield from self.unsupported_lines()
        yield from self.rule_lines()
        yield self.summary()

    def tour_lines(self) -> Iterator[str]:
        """Yield the first failures of each tour, then how far each came."""
        shown = Counter[str]()
        for failure in self.strayed:
            shown[failure.scope] += 1
            if shown[failure.scope] <= MOST_OF_A_TOUR:
                yield coloured(f"the tour of {failure.scope}:", "bold")
                yield from render_trace(failure.operations, transitions_of(failure.operations))
                yield from (f"       {line}" for line in failure.lines)
                yield ""
        yield from tours_as_text(self.tours)

    def unsupported_lines(self) -> Iterator[str]:
        """Yield why vectors were not run."""
        reasons = Counter(ran.why for ran in self.ran if ran.outcome is Outcome.UNSUPPORTED)
        for why, count in sorted(reasons.items()):
            yield f"{count} vectors were not run: {why}"
        if reasons:
            yield ""

    def rule_lines(self) -> Iterator[str]:
        """Yield how the rules fared, those that fail one a line."""
        grades = self.grades()
        rows = [
            (rule.id, coloured("fail", "red"), rule.title)
            for rule in RULES
            if grades[rule.id] == Outcome.FAIL
        ]
        if rows:
            yield from aligned(rows)
        for grade in (Outcome.PASS, Outcome.UNSUPPORTED, NOT_SHOWN):
            if rules := [rule for rule, found in grades.items() if found == grade]:
                yield f"{grade}: {' '.join(rules)}"

    def summary(self) -> str:
        """Return how many vectors passed."""
        counts = [f"{self.count(Outcome.PASS)} passed", f"{self.count(Outcome.FAIL)} failed"]
        if unsupported := self.count(Outcome.UNSUPPORTED):
            counts.append(f"{unsupported} not supported")
        seconds = time.monotonic() - self.begun
        summary = f"vectors: {', '.join(counts)}, {seconds:.1f} s"
        return coloured(summary, "green" if self.verdict == "pass" else "red")


def render_failure(ran: VectorResult) -> Iterator[str]:
    """Yield one failure: the trace up to the difference, and the difference."""
    vector = ran.vector
    yield coloured(f"{vector.id}: {vector.title}", "bold")
    last = len(vector.operations) if ran.at is None else ran.at + 1
    for number, asked in enumerate(vector.operations[:last], start=1):
        by = f"   by {' '.join(asked.rules)}" if number == last and asked.rules else ""
        yield f"{number:3}  {render_operation(asked.operation)}{by}"
    where = "stored in the end" if ran.at is None else f"answered to operation {ran.at + 1}"
    yield f"     {where}, expected -> observed:"
    yield from (f"       {difference}" for difference in ran.differences)


def failed_vector(ran: VectorResult) -> FailedVector:
    """Return a failure as the document shows it."""
    return FailedVector(
        id=ran.vector.id,
        title=ran.vector.title,
        rules=list(ran.vector.rules),
        operation=None if ran.at is None else ran.at + 1,
        differences=list(ran.differences),
    )
