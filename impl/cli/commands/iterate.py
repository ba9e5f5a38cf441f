"""`planstate iterate`: report the end of an iteration, and learn whether to go on (ITR)."""

import argparse
import stat
from pathlib import Path

from impl.cli import arguments
from impl.cli.answers import Answer, Failure, Issue, warning
from impl.cli.output import iteration_answers
from impl.cli.output.iteration_answers import REJECTED
from impl.cli.session import Session, opened
from impl.cli.standard_input import read_text
from impl.documents.iteration_reports import ReadReport, UnreadableReport, read_report
from impl.git import errors_log
from impl.store import iterations
from impl.store.refusal import Refused
from spec.vocabulary.iteration_loops import IterationLoop
from spec.vocabulary.iterations import (
    LEAST_SUMMARY_BYTES,
    IterationDecided,
    ReportIteration,
    StartIterations,
)
from spec.vocabulary.rejections import Code, Rejected

DESCRIPTION = """
Report the end of an iteration on standard input, and learn whether there is another one. The
report is a JSON object, or the block of `key: value` lines that a coordinator prints under
`IMPLEMENTATION_COMPLETE:`. It needs `requires_continuation` and `summary_path`; without
`work_remaining`, nothing remains. Fields that are not known are given back as they came.

The first report begins the plan's loop. `decision` is one of `continue`, `complete`, `stuck` and
`max_iterations`, or `rejected` for a report that was not accepted; work that remains overrules
`requires_continuation`, which is then a warning, and a line in `errors.jsonl` beside the store.
"""
EXIT_CODES = """
exit codes: 0 done: continue or complete; 1 stuck, out of iterations, or the report was rejected;
2 wrong usage; 3 interrupted, so it is not known whether it was done; 4 the environment broke
"""
EXAMPLES = """
  echo "$REPORT" | planstate iterate plans/bridge.md
  echo "$REPORT" | planstate iterate plans/bridge.md --max-iterations 8 --restart --json
"""

DEFAULT_MAX_ITERATIONS = 5
MOST_ITERATIONS = 1_000_000
MOST_BYTES = 1_000_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    arguments.add_plan(parser)
    parser.add_argument(
        "--max-iterations",
        type=arguments.whole_number(1, MOST_ITERATIONS),
        metavar="N",
        help=f"the limit of a loop that begins now (default {DEFAULT_MAX_ITERATIONS})",
    )
    parser.add_argument(
        "--restart", action="store_true", help="begin a new loop, whatever became of the last one"
    )
    parser.add_argument(
        "--least-summary-bytes",
        type=arguments.whole_number(0, MOST_BYTES),
        metavar="N",
        default=LEAST_SUMMARY_BYTES,
        help=f"how large the summary file must be (default {LEAST_SUMMARY_BYTES})",
    )


def run(options: argparse.Namespace) -> Answer:
    """Read the report, decide, store, and log what broke the contract."""
    with opened(options) as session:
        read = _read()
        log_path = session.location.store.parent / errors_log.NAME
        # Held from the first look on, or two first reports would begin a loop each.
        with errors_log.held(log_path, options.wait) as log:
            operation = _operation(options, session, read)
            warnings = _begin(options, session, operation)
            decided = _apply(session, operation)
            if decided.violation is not None:
                entry = iteration_answers.log_entry(session.plan, session.now, decided.violation)
                warnings.append(iteration_answers.overruled(decided.violation))
                warnings += _log(log, log_path, entry)
            loop = _loop(session)
    assert loop is not None
    return iteration_answers.answer(session.plan, loop, read, warnings)


def _read() -> ReadReport:
    """Read the report. Raises `Failure` if it has another form."""
    try:
        return read_report(read_text("a report"))
    except (UnreadableReport, UnicodeDecodeError) as error:
        raise Failure(
            Code.INVALID_REQUEST,
            f"the report cannot be read: {error}; expected a JSON object, or `key: value` lines "
            "as in `planstate iterate --help`",
            {"decision": REJECTED, "reason": "invalid_request", "given": "malformed_report"},
        ) from error


def _operation(options: argparse.Namespace, session: Session, read: ReadReport) -> ReportIteration:
    size = _size(read.report.summary_path, session.location.root)
    return ReportIteration(
        session.plan, read.report, size, session.now, options.least_summary_bytes
    )


def _size(path: str | None, root: Path) -> int | None:
    """Give the size of a file, which is named from the current folder or from the root."""
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
    """Begin a loop if there is none or a new one is wanted, and if the report will be accepted."""
    plan = session.store.snapshot(session.plan)
    if plan is None:  # the report will be rejected for that
        return []
    if plan.iteration_loop is not None and not options.restart:
        return _limit_kept(options, plan.iteration_loop)
    try:
        iterations.require_acceptable(operation)
    except Refused as refusal:
        raise iteration_answers.refusal(refusal.rejected, operation) from refusal
    limit = options.max_iterations or DEFAULT_MAX_ITERATIONS
    session.do(StartIterations(session.plan, limit, session.now))
    return []


def _limit_kept(options: argparse.Namespace, loop: IterationLoop) -> list[Issue]:
    if options.max_iterations in (None, loop.max_iterations):
        return []
    kept = f"the loop goes on with its limit of {loop.max_iterations}, not {options.max_iterations}"
    return [warning("limit_kept", f"{kept}; add --restart to begin a new one")]


def _apply(session: Session, operation: ReportIteration) -> IterationDecided:
    outcome = session.store.apply(operation)
    if isinstance(outcome, Rejected):
        raise iteration_answers.refusal(outcome, operation)
    assert isinstance(outcome, IterationDecided)
    return outcome


def _loop(session: Session) -> IterationLoop | None:
    plan = session.store.snapshot(session.plan)
    return None if plan is None else plan.iteration_loop


def _log(log: errors_log.ErrorsLog, path: Path, entry: dict[str, object]) -> list[Issue]:
    """Log a violation. It is in the store already, so that a log that is full stops nothing."""
    try:
        log.append(entry)
    except OSError as error:
        return [warning("log_unwritten", f"{path} could not be written to ({error})")]
    return []
