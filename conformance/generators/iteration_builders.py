"""Builders of what happens around iterations, and of the commands that agents want to run."""

from conformance.generators.builders import Request
from conformance.generators.shell_commands import random_command
from spec.vocabulary.agents import CheckCommand
from spec.vocabulary.iterations import IterationReport, ReportIteration, StartIterations
from spec.vocabulary.operations import Operation

WORK = (
    "Phase_2 Phase_3",
    "",
    "0",
    " \n",
    "[]",
    '["Phase 4", " "]',
    "[broken",
    "[1]",
    None,
    "Phase_2,\t\n Phase_3",
)
LISTED_WORK = ((), ("Phase_2", " "), ("größe",), ("0",))
SUMMARIES = (100, 4096, 100, 99, 0, None)


def start_iterations(request: Request) -> Operation:
    """Begin a loop."""
    limits = (3, 1, 2, 5) if request.likely else (3, 1, 0, -1)
    return StartIterations(request.plan, request.choices.one_of(limits), request.now)


def report_iteration(request: Request) -> Operation:
    """Report an iteration; its signals are often wrong."""
    choices = request.choices
    report = IterationReport(
        work_remaining=choices.one_of((*WORK, *LISTED_WORK)),
        requires_continuation=choices.rarely(2),
        stuck_detected=choices.rarely(4),
        context_exhausted=choices.rarely(4),
        context_usage_percent=choices.one_of((None, 75)),
        summary_path=choices.one_of(("summaries/001.md", None)),
        git_commits=choices.one_of(((), ("a" * 40,))),
    )
    summary = choices.one_of(SUMMARIES[:2] if request.likely else SUMMARIES)
    return ReportIteration(request.plan, report, summary, request.now)


def check_command(request: Request) -> Operation:
    """Ask whether a command may be run."""
    return CheckCommand(request.plan, random_command(request.choices), request.now)


ITERATION_OPERATIONS = (report_iteration, start_iterations, check_command)
"""One builder for each operation around iterations and commands."""
