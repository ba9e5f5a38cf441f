"""`planstate state start`: record that work on a claimed step, or substep, has started (CLM-12)."""

import argparse

from impl.cli.answers import Answer, about
from impl.cli.command import HELD_STEP, Command
from impl.cli.session import opened
from impl.store import holding
from spec.vocabulary.holding import Start

EXAMPLES = """
  planstate state start plans/bridge.md step-1 --worktree ann
"""


def run(options: argparse.Namespace) -> Answer:
    """Start the step."""
    with opened(options) as session:
        step = options.step
        session.run(holding.start, Start(session.plan, step, options.worktree, session.now))
    return about(options, f"started {step}", started=True)


COMMAND = Command(__doc__, EXAMPLES, HELD_STEP, run)
