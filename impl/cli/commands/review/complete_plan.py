"""`planstate review complete-plan`: record that the plan is complete (REV-10).

Run it when all code was reviewed. No review is due afterwards.
"""

import argparse

from impl.cli.answers import Answer
from impl.cli.command import Command
from impl.cli.plan_folder import FOLDER, chosen
from impl.cli.reviews import NO_TIME, ReviewData, change
from spec.vocabulary.reviews import CompletePlan

EXAMPLES = """
  planstate review complete-plan
  planstate review complete-plan --plan-folder bridge --json
"""


def run(options: argparse.Namespace) -> Answer:
    """Complete the plan."""
    folder = chosen(options)
    return change(options, folder, CompletePlan(folder.plan, NO_TIME))


COMMAND = Command(__doc__, EXAMPLES, FOLDER, run, ReviewData)
