"""`planstate iterate`: report the end of an iteration, and learn whether to continue (ITR).

The report on standard input is a JSON object, or the `key: value` lines that a coordinator prints
under `IMPLEMENTATION_COMPLETE:`. It needs `requires_continuation` and `summary_path`; without
`work_remaining`, no work remains. Unknown fields are returned unchanged.

The first report starts the plan's loop. `decision` is one of `continue`, `complete`, `stuck` and
`max_iterations`, or `rejected` for a report that was not accepted; remaining work overrides
`requires_continuation`, with a warning and a line in `errors.jsonl` beside the store.
"""

import argparse
import stat
from pathlib import Path

from impl.cli.answers import Answer, Failure, Issue, warning
from impl.cli.command import PLAN, Command, flag, option, whole_number
from impl.cli.input.reading import read_text
from impl.cli.output import errors_log
from impl.cli.output import iterations as output
from impl.cli.output.iterations import REJECTED
from impl.cli.session import Session, opened
from impl.documents.iteration_reports import ReadReport, UnreadableReport, read_report
from impl.store import iterations
from impl.store.guards import Refused
from spec.vocabulary.iteration_loops import IterationLoop
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
MOST_ITERATIONS = 1_000_000
MOST_BYTES = 1_000_000_000

ARGUMENTS = (
    PLAN,
    option(
        "--max-iterations",
        type=whole_number(1, MOST_ITERATIONS),
        metavar="N",
        help=f"the limit of a loop that starts now (default {DEFAULT_MAX_ITERATIONS})",
    ),
    flag("--restart", help="start a new loop, even if the last one has ended"),
    option(
        "--least-summary-bytes",
        type=whole_number(0, MOST_BYTES),
        metavar="N",
        default=LEAST_SUMMARY_BYTES,
        help=f"the minimum size of the summary file (default {LEAST_SUMMARY_BYTES})",
    ),
)


def run(options: argparse.Namespace) -> Answer:
    """Read the report, decide, store the decision, and log a violation of the contract."""
    with opened(options) as session:
        read = _read()
        log_path = session.location.store.parent / errors_log.NAME
        # Locked before the first read, or two first reports would each start a loop.
        with errors_log.held(log_path, options.wait) as append:
            operation = _operation(options, session, read)
            warnings = _begin(options, session, operation)
            decided = _apply(session, operation)
            if decided.violation is not None:
                entry = output.log_entry(session.plan, session.now, decided.violation)
                warnings.append(output.overruled(decided.violation))
                warnings += _log(append, log_path, entry)
            loop = _loop(session)
    assert loop is not None
    return output.answer(session.plan, loop, read, warnings)


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


def _operation(options: argparse.Namespace, session: Session, read: ReadReport) -> ReportIteration:
    size = _size(read.report.summary_path, session.location.root)
    return ReportIteration(
        session.plan, read.report, size, session.now, options.least_summary_bytes
    )


def _size(path: str | None, root: Path) -> int | None:
    """Return the size of a file, whose path is relative to the current folder or the root."""
    if path is None:
        return None
    for place in (Path.cwd() / path, root / path):
        try:
            found = place.stat()
        except OSError:
            continue
        if stat.S_ISREG(found.st_mode):
            return found.st_size
    return None


def _begin(
    options: argparse.Namespace, session: Session, operation: ReportIteration
) -> list[Issue]:
    """Start a loop if one is needed and the report will be accepted; return warnings."""
    plan = session.store.snapshot(session.plan)
    if plan is None:  # which is why the report will be rejected
        return []
    if plan.iteration_loop is not None and not options.restart:
        return _limit_kept(options, plan.iteration_loop)
    try:
        iterations.require_acceptable(operation)
    except Refused as refusal:
        raise output.refusal(refusal.rejected, operation) from refusal
    limit = options.max_iterations or DEFAULT_MAX_ITERATIONS
    session.run(iterations.start, StartIterations(session.plan, limit, session.now))
    return []


def _limit_kept(options: argparse.Namespace, loop: IterationLoop) -> list[Issue]:
    if options.max_iterations in (None, loop.max_iterations):
        return []
    kept = f"the loop keeps its limit of {loop.max_iterations}, not {options.max_iterations}"
    return [warning("limit_kept", f"{kept}; start a new one with --restart")]


def _apply(session: Session, operation: ReportIteration) -> IterationDecided:
    outcome = session.store.run(iterations.report, operation)
    if isinstance(outcome, Rejected):
        raise output.refusal(outcome, operation)
    return outcome


def _loop(session: Session) -> IterationLoop | None:
    plan = session.store.snapshot(session.plan)
    return None if plan is None else plan.iteration_loop


def _log(append: errors_log.Append, path: Path, entry: dict[str, object]) -> list[Issue]:
    """Log a violation. It is stored already, so an error is only a warning."""
    try:
        append(entry)
    except OSError as error:
        return [warning("log_unwritten", f"{path} could not be written to ({error})")]
    return []


COMMAND = Command(__doc__, EXAMPLES, ARGUMENTS, run, EXIT_CODES)
