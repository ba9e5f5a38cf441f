"""`planstate iterations show`: show the iteration loop of a plan, and its context.

Nothing is changed.
"""

import argparse

from impl.cli.answers import Answer, about
from impl.cli.command import PLAN, Command
from impl.cli.output.loops import loop_data, loop_lines
from impl.cli.session import NO_DOCUMENT, opened
from impl.store.database import snapshots
from spec.vocabulary.state import Show

EXAMPLES = """
  planstate iterations show plans/bridge.md
  planstate iterations show plans/bridge.md --json
"""
NOT_STARTED = "no loop has started: the first report to `planstate iterate` starts one"


def run(options: argparse.Namespace) -> Answer:
    """Show the loop."""
    with opened(options) as session:
        shown = session.query(snapshots.show, Show(session.plan, NO_DOCUMENT, session.now))
    loop = shown.plan.iteration_loop
    lines = [NOT_STARTED] if loop is None else loop_lines(loop)
    return about(options, *lines, iteration_loop=loop_data(loop))


COMMAND = Command(__doc__, EXAMPLES, (PLAN,), run)
