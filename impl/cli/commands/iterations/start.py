"""`planstate iterations start`: start the iteration loop of a plan, or start it again (ITR).

An existing loop of the plan is discarded, with its violations.
"""

import argparse
from typing import Literal

from impl.cli.answers import Answer, PlanData, Positive
from impl.cli.command import PLAN, Command, any_number
from impl.cli.commands.iterate import DEFAULT_MAX_ITERATIONS, MAX_ITERATIONS
from impl.cli.session import open_session
from impl.store import iterations
from spec.vocabulary.iterations import StartIterations

EXAMPLES = """
  planstate iterations start plans/bridge.md
  planstate iterations start plans/bridge.md --max-iterations 8 --json
"""
ARGUMENTS = (
    PLAN,
    MAX_ITERATIONS.but(
        help=f"the limit of the loop (default {DEFAULT_MAX_ITERATIONS})",
        type=any_number,
        default=DEFAULT_MAX_ITERATIONS,
    ),
)


class IterationsStartedData(PlanData):
    """The loop has started with iteration 1."""

    started: Literal[True]
    iteration: Literal[1]
    max_iterations: Positive


def run(options: argparse.Namespace) -> Answer:
    """Start the loop."""
    with open_session(options) as session:
        operation = StartIterations(session.plan, options.max_iterations, session.now)
        started = session.run(iterations.start, operation)
    limit = started.max_iterations
    data = IterationsStartedData(
        plan_path=session.plan, started=True, iteration=1, max_iterations=limit
    )
    lines = [
        f"started: iteration 1 of {limit}",
        "report its end to `planstate iterations report`",
    ]
    return Answer(data, lines)


COMMAND = Command(__doc__, EXAMPLES, ARGUMENTS, run, IterationsStartedData)
