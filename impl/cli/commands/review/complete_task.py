"""`planstate review complete-task`: record that a task is done (REV-1).

The review of its code is due next: stop, and the stop hook runs it.
"""

import argparse

from impl.cli.answers import Answer
from impl.cli.command import Command, option, text
from impl.cli.plan_folder import FOLDER, chosen
from impl.cli.reviews import NO_TIME, ReviewData, change
from spec.vocabulary.reviews import CompleteTask

EXAMPLES = """
  planstate review complete-task 3
  planstate review complete-task 3 --plan-folder bridge --json
"""
ARGUMENTS = (
    option("task", metavar="TASK", type=text, help="the task's id, as its file has it"),
    *FOLDER,
)


def run(options: argparse.Namespace) -> Answer:
    """Record that the task is done."""
    folder = chosen(options)
    return change(options, folder, CompleteTask(folder.plan, options.task, NO_TIME))


COMMAND = Command(__doc__, EXAMPLES, ARGUMENTS, run, ReviewData)
