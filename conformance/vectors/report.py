"""The report of a run of the vectors: which rules passed, and what differed."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from conformance.adapters.connections import Broken
from conformance.adapters.model import transitions_of
from conformance.protocol.documents.vectors import FailedVector, VectorsDocument
from conformance.protocol.messages import Clock, Identity
from conformance.reports.console import aligned, coloured
from conformance.reports.words.differences import render_differences
from conformance.reports.words.traces import render_operation
from conformance.vectors.running import VectorOutcome, VectorResult
from conformance.vectors.vector import Vector, operations_of
from conformance.vectors.waiting import not_tested
from spec.catalog import RULES, rule_id, undecided_clauses
from spec.catalog import rule as rule_of
from spec.editions import CURRENT, Edition

NOT_SHOWN, INCONCLUSIVE = "not exercised", "inconclusive"


@dataclass
class VectorReport:
    """What was run, in order, and what broke the run if something did.

    `expected` are all vectors of the edition, of which only some may have been chosen. `ends` are
    what broke the system and did not end the run; `replay` makes the command that runs a vector.
    """

    ran: list[VectorResult] = field(default_factory=list)
    identity: Identity | None = None
    broken: Broken | None = None
    edition: Edition = CURRENT
    expected: Sequence[Vector] = ()
    ends: Sequence[Broken] = ()
    replay: Callable[[str], str] = str
    begun: float = field(default_factory=time.monotonic)

    @property
    def failed(self) -> list[VectorResult]:
        """The vectors that failed."""
        return [ran for ran in self.ran if ran.outcome is VectorOutcome.FAIL]

    @property
    def problem(self) -> str | None:
        """What broke the run, or else at which vectors the system broke and was started again."""
        if self.broken is not None:
            return str(self.broken)
        if broken := [ran.vector.id for ran in self.failed if ran.broken is not None]:
            return f"it breaks in {len(broken)} vectors, such as {broken[0]}"
        return f"{self.ends[0].kind}: {self.ends[0]}" if self.ends else None

    @property
    def verdict(self) -> Literal["pass", "fail", "unknown", "broken"]:
        """Return how the run ended; `unknown` if no vector could be run."""
        if self.problem is not None:
            return "broken"
        if self.failed:
            return "fail"
        return "pass" if any(ran.outcome is VectorOutcome.PASS for ran in self.ran) else "unknown"

    def grade(self, rule: str) -> str:
        """Return how a rule fared: it fails if any vector does that shows something of it.

        It passes only if every vector about it was run, and every clause of it put to the test.
        """
        outcomes = {ran.outcome for ran in self.ran if rule in ran.rules}
        if VectorOutcome.FAIL in outcomes or not outcomes:
            return VectorOutcome.FAIL.value if outcomes else NOT_SHOWN
        if VectorOutcome.PASS not in outcomes:
            return VectorOutcome.UNSUPPORTED.value
        if rule in self.left_out:
            return INCONCLUSIVE
        if self.waits_for_nothing and not_tested(rule_of(rule), self.edition):
            return NOT_SHOWN
        if rule in self.undecided:
            return (
                VectorOutcome.UNSUPPORTED if VectorOutcome.UNSUPPORTED in outcomes else INCONCLUSIVE
            )
        return VectorOutcome.PASS.value

    @property
    def waits_for_nothing(self) -> bool:
        """Whether the clock cannot be set: vectors wait for no lease, and compare no times."""
        return self.identity is not None and self.identity.clock is Clock.NONE

    @cached_property
    def left_out(self) -> set[str]:
        """The rules about which some vectors were not chosen, or not reached."""
        ran = {each.vector.id for each in self.ran}
        left = (each for each in self.expected if each.id not in ran)
        return {rule for each in left for rule in each.rules}

    @cached_property
    def undecided(self) -> set[str]:
        """The rules with a clause that no vector that passed has put to the test."""
        decided = set[str]()
        for ran in self.ran:
            if ran.outcome is VectorOutcome.PASS:
                decided.update(ran.vector.clauses)
                operations = operations_of(ran.vector)
                for transition in transitions_of(operations, self.edition):
                    decided.update(transition.clauses)
        return set(map(rule_id, undecided_clauses(decided, self.edition)))

    def grades(self) -> dict[str, str]:
        """Return how every rule of the edition fared."""
        rules = (rule for rule in RULES if rule.clauses_in(self.edition))
        return {rule.id: self.grade(rule.id) for rule in rules}

    def document(self) -> VectorsDocument:
        """Return the document of the run."""
        return VectorsDocument(
            verdict=self.verdict,
            implementation=self.identity,
            edition=self.edition.name,
            vectors={
                "run": len(self.ran),
                "pass": self.count(VectorOutcome.PASS),
                "fail": self.count(VectorOutcome.FAIL),
                "unsupported": self.count(VectorOutcome.UNSUPPORTED),
            },
            rules=self.grades(),
            failures=[failed_vector(ran) for ran in self.failed],
            problem=self.problem,
            seconds=round(time.monotonic() - self.begun, 2),
        )

    def count(self, outcome: VectorOutcome) -> int:
        """Return the number of vectors with this outcome."""
        return sum(ran.outcome is outcome for ran in self.ran)

    def as_text(self) -> Iterator[str]:
        """Yield the failures, then the rules, then how many passed."""
        for ran in self.failed:
            yield from render_failure(ran)
            yield f"     run it again: {self.replay(ran.vector.id)}"
            yield ""
        yield from self.unsupported_lines()
        yield from self.rule_lines()
        if self.problem is not None:
            yield coloured(self.problem, "red")
        yield self.summary()

    def unsupported_lines(self) -> Iterator[str]:
        """Yield why vectors were not run."""
        reasons = Counter(ran.why for ran in self.ran if ran.outcome is VectorOutcome.UNSUPPORTED)
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
            if grades.get(rule.id) == VectorOutcome.FAIL
        ]
        if rows:
            yield from aligned(rows)
        for grade in (VectorOutcome.PASS, INCONCLUSIVE, VectorOutcome.UNSUPPORTED, NOT_SHOWN):
            if rules := [rule for rule, found in grades.items() if found == grade]:
                yield f"{grade}: {' '.join(rules)}"

    def summary(self) -> str:
        """Return how many vectors passed."""
        passed, failed = self.count(VectorOutcome.PASS), len(self.failed)
        counts = [f"{passed} passed", f"{failed} failed"]
        if unsupported := self.count(VectorOutcome.UNSUPPORTED):
            counts.append(f"{unsupported} not supported")
        seconds = time.monotonic() - self.begun
        summary = f"vectors of {self.edition.name}: {', '.join(counts)}, {seconds:.1f} s"
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
    yield from (f"       {line}" for line in what_differed(ran))
    if ran.broken is not None and ran.broken.last_words:
        yield "     the last lines of its standard error:"
        yield from (f"       {line}" for line in ran.broken.last_words)


def failed_vector(ran: VectorResult) -> FailedVector:
    """Return a failure as the document shows it."""
    return FailedVector(
        id=ran.vector.id,
        title=ran.vector.title,
        rules=list(ran.vector.rules),
        operation=None if ran.at is None else ran.at + 1,
        differences=what_differed(ran),
    )


def what_differed(ran: VectorResult) -> list[str]:
    """Return the differences of a vector that failed as lines, or its error."""
    return render_differences(ran.differences) or [ran.problem]
