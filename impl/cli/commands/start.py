"""`planstate state start`: say that work on a claimed step has begun (CLM-12)."""

import argparse

from impl.cli import arguments
from impl.cli.answers import Answer
from impl.cli.session import opened
from spec.vocabulary.holding import Start, Started

DESCRIPTION = "Say that work on a claimed step, or a substep of it, has begun."
EXAMPLES = """
  planstate state start plans/bridge.md step-1 --worktree ann
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the arguments."""
    arguments.add_plan(parser)
    arguments.add_step(parser)
    arguments.add_worktree(parser)


def run(options: argparse.Namespace) -> Answer:
    """Start the step."""
    with opened(options) as session:
        step = options.step
        session.ask(Start(session.plan, step, options.worktree, session.now), Started)
    return Answer(
        {"plan_path": session.plan, "anchor": step, "started": True},
        [f"started {step}"],
    )
