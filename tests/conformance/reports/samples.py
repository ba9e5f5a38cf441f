"""Records to make reports of: a whole one with a finding, and what changes it."""

from collections.abc import Iterable
from dataclasses import replace

from conformance.protocol.documents.record import (
    Grade,
    Record,
    RuleResult,
    RunVerdict,
)
from conformance.protocol.documents.validation import ConformFinding, VectorCount
from conformance.protocol.messages import AreaName, Identity
from spec.catalog import AREAS

FINDING = ConformFinding(
    number=1,
    rule="CLM-5",
    clause="CLM-5.2",
    rules=("CLM-1", "CLM-5"),
    clauses=("CLM-1.2", "CLM-5.2"),
    area="claims",
    operation="claim",
    kind="answer",
    source="random",
    steps=(
        '  1  {"operation":"claim","plan":"plan.md"}',
        '       build.status: "pending" -> "claimed"',
    ),
    expected='{"reply":"rejected","code":"E048","reason":"step_not_ready"}',
    observed='{"reply":"ok","answer":"claimed","anchor":"build"}',
    differences=('reply: "rejected" -> "ok"',),
    explanation=("CLM-5 says who may claim.", "The implementation claims it for anybody."),
    trace="traces/CLM-5.json",
    replay="planspec replay traces/CLM-5.json -- ./bridge --serve",
    snippet="printf '%s\\n' '{\"request\":\"hello\"}' | ./bridge --serve",
    reduced=True,
    title="`claim` is answered `claimed`; expected: rejected with E048 step_not_ready",
    severity="two holders",
    certain=True,
)
ENDED = Record(
    implementation=Identity("bridge", "0.3", "Go", (AreaName.CLAIMS, AreaName.CHECKLISTS)),
    edition="2026.2",
    planspec="0.1.0",
    command=("./bridge", "--serve"),
    seed=7,
    budget=60.0,
    date="2026-11-22T10:00:00Z",
    verdict=RunVerdict.FAIL,
    operations=20_000,
    resets=400,
    seconds=60.1,
    vectors=VectorCount(250, 3),
    levels={"leases": Grade.FAIL},
    never_judged=("step.claimed_at",),
    sometimes_judged=("claimed.title",),
)
"""A failing run of which no rule was graded."""


def results(grades: dict[str, Grade]) -> Iterable[RuleResult]:
    """Return a result for every rule: its grade in `grades`, or a pass."""
    for area in AREAS:
        for rule in area.rules:
            grade = grades.get(rule.id, Grade.PASS)
            findings = (1,) if rule.id == FINDING.rule and grade is Grade.FAIL else ()
            yield RuleResult(
                rule.id, rule.title, area.name, grade, 12, findings, "as it turned out"
            )


def whole(**changes: object) -> Record:
    """Return the record of a failing run; `changes` are those of its finding."""
    finding = replace(FINDING, **changes)  # type: ignore[arg-type]
    grades = {"CLM-5": Grade.FAIL, "REV-1": Grade.UNSUPPORTED, "CLM-7": Grade.INCONCLUSIVE}
    graded = ending(ENDED, grades)
    return replace(graded, findings=(finding,)).shown


def ending(ended: Record, grades: dict[str, Grade] | None = None) -> Record:
    """Return the record of a run without findings that ends so."""
    return replace(ended, results=tuple(results(grades or {})))
