"""`planstate review create-tasks`: record that the plan is divided into tasks (REV-1).

The review of the tasks is due next: stop, and the stop hook has it made.
"""

import argparse

from impl.cli.answers import Answer
from impl.cli.command import Command
from impl.cli.plan_folder import FOLDER, chosen
from impl.cli.reviews import NO_TIME, ReviewData, change
from spec.vocabulary.reviews import CreateTasks

EXAMPLES = """
  planstate review create-tasks
  planstate review create-tasks --plan-folder bridge --json
"""


def run(options: argparse.Namespace) -> Answer:
    """Record the tasks."""
    folder = chosen(options)
    return change(options, folder, CreateTasks(folder.plan, NO_TIME))


COMMAND = Command(__doc__, EXAMPLES, FOLDER, run, ReviewData)
