"""`planstate review next-task`: record that work on a task begins, or that none is left (REV-10).

Without TASK, no task is left, and the review of all code is due next.
"""

import argparse

from impl.cli.answers import Answer
from impl.cli.command import Command, flag, option, text
from impl.cli.plan_folder import FOLDER, chosen
from impl.cli.reviews import NO_TIME, ReviewData, change
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
    *FOLDER,
)


def run(options: argparse.Namespace) -> Answer:
    """Begin the task."""
    folder = chosen(options)
    first = options.tests_first
    return change(options, folder, NextTask(folder.plan, options.task, NO_TIME, tests_first=first))


COMMAND = Command(__doc__, EXAMPLES, ARGUMENTS, run, ReviewData)
