"""`planstate state start`: record that work on a claimed step has started (CLM-12)."""

import argparse

from impl.cli.answers import Answer
from impl.cli.arguments import PLAN, STEP, WORKTREE
from impl.cli.command import Command
from impl.cli.session import opened
from impl.store import holding
from spec.vocabulary.holding import Start

DESCRIPTION = "Record that work on a claimed step, or on one of its substeps, has started."
EXAMPLES = """
  planstate state start plans/bridge.md step-1 --worktree ann
"""
ARGUMENTS = (PLAN, STEP, WORKTREE)


def run(options: argparse.Namespace) -> Answer:
    """Start the step."""
    with opened(options) as session:
        step = options.step
        session.run(holding.start, Start(session.plan, step, options.worktree, session.now))
    return Answer(
        {"plan_path": session.plan, "anchor": step, "started": True},
        [f"started {step}"],
    )


COMMAND = Command(DESCRIPTION, EXAMPLES, ARGUMENTS, run)
