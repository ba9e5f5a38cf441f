"""`planstate state show`: show how far the work on plans is."""

import argparse

from impl.planstate import arguments
from impl.planstate.answers import Answer

DESCRIPTION = "Show how far the work on a plan is, or on all plans."
EXAMPLES = """
  planstate state show
  planstate state show plans/bridge.md --checklist
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    arguments.add_plan(parser, optional=True)


def run(options: argparse.Namespace) -> Answer:
    """Show the plan."""
    raise NotImplementedError
