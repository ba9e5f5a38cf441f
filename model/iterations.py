"""Iterations: starting, continuing and ending a loop (ITR)."""

import json
from dataclasses import dataclass, replace

from model.transition import Decision, accept, refuse
from spec.amendments import CONTINUATION_OVERRIDE, HALTING_WINS
from spec.editions import Edition
from spec.vocabulary.iteration_loops import IterationLoop, LoopStatus, Override, Violation
from spec.vocabulary.iterations import (
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
    if refusal := unfit_summary(operation):
        return refusal
    work = names_of(operation.report.work_remaining)
    if work is None:
        return refuse(invalid_request("malformed_work_remaining"), "ITR-2.1", "ITR-7.7")
    return decided(plan, loop, operation.report, work, edition)


def unfit_summary(operation: ReportIteration) -> Decision | None:
    """Return the refusal of a missing or undersized summary, or `None`."""
    size, least = operation.summary_bytes, operation.least_summary_bytes
    if size is None:
        return refuse(missing_summary(), "ITR-7.3")
    return refuse(undersized_summary(size, least), "ITR-7.4") if size < least else None


def reading_clause(given: str | tuple[str, ...] | None, work: tuple[str, ...]) -> str:
    """Return the clause by which the names of a report were read."""
    if given is None:
        return "ITR-1.4"
    if not isinstance(given, str):
        return "ITR-2.2" if work else "ITR-1.6"
    if not work:
        return "ITR-1.5"
    return "ITR-2.2" if given.strip().startswith("[") else "ITR-2.4"


def names_of(work: str | tuple[str, ...] | None) -> tuple[str, ...] | None:
    """Return the names of the work that remains, or `None` if it is malformed (ITR-1, ITR-2)."""
    if work is None:
        return ()
    if isinstance(work, str):
        text = work.strip()
        if text.startswith("["):
            listed = listed_names(text)
            if listed is None:
                return None
            work = listed
        else:
            work = () if text == "0" else tuple(text.split())
    return tuple(name.strip() for name in work if name.strip())


def listed_names(text: str) -> tuple[str, ...] | None:
    """Return the texts of a JSON array, or `None` if it is not an array of texts."""
    try:
        listed = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(listed, list) or not all(isinstance(name, str) for name in listed):
        return None
    return tuple(listed)


@dataclass(frozen=True, slots=True)
class LoopDecision:
    """The status of a loop, the clause that decided it, and how the signal was overridden."""

    status: LoopStatus
    clause: str
    override: Override | None = None


def decide_continuation(
    loop: IterationLoop, report: IterationReport, works: bool, edition: Edition
) -> LoopDecision:
    """Decide from the work that remains and from the signals (ITR-3, ITR-4, ITR-8)."""
    # ITR-4.6: before A15, halting was not decided first.
    if edition.has(HALTING_WINS):
        if not works:
            return LoopDecision(LoopStatus.COMPLETE, "ITR-4.3", Override.FORCED_FALSE)
        if report.stuck_detected:
            return LoopDecision(LoopStatus.STUCK, "ITR-4.4")
        if loop.iteration >= loop.max_iterations:
            return LoopDecision(LoopStatus.MAX_ITERATIONS, "ITR-4.5")
    # ITR-3.3: remaining work forces the loop to continue.
    if edition.has(CONTINUATION_OVERRIDE):
        if works:
            return LoopDecision(LoopStatus.CONTINUING, "ITR-3.3", Override.FORCED_TRUE)
        status = LoopStatus.CONTINUING if report.requires_continuation else LoopStatus.COMPLETE
        return LoopDecision(status, "ITR-3.4")
    # ITR-8: otherwise the coordinator decides.
    if report.requires_continuation:
        return LoopDecision(LoopStatus.CONTINUING, "ITR-8.1")
    if not works:
        return LoopDecision(LoopStatus.COMPLETE, "ITR-8.3")
    if report.stuck_detected:
        return LoopDecision(LoopStatus.STUCK, "ITR-8.4")
    return LoopDecision(LoopStatus.MAX_ITERATIONS, "ITR-8.5")


def decided(
    plan: Plan,
    loop: IterationLoop,
    report: IterationReport,
    work: tuple[str, ...],
    edition: Edition,
) -> Decision:
    """Store the decision, and log a violation of the contract (ITR-5, ITR-6)."""
    found = decide_continuation(loop, report, bool(work), edition)
    violation = violation_of(loop, report, work, found, edition)
    after = replace(loop, work_remaining=work, status=found.status)
    clauses = [reading_clause(report.work_remaining, work), found.clause, "ITR-5.5", "ITR-5.12"]
    if found.status is LoopStatus.CONTINUING:
        after = replace(after, iteration=loop.iteration + 1, context=report.summary_path)
        clauses += ["ITR-5.6", "ITR-5.7"]
    elif found.status is LoopStatus.COMPLETE:
        clauses += ["ITR-5.8", "ITR-5.10"]
    else:
        after = replace(after, halt_reason=found.status)
        clauses += ["ITR-5.8", "ITR-5.9"]
    if violation:
        after = replace(after, violations=(*loop.violations, violation))
    outcome = IterationDecided(found.status, after.iteration, violation)
    if violation:
        clauses += ["ITR-5.13", "ITR-6.3", "ITR-6.4", OVERRIDE_CLAUSES[violation.override]]
        # ITR-8.6: the remaining work has overridden the signal.
        clauses += ["ITR-8.6"] if work else []
    return accept(outcome, *clauses, plan=replace(plan, iteration_loop=after))


def violation_of(
    loop: IterationLoop,
    report: IterationReport,
    work: tuple[str, ...],
    found: LoopDecision,
    edition: Edition,
) -> Violation | None:
    """Return the violation if work and signal contradict each other, or `None` (ITR-3, ITR-6)."""
    contradictory = bool(work) != report.requires_continuation
    # Before A11, nothing was compared; before A15, only a missing continuation was logged.
    noticed = edition.has(CONTINUATION_OVERRIDE) and (bool(work) or edition.has(HALTING_WINS))
    if not contradictory or not noticed:
        return None
    return Violation(loop.iteration, work, report.requires_continuation, found.override)
