"""The output of `planstate iterate`: the decision, its reason, the context, and errors."""

from collections.abc import Sequence

from impl.cli.answers import DONE, FAILED, Answer, Failure, Issue, warning
from impl.cli.output.refusals import explain
from impl.documents.iteration_reports import ReadReport
from impl.times import iso
from spec.vocabulary.iteration_loops import IterationLoop, LoopStatus, Violation
from spec.vocabulary.iterations import ReportIteration
from spec.vocabulary.rejections import Rejected

DECISIONS = {LoopStatus.CONTINUING: "continue"}
"""The decisions whose names differ from the status."""

REJECTED = "rejected"
"""The decision in the answer to a report that was rejected."""

REASONS = {
    LoopStatus.CONTINUING: "work remains",
    LoopStatus.COMPLETE: "no work remains",
    LoopStatus.STUCK: "work remains, and the coordinator is stuck",
    LoopStatus.MAX_ITERATIONS: "work remains, and this was the last iteration",
}
SUCCESSES = (LoopStatus.CONTINUING, LoopStatus.COMPLETE)

ENDED = "the loop of {plan} has ended ({given}); start a new one with --restart"
REFUSALS = {
    "missing_summary": "the summary file {summary} does not exist; write it and report again",
    "no_summary_path": "the report names no summary file; write one and report again",
    "undersized_summary": "the summary {summary} has {found} bytes; expected at least {least}: "
    "write what the next iteration has to know",
    "malformed_work_remaining": "`work_remaining` begins with a bracket but is not a JSON array of "
    'strings: {work}; expected ["Phase_4", "Phase_5"] or Phase_4 Phase_5',
    **{status.value: ENDED for status in LoopStatus if status is not LoopStatus.CONTINUING},
}


def answer(plan: str, loop: IterationLoop, read: ReadReport, warnings: Sequence[Issue]) -> Answer:
    """Return the answer, a failure if the loop ends with work remaining."""
    goes_on = loop.status is LoopStatus.CONTINUING
    decision = DECISIONS.get(loop.status, loop.status.value)
    data = {
        "plan_path": plan,
        "decision": decision,
        "reason": REASONS[loop.status],
        "iteration": loop.iteration,
        "max_iterations": loop.max_iterations,
        "work_remaining": loop.work_remaining,
        "context": loop.context if goes_on else None,
        "status": loop.status.value,
        "halt_reason": loop.halt_reason,
        "report": read.fields,
    }
    exit_code = DONE if loop.status in SUCCESSES else FAILED
    return Answer(data, _lines(decision, loop), warnings, exit_code)


def _lines(decision: str, loop: IterationLoop) -> list[str]:
    """Return the decision for people."""
    goes_on = loop.status is LoopStatus.CONTINUING
    lines = [
        f"{decision}: {REASONS[loop.status]}",
        f"{'next ' if goes_on else ''}iteration: {loop.iteration} of {loop.max_iterations}",
    ]
    if loop.work_remaining:
        lines.append(f"remaining: {', '.join(loop.work_remaining)}")
    if goes_on:
        lines.append(f"context: {loop.context}")
    return lines


def overruled(violation: Violation) -> Issue:
    """Return the warning for a report that contradicts itself, with its effect."""
    says = "true" if violation.requires_continuation else "false"
    work = "work remains" if violation.work_remaining else "no work remains"
    effect = {
        "forced_true": "the loop continues",
        "forced_false": "the loop ends",
    }.get(violation.override or "", "the loop ends for another reason")
    return warning("validation_error", f"requires_continuation is {says} although {work}; {effect}")


def log_entry(plan: str, now: int, violation: Violation) -> dict[str, object]:
    """Return the line of the errors log for a violation (ITR-6)."""
    return {
        "type": "validation_error",
        "time": iso(now),
        "plan": plan,
        "iteration": violation.iteration,
        "work_remaining": violation.work_remaining,
        "requires_continuation": violation.requires_continuation,
        "override": violation.override,
    }


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
