"""Short ways to write the iterations of a loop, with a report that keeps the contract."""

from dataclasses import replace
from typing import Any

from spec.vocabulary.iteration_loops import IterationLoop, LoopStatus, Override, Violation
from spec.vocabulary.iterations import (
    LEAST_SUMMARY_BYTES,
    IterationDecided,
    IterationReport,
    ReportIteration,
    StartIterations,
)
from tests.iteration_decisions import DecisionInputs
from tests.rules.builders import PLAN
from tests.rules.suts import Sut, with_loop

CONTINUING, COMPLETE = LoopStatus.CONTINUING, LoopStatus.COMPLETE
STUCK, MAX_ITERATIONS = LoopStatus.STUCK, LoopStatus.MAX_ITERATIONS
ENDED = [COMPLETE, STUCK, MAX_ITERATIONS]

Decision = tuple[LoopStatus, bool, Override | None]
"""The status, whether a violation is logged, and what overrides the signal."""

WorkRemaining = str | tuple[str, ...] | None


def start_iterations(max_iterations: int = 5, *, plan: str = PLAN, now: int = 0) -> StartIterations:
    return StartIterations(plan, max_iterations, now)


def report(
    work_remaining: WorkRemaining,
    requires_continuation: bool,
    *,
    stuck: bool = False,
    summary_path: str | None = "summary.md",
    summary_bytes: int | None = LEAST_SUMMARY_BYTES,
    least: int | None = LEAST_SUMMARY_BYTES,
    plan: str = PLAN,
    **others: Any,
) -> ReportIteration:
    said = IterationReport(work_remaining, requires_continuation, stuck)
    said = replace(said, summary_path=summary_path, **others)
    return ReportIteration(plan, said, summary_bytes, 0, least)


def decided_by(sut: Sut, situation: DecisionInputs) -> Decision:
    """Report what makes a situation, check everything that follows, and return the decision."""
    # Given a loop with a violation logged, below its limit or at it
    earlier = Violation(1, ("old",), False, None)
    limit = 2 if situation.at_limit else 3
    sut.load(with_loop(IterationLoop(limit, 2, ("old",), CONTINUING, None, "old.md", (earlier,))))
    # When an iteration is reported
    names = ("a", "b") if situation.work_remains else ()
    signal, stuck = situation.requires_continuation, situation.stuck_detected
    outcome = sut.apply(report(names, signal, stuck=stuck, summary_path="new.md"))
    # Then the loop goes on with the next iteration and the summary, or ends in this one
    assert isinstance(outcome, IterationDecided)
    status, logged = outcome.status, outcome.violation
    goes_on = status is CONTINUING
    assert sut.loop() == IterationLoop(
        limit,
        3 if goes_on else 2,
        names,
        status,
        str(status) if status in (STUCK, MAX_ITERATIONS) else None,
        "new.md" if goes_on else "old.md",
        (earlier, logged) if logged else (earlier,),
    )
    assert outcome.iteration == sut.loop().iteration
    if logged is None:
        return status, False, None
    assert logged == Violation(2, names, signal, logged.override)
    return status, True, logged.override
