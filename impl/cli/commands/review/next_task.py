"""`planstate review next-task`: record that work on a task begins, or that none is left (REV-10).

Without TASK, no task is left, and the review of all code is due next.
"""

import argparse

from impl.cli.command import flag, option, text
from impl.cli.reviews import NO_TIME, action
from spec.vocabulary.reviews import NextTask

EXAMPLES = """
  planstate review next-task 3
  planstate review next-task 3 --tests-first --json

  no task is left:
  planstate review next-task
"""
ARGUMENTS = (
    option("task", metavar="TASK", nargs="?", type=text, help="the task's id, as its file has it"),
    flag("--tests-first", help="the task is begun with its tests (phase `next-task-tdd`)"),
)


def begun(options: argparse.Namespace, plan: str) -> NextTask:
    """Return what begins the task."""
    return NextTask(plan, options.task, NO_TIME, tests_first=options.tests_first)


COMMAND = action(__doc__, EXAMPLES, begun, ARGUMENTS)
