"""`planstate iterations show`: show the iteration loop of a plan, and its context.

Nothing is changed.
"""

import argparse

from impl.cli.answers import Answer, PlanData
from impl.cli.command import PLAN, Command
from impl.cli.output.loops import loop_lines
from impl.cli.session import NO_DOCUMENT, open_session
from impl.store.database import snapshots
from spec.vocabulary.iteration_loops import IterationLoop
from spec.vocabulary.state import Show

EXAMPLES = """
  planstate iterations show plans/bridge.md
  planstate iterations show plans/bridge.md --json
"""
NOT_STARTED = "no loop has started: the first report to `planstate iterate` starts one"


class IterationsShownData(PlanData):
    """The loop of a plan, `null` before it starts."""

    iteration_loop: IterationLoop | None


def run(options: argparse.Namespace) -> Answer:
    """Show the loop."""
    with open_session(options) as session:
        shown = session.query(snapshots.show, Show(session.plan, NO_DOCUMENT, session.now))
    loop = shown.plan.iteration_loop
    lines = [NOT_STARTED] if loop is None else loop_lines(loop)
    data = IterationsShownData(plan_path=session.plan, iteration_loop=loop)
    return Answer(data, lines)


COMMAND = Command(__doc__, EXAMPLES, (PLAN,), run, IterationsShownData)
