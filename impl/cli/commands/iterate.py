"""`planstate iterate`: report the end of an iteration, and learn whether to continue (ITR).

The report on standard input is a JSON object, or the `key: value` lines that a coordinator prints
under `IMPLEMENTATION_COMPLETE:`, with or without prose around them. It needs `summary_path`, and
`work_remaining` or `requires_continuation`. Without `work_remaining`, no work remains. Any value of
`requires_continuation` except `true` counts as false. Unknown fields are returned unchanged.

The first report starts the plan's loop. `decision` is one of `continue`, `complete`, `stuck` and
`max_iterations`, or `rejected` for a report that was not accepted. If `requires_continuation`
contradicts the remaining work, the remaining work counts, with a warning and a line in
`errors.jsonl` next to the store. A missing or too small summary is logged there too. If the loop
continues, `context` is a copy of the summary, `iterations/PLAN/iteration_N_summary.md` next to the
store: begin the next iteration with it.
"""

import argparse
from dataclasses import replace
from functools import partial
from pathlib import Path

from impl.cli.answers import Answer, Failure, Issue, warning
from impl.cli.command import LARGEST_NUMBER, PLAN, Command, flag, option, whole_number
from impl.cli.given import read_text
from impl.cli.output import errors_log
from impl.cli.output import iterations as output
from impl.cli.output.iterations import REJECTED
from impl.cli.places import files_beside
from impl.cli.session import CommandSession, open_session
from impl.documents.iteration_reports import ReadReport, UnreadableReport, read_report
from impl.documents.iteration_summaries import copy_of, discard, find_summary, keep
from impl.store import iterations
from impl.store.guards import Refused
from spec.vocabulary.iteration_loops import IterationLoop, LoopStatus
from spec.vocabulary.iterations import (
    LEAST_SUMMARY_BYTES,
    IterationDecided,
    ReportIteration,
    StartIterations,
)
from spec.vocabulary.rejections import Rejected

EXIT_CODES = """
exit codes: 0 continue or complete; 1 stuck, out of iterations, or the report was rejected; 2 usage
error; 3 interrupted, outcome unknown; 4 the environment is broken
"""
EXAMPLES = """
  echo "$REPORT" | planstate iterate plans/bridge.md
  echo "$REPORT" | planstate iterate plans/bridge.md --max-iterations 8 --restart --json
"""

DEFAULT_MAX_ITERATIONS = 5
NO_STEP = ""
"""An anchor that no document gives to a step: the plan is read without its steps."""

MOST_ITERATIONS = 1_000_000

REPORTING = (
    option(
        "--least-summary-bytes",
        type=whole_number(0, LARGEST_NUMBER),
        metavar="N",
        help=f"the minimum size of the summary file (default {LEAST_SUMMARY_BYTES})",
    ),
    option("--workflow-id", metavar="ID", help="what the errors log calls this run of the plan"),
)
"""The options of every report."""

MAX_ITERATIONS = option(
    "--max-iterations",
    type=whole_number(1, MOST_ITERATIONS),
    metavar="N",
    help=f"the limit of a loop that starts now (default {DEFAULT_MAX_ITERATIONS})",
)
ARGUMENTS = (
    PLAN,
    MAX_ITERATIONS,
    flag("--restart", help="start a new loop, even if the last one has ended"),
    *REPORTING,
)


def report(options: argparse.Namespace, *, starts: bool) -> Answer:
    """Read, decide on and log a report; start a loop for it only if this command `starts` one."""
    options.starts = starts
    with open_session(options) as session:
        read = _read()
        beside = files_beside(session.location.store, session.location.root)
        summary = find_summary(read.report.summary_path, session.location.root)
        size = None if summary is None else summary.stat().st_size
        operation = ReportIteration(
            session.plan, read.report, size, session.now, options.least_summary_bytes
        )
        # Locked before the first read, or two first reports would each start a loop.
        with errors_log.held(beside, options, session.plan, session.now) as log:
            try:
                decided, warnings = _decide(options, session, operation, summary)
            except Failure as failure:
                if failure.data.get("reason") in ("missing_summary", "undersized_summary"):
                    for unlogged in output.log_summary(log, failure, read):
                        failure.message += f"; {unlogged.message}"
                raise
            if decided.violation is not None:
                warnings.append(output.overruled(read, decided.violation))
                warnings += output.log_violation(log, read, decided.violation)
            plan = session.store.snapshot(session.plan, NO_STEP)
    assert plan is not None
    assert plan.iteration_loop is not None
    return output.answer(session.plan, plan.iteration_loop, read, decided.violation, warnings)


def _read() -> ReadReport:
    """Read the report. Raises `Failure` if it is malformed."""
    try:
        return read_report(read_text("a report"))
    except (UnreadableReport, UnicodeDecodeError) as error:
        raise Failure.of_request(
            f"the report cannot be read: {error}; expected a JSON object, or `key: value` lines "
            "as in `planstate iterate --help`",
            decision=REJECTED,
            given="malformed_report",
        ) from error


def _decide(
    options: argparse.Namespace,
    session: CommandSession,
    operation: ReportIteration,
    summary: Path | None,
) -> tuple[IterationDecided, list[Issue]]:
    """Report the iteration with a copy of its summary, which stays if the loop continues.

    The copy comes first: no loop has a context that does not exist (ITR-5.15, ITR-5.16).
    """
    plan = session.store.snapshot(session.plan, NO_STEP)
    loop = None if plan is None else plan.iteration_loop
    warnings = _limit_kept(options, loop)
    begins = plan is not None and options.starts and (loop is None or options.restart)
    if begins:
        loop = IterationLoop(options.max_iterations or DEFAULT_MAX_ITERATIONS)
    refused = _refusal_of(operation)
    copy = None if refused or summary is None else _copied(session, loop, summary)
    if copy is not None:
        operation = replace(operation, report=replace(operation.report, summary_path=str(copy)))
    if begins and loop is not None and refused is None:
        limit = loop.max_iterations
        session.run(iterations.start, StartIterations(session.plan, limit, session.now))
    outcome = refused if begins and refused else session.store.run(iterations.report, operation)
    if isinstance(outcome, Rejected):
        failure = output.refusal(outcome, operation)
        raise session.with_remedy(failure, operation, outcome, options.arguments)
    if copy is not None and summary is not None and outcome.status is not LoopStatus.CONTINUING:
        discard(summary, copy)
    return outcome, warnings


def _limit_kept(options: argparse.Namespace, loop: IterationLoop | None) -> list[Issue]:
    if loop is None or not options.starts or options.restart:
        return []
    if options.max_iterations in (None, loop.max_iterations):
        return []
    kept = f"the loop keeps its limit of {loop.max_iterations}, not {options.max_iterations}"
    return [warning("limit_kept", f"{kept}; start a new one with --restart")]


def _refusal_of(operation: ReportIteration) -> Rejected | None:
    """Return why no loop accepts a report, or `None`."""
    try:
        iterations.require_acceptable(operation)
    except Refused as refusal:
        return refusal.rejected
    return None


def _copied(session: CommandSession, loop: IterationLoop | None, summary: Path) -> Path | None:
    """Copy the summary of a report on a loop that continues, and return the path of the copy."""
    if loop is None or loop.status is not LoopStatus.CONTINUING:
        return None
    beside = files_beside(session.location.store, session.location.root)
    copy = copy_of(beside, session.plan, loop.iteration)
    keep(summary, copy, beside)
    return copy


run = partial(report, starts=True)
COMMAND = Command(__doc__, EXAMPLES, ARGUMENTS, run, output.IterateData, EXIT_CODES)
