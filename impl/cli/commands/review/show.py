"""`planstate review show`: show the reviews of a plan, and what comes next.

Nothing is changed. The reviews are the seven fields of `state.json` in the plan's folder.
"""

import argparse

from impl.cli.answers import Answer
from impl.cli.command import Command
from impl.cli.plan_folder import FOLDER, chosen
from impl.cli.reviews import ReviewData, answer, current
from impl.hooks import state_fields

EXAMPLES = """
  planstate review show
  planstate review show --plan-folder bridge --json
"""


def run(options: argparse.Namespace) -> Answer:
    """Show the reviews."""
    folder = chosen(options)
    cycle = current(folder)
    found = answer(folder, cycle)
    fields = state_fields.fields_of(cycle).items()
    lines = [f"  {name}: {'null' if value is None else value}" for name, value in fields]
    found.lines = [*found.lines, *lines]
    return found


COMMAND = Command(__doc__, EXAMPLES, FOLDER, run, ReviewData)
