"""Iterations: when a loop goes on, and how it ends (ITR)."""

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
    Rejected,
    invalid_request,
    missing_summary,
    undersized_summary,
)
from spec.vocabulary.state import Plan


def start_iterations(plan: Plan, operation: StartIterations) -> Decision:
    """Begin a loop, or begin it anew (ITR-5)."""
    if operation.max_iterations < 1:
        return refuse(invalid_request(operation.max_iterations), "ITR-5")
    loop = IterationLoop(operation.max_iterations)
    return accept(
        IterationsStarted(loop.max_iterations), "ITR-5", plan=replace(plan, iteration_loop=loop)
    )


def report_iteration(plan: Plan, operation: ReportIteration, edition: Edition) -> Decision:
    """Decide by a report whether the loop goes on."""
    loop = plan.iteration_loop
    if loop is None:
        return refuse(invalid_request("not_started"), "ITR-7")
    if loop.status is not LoopStatus.CONTINUING:
        return refuse(invalid_request(loop.status), "ITR-7")
    if rejection := unfit_summary(operation):
        return refuse(rejection, "ITR-7")
    work = names_of(operation.report.work_remaining)
    if work is None:
        return refuse(invalid_request("malformed_work_remaining"), "ITR-2", "ITR-7")
    return decided(plan, loop, operation.report, work, edition)


def unfit_summary(operation: ReportIteration) -> Rejected | None:
    """Refuse an iteration that left no summary, or hardly any (ITR-7)."""
    if operation.summary_bytes is None:
        return missing_summary()
    if operation.summary_bytes < operation.least_summary_bytes:
        return undersized_summary(operation.summary_bytes, operation.least_summary_bytes)
    return None


def names_of(work: str | tuple[str, ...] | None) -> tuple[str, ...] | None:
    """Read the work that remains, however it is written (ITR-1, ITR-2); none if that fails."""
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
    """Read a JSON array of texts; none if it is not one."""
    try:
        listed = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(listed, list) or not all(isinstance(name, str) for name in listed):
        return None
    return tuple(listed)


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a loop goes on, and what was made of the coordinator's signal if it was wrong."""

    status: LoopStatus
    rule: str
    override: Override | None = None


def verdict(loop: IterationLoop, report: IterationReport, works: bool, edition: Edition) -> Verdict:
    """Decide by what remains, and by the signals (ITR-3, ITR-4, ITR-8)."""
    # ITR-4: before A15 none of these was decided first.
    if edition.has(HALTING_WINS):
        if not works:
            return Verdict(LoopStatus.COMPLETE, "ITR-4", Override.FORCED_FALSE)
        if report.stuck_detected:
            return Verdict(LoopStatus.STUCK, "ITR-4")
        if loop.iteration >= loop.max_iterations:
            return Verdict(LoopStatus.MAX_ITERATIONS, "ITR-4")
    # ITR-3: what remains forces the loop to go on.
    if works and edition.has(CONTINUATION_OVERRIDE):
        return Verdict(LoopStatus.CONTINUING, "ITR-3", Override.FORCED_TRUE)
    # ITR-8: otherwise the coordinator decides.
    if report.requires_continuation:
        return Verdict(LoopStatus.CONTINUING, "ITR-8")
    if not works:
        return Verdict(LoopStatus.COMPLETE, "ITR-8")
    return Verdict(
        LoopStatus.STUCK if report.stuck_detected else LoopStatus.MAX_ITERATIONS, "ITR-8"
    )


def decided(
    plan: Plan,
    loop: IterationLoop,
    report: IterationReport,
    work: tuple[str, ...],
    edition: Edition,
) -> Decision:
    """Store what was decided, and log a broken contract (ITR-5, ITR-6)."""
    found = verdict(loop, report, bool(work), edition)
    violation = violation_of(loop, report, work, found, edition)
    after = replace(loop, work_remaining=work, status=found.status)
    if found.status is LoopStatus.CONTINUING:
        after = replace(after, iteration=loop.iteration + 1, context=report.summary_path)
    elif found.status is not LoopStatus.COMPLETE:
        after = replace(after, halt_reason=found.status)
    if violation:
        after = replace(after, violations=(*loop.violations, violation))
    outcome = IterationDecided(found.status, after.iteration, violation)
    rules = ["ITR-2" if work else "ITR-1", found.rule, "ITR-5"]
    if violation:
        # ITR-8: what remains has outweighed the signal.
        rules += ["ITR-6", "ITR-8"] if work else ["ITR-6"]
    return accept(outcome, *rules, plan=replace(plan, iteration_loop=after))


def violation_of(
    loop: IterationLoop,
    report: IterationReport,
    work: tuple[str, ...],
    found: Verdict,
    edition: Edition,
) -> Violation | None:
    """Tell what to log, if what remains and the signal contradict each other (ITR-3, ITR-6)."""
    contradictory = bool(work) != report.requires_continuation
    # Before A11 nothing was compared; before A15 only a missing continuation was noticed.
    noticed = edition.has(CONTINUATION_OVERRIDE) and (bool(work) or edition.has(HALTING_WINS))
    if not contradictory or not noticed:
        return None
    return Violation(loop.iteration, work, report.requires_continuation, found.override)
