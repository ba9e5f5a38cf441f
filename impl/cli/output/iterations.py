"""The output of `planstate iterate`: the decision, its reason, the context, and errors."""

import json
from collections.abc import Mapping, Sequence
from typing import Literal

from impl.cli.answers import DONE, FAILED, Answer, Failure, Issue, PlanData, Positive, warning
from impl.cli.output.errors_log import ErrorsLog
from impl.cli.output.refusals import explain
from impl.documents.iteration_reports import SIGNAL, ReadReport
from spec.vocabulary.iteration_loops import IterationLoop, LoopStatus, Violation
from spec.vocabulary.iterations import ReportIteration
from spec.vocabulary.rejections import Rejected

Decision = Literal["continue", "complete", "stuck", "max_iterations"]
Signal = Literal["accepted", "overridden", "disregarded"]
"""What became of `requires_continuation`: `disregarded` if the loop ends for another reason."""

DECISIONS: dict[LoopStatus, tuple[Decision, str]] = {
    LoopStatus.CONTINUING: ("continue", "work remains"),
    LoopStatus.COMPLETE: ("complete", "no work remains"),
    LoopStatus.STUCK: ("stuck", "work remains, and the coordinator is stuck"),
    LoopStatus.MAX_ITERATIONS: ("max_iterations", "work remains, and this was the last iteration"),
}
"""The decision about a loop by its status, and the reason."""

REJECTED = "rejected"
"""The decision in the answer to a report that was rejected."""

ENDED = "the loop of {plan} has ended ({given})"
REFUSALS = {
    "missing_summary": "the summary file {summary} does not exist",
    "no_summary_path": "the report names no summary file, in `summary_path`",
    "undersized_summary": "the summary {summary} has {found} bytes; expected at least {least}",
    "malformed_work_remaining": "`work_remaining` begins with a bracket but cannot be read in "
    'one way only: {work}; expected ["Phase_4", "Phase_5"] or Phase_4 Phase_5',
    "not_started": "no iteration loop of {plan} has started",
    **{status.value: ENDED for status in LoopStatus if status is not LoopStatus.CONTINUING},
}


class IterateData(PlanData):
    """The decision about a loop, and the fields of the report as they were given."""

    decision: Decision
    reason: str
    iteration: Positive
    max_iterations: Positive
    work_remaining: Sequence[str]
    signal: Signal
    context: str | None
    status: LoopStatus
    halt_reason: str | None
    violation: Violation | None
    report: Mapping[str, object]


def answer(
    plan: str,
    loop: IterationLoop,
    read: ReadReport,
    violation: Violation | None,
    warnings: Sequence[Issue],
) -> Answer:
    """Return the answer, a failure if the loop ends with work remaining."""
    goes_on = loop.status is LoopStatus.CONTINUING
    decision, reason = DECISIONS[loop.status]
    data = IterateData(
        plan_path=plan,
        decision=decision,
        reason=reason,
        iteration=loop.iteration,
        max_iterations=loop.max_iterations,
        work_remaining=loop.work_remaining,
        signal=_signal(loop, read, violation),
        context=loop.context if goes_on else None,
        status=loop.status,
        halt_reason=loop.halt_reason,
        violation=violation,
        report=read.fields,
    )
    exit_code = DONE if goes_on or loop.status is LoopStatus.COMPLETE else FAILED
    lines = [
        f"{decision}: {reason}",
        f"requires_continuation: {reported_signal(read)}, {data['signal']}",
        f"{'next ' if goes_on else ''}iteration: {loop.iteration} of {loop.max_iterations}",
    ]
    if loop.work_remaining:
        lines.append(f"remaining: {', '.join(loop.work_remaining)}")
    if goes_on:
        lines.append(f"context: {loop.context}")
    return Answer(data, lines, warnings, exit_code)


def _signal(loop: IterationLoop, read: ReadReport, violation: Violation | None) -> Signal:
    """Return what became of `requires_continuation` (ITR-6.13)."""
    if violation is not None:
        return "overridden" if violation.override else "disregarded"
    ends_early = read.report.requires_continuation and loop.status is not LoopStatus.CONTINUING
    return "disregarded" if ends_early else "accepted"


def reported_signal(read: ReadReport) -> str:
    """Return `requires_continuation` as it was reported."""
    reported = read.fields.get(SIGNAL, "missing")
    return reported if isinstance(reported, str) else json.dumps(reported)


def overruled(read: ReadReport, violation: Violation) -> Issue:
    """Return the warning for a report that contradicts itself, with its effect (ITR-6.14)."""
    says = reported_signal(read)
    names = ", ".join(violation.work_remaining)
    work = f"work remains ({names})" if names else "no work remains"
    effect = {
        "forced_true": "the loop continues",
        "forced_false": "the loop ends",
    }.get(violation.override or "", "the loop ends for another reason")
    return warning("validation_error", f"requires_continuation is {says} although {work}; {effect}")


def log_violation(log: ErrorsLog, read: ReadReport, violation: Violation) -> list[Issue]:
    """Log a violation (ITR-6.9, ITR-6.12); return a warning if that is not possible."""
    signal = f"requires_continuation={reported_signal(read)}"
    work = f"work_remaining {'non-empty' if violation.work_remaining else 'empty'}"
    return log.write(
        "validation_error",
        "continuation signal",
        f"Agent contract violation: {signal} with {work}",
        iteration=violation.iteration,
        work_remaining=violation.work_remaining,
        requires_continuation=violation.requires_continuation,
        override=violation.override,
    )


def log_summary(log: ErrorsLog, failure: Failure, read: ReadReport) -> list[Issue]:
    """Log a rejected summary (ITR-7.12); return a warning if that is not possible."""
    is_missing = failure.data["reason"] == "missing_summary"
    sizes = {"actual_size": failure.data.get("found"), "min_size": failure.data.get("least")}
    return log.write(
        "agent_error",
        "summary",
        "Agent failed to create summary" if is_missing else "Agent produced undersized summary",
        error="file_not_found" if is_missing else "file_too_small",
        artifact_path=read.report.summary_path,
        artifact_type="summary",
        **({} if is_missing else sizes),
    )


def refusal(rejected: Rejected, operation: ReportIteration) -> Failure:
    """Return the failure for a rejection, with what is wrong with this report."""
    details = dict(rejected.details)
    word = str(details.get("given", rejected.reason))
    if word == "missing_summary" and operation.report.summary_path is None:
        word = "no_summary_path"
    if word not in REFUSALS:
        message = explain(rejected, operation.plan)
    else:
        message = REFUSALS[word].format(
            **details,
            plan=operation.plan,
            summary=operation.report.summary_path,
            work=repr(operation.report.work_remaining)[:80],
        )
    return Failure.of(rejected, message, decision=REJECTED)
