"""Iterations: starting, continuing and ending a loop (ITR)."""

from dataclasses import replace

from model.iteration_decisions import LoopDecision, decide_continuation
from model.transition import Decision, accept, refuse
from model.work_remaining import read_work
from spec.amendments.corrections import HALTING_WINS, LARGER_SUMMARY
from spec.amendments.seed import CONTINUATION_OVERRIDE
from spec.editions import Edition
from spec.vocabulary.iteration_loops import IterationLoop, LoopStatus, Override, Violation
from spec.vocabulary.iterations import (
    LEAST_SUMMARY_BYTES,
    IterationDecided,
    IterationReport,
    IterationsStarted,
    ReportIteration,
    StartIterations,
)
from spec.vocabulary.rejections import (
    invalid_request,
    missing_summary,
    undersized_summary,
)
from spec.vocabulary.state import Plan

DECIDED = ("ITR-5.5", "ITR-5.12")
"""The clauses on every report that is accepted."""

CONTINUING = ("ITR-5.6", "ITR-5.7")
"""The clauses on a loop that continues."""

HALTING = ("ITR-5.8", "ITR-5.11")
"""The clauses on a loop that ends before its work is done."""

COMPLETING = ("ITR-5.8", "ITR-5.10", "ITR-5.11")
"""The clauses on a loop that ends with its work."""

VIOLATED = ("ITR-5.13", "ITR-6.3", "ITR-6.4")
"""The clauses on a report whose work and signal contradict each other."""

LEAST_SUMMARY_BYTES_OF_THE_SEED = 10
"""The smallest summary before A34."""

OVERRIDE_CLAUSES = {
    Override.FORCED_TRUE: "ITR-6.5",
    Override.FORCED_FALSE: "ITR-6.6",
    None: "ITR-6.7",
}
"""The clauses on the override of a violation."""


def start_iterations(plan: Plan, operation: StartIterations) -> Decision:
    """Start a loop, or restart it (ITR-5)."""
    if operation.max_iterations < 1:
        return refuse(invalid_request(operation.max_iterations), "ITR-5.1")
    loop = IterationLoop(operation.max_iterations)
    outcome, after = IterationsStarted(loop.max_iterations), replace(plan, iteration_loop=loop)
    return accept(outcome, "ITR-5.2", "ITR-5.3", "ITR-5.4", plan=after)


def report_iteration(plan: Plan, operation: ReportIteration, edition: Edition) -> Decision:
    """Decide from a report whether the loop continues."""
    loop = plan.iteration_loop
    if loop is None:
        return refuse(invalid_request("not_started"), "ITR-7.1")
    if loop.status is not LoopStatus.CONTINUING:
        return refuse(invalid_request(loop.status), "ITR-7.2")
    least, *sizing = least_size(operation, edition)
    if refusal := unfit_summary(operation, least, *sizing):
        return refusal
    work = read_work(operation.report.work_remaining, edition)
    if work.names is None:
        return refuse(invalid_request("malformed_work_remaining"), *work.clauses, "ITR-7.7")
    return decided(plan, loop, operation.report, work.names, edition, *sizing, *work.clauses)


def least_size(operation: ReportIteration, edition: Edition) -> tuple[int, *tuple[str, ...]]:
    """Return the smallest size of a summary, and the clause that decides it, if one does."""
    if operation.least_summary_bytes is not None:
        return (operation.least_summary_bytes,)
    if edition.has(LARGER_SUMMARY):
        return LEAST_SUMMARY_BYTES, "ITR-7.10"
    return LEAST_SUMMARY_BYTES_OF_THE_SEED, "ITR-7.9"


def unfit_summary(operation: ReportIteration, least: int, *clauses: str) -> Decision | None:
    """Return the refusal of a missing or undersized summary, or `None`."""
    size = operation.summary_bytes
    if size is None:
        return refuse(missing_summary(), "ITR-7.3")
    if size < least:
        return refuse(undersized_summary(size, least), *clauses, "ITR-7.4", "ITR-7.6")
    return None


def decided(
    plan: Plan,
    loop: IterationLoop,
    report: IterationReport,
    work: tuple[str, ...],
    edition: Edition,
    *reading: str,
) -> Decision:
    """Store the decision, and log a violation of the contract (ITR-5, ITR-6)."""
    found = decide_continuation(loop, report, bool(work), edition)
    violation = violation_of(loop, report, work, found, edition)
    after = replace(loop, work_remaining=work, status=found.status)
    effect: tuple[str, ...] = COMPLETING
    if found.continues:
        after = replace(after, iteration=loop.iteration + 1, context=report.summary_path)
        effect = CONTINUING
    elif found.status is not LoopStatus.COMPLETE:
        after, effect = replace(after, halt_reason=found.status), HALTING
    if violation:
        after = replace(after, violations=(*loop.violations, violation))
        effect = (*effect, *VIOLATED, OVERRIDE_CLAUSES[violation.override])
    clauses = (
        *reading,
        *found.clauses,
        *DECIDED,
        *effect,
    )
    outcome = IterationDecided(found.status, after.iteration, violation)
    return accept(outcome, *clauses, plan=replace(plan, iteration_loop=after))


def is_contradictory(report: IterationReport, work: tuple[str, ...]) -> bool:
    """Return whether a report breaks the contract of work and signal (ITR-3)."""
    return bool(work) != report.requires_continuation


def violation_of(
    loop: IterationLoop,
    report: IterationReport,
    work: tuple[str, ...],
    found: LoopDecision,
    edition: Edition,
) -> Violation | None:
    """Return the violation if work and signal contradict each other, or `None` (ITR-3, ITR-6)."""
    # Before A11, nothing was compared; before A15, only a missing continuation was logged.
    noticed = edition.has(CONTINUATION_OVERRIDE) and (bool(work) or edition.has(HALTING_WINS))
    if not noticed or not is_contradictory(report, work):
        return None
    return Violation(loop.iteration, work, report.requires_continuation, found.override)
