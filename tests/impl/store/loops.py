"""Loops for the tests: reports that stand for every situation, and what a store holds of a loop."""

from impl.store.store import Store
from spec.vocabulary.iteration_loops import IterationLoop
from spec.vocabulary.iterations import IterationReport, ReportIteration, StartIterations
from tests.impl.bridge import PLAN, plan_of

SUMMARY = "summaries/1.md"
ENOUGH = 100


def start(limit: int = 5, plan: str = PLAN) -> StartIterations:
    return StartIterations(plan, limit, 10)


def report(
    work: str | tuple[str, ...] | None = "Phase_2 Phase_3",
    *,
    wants_more: bool = True,
    stuck: bool = False,
    summary_bytes: int | None = ENOUGH,
    least: int = ENOUGH,
    summary: str | None = SUMMARY,
    plan: str = PLAN,
) -> ReportIteration:
    reported = IterationReport(work, wants_more, stuck, summary_path=summary)
    return ReportIteration(plan, reported, summary_bytes, 20, least)


def loop_of(store: Store) -> IterationLoop:
    loop = plan_of(store).iteration_loop
    assert loop is not None
    return loop
