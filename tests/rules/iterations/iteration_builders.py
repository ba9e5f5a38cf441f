"""Short ways to write the iterations of a loop, with a report that keeps the contract."""

from dataclasses import replace
from typing import Any

from spec.vocabulary.iteration_loops import IterationLoop, LoopStatus
from spec.vocabulary.iterations import (
    LEAST_SUMMARY_BYTES,
    IterationReport,
    ReportIteration,
    StartIterations,
)
from spec.vocabulary.state import Plan, PlanStatus, State
from tests.rules.builders import HASH, PLAN

CONTINUING, COMPLETE = LoopStatus.CONTINUING, LoopStatus.COMPLETE
STUCK, MAX_ITERATIONS = LoopStatus.STUCK, LoopStatus.MAX_ITERATIONS
ENDED = [COMPLETE, STUCK, MAX_ITERATIONS]

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


def with_loop(loop: IterationLoop | None) -> State:
    """Return the state of a store with one plan, without steps, and its loop."""
    plan = Plan(
        PLAN, HASH, "A plan", PlanStatus.ACTIVE, (), None, loop, last_artifact_id=0, last_claim_id=0
    )
    return State((plan,))
