"""`planstate state reset`: put a step back to pending (CLM-16)."""

import argparse

from impl.cli import arguments
from impl.cli.answers import Answer
from impl.cli.session import opened
from spec.vocabulary.holding import Reset, WasReset

DESCRIPTION = """
Put a step that is not completed back to pending, whoever holds it, with its unfinished
substeps. Their items that are not completed become open.
"""
EXAMPLES = """
  planstate state reset plans/bridge.md step-1
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    arguments.add_plan(parser)
    arguments.add_step(parser)


def run(options: argparse.Namespace) -> Answer:
    """Reset the step."""
    with opened(options) as session:
        session.ask(Reset(session.plan, options.step, session.now), WasReset)
    data = {"plan_path": session.plan, "anchor": options.step, "reset": True}
    return Answer(data, [f"reset {options.step}: it is pending"])
