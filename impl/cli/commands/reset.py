"""`planstate state reset`: return a step to pending (CLM-16)."""

import argparse

from impl.cli.answers import Answer
from impl.cli.arguments import PLAN, STEP
from impl.cli.command import Command
from impl.cli.session import opened
from impl.store import holding
from spec.vocabulary.holding import Reset

DESCRIPTION = """
Return a step that is not completed to pending, whoever holds it, with its unfinished substeps.
Their items that are not completed become open.
"""
EXAMPLES = """
  planstate state reset plans/bridge.md step-1
"""
ARGUMENTS = (PLAN, STEP)


def run(options: argparse.Namespace) -> Answer:
    """Reset the step."""
    with opened(options) as session:
        session.run(holding.reset, Reset(session.plan, options.step, session.now))
    data = {"plan_path": session.plan, "anchor": options.step, "reset": True}
    return Answer(data, [f"reset {options.step}: it is pending"])


COMMAND = Command(DESCRIPTION, EXAMPLES, ARGUMENTS, run)
