"""`planstate iterations`: start, report and show the iterations of a plan one by one (ITR)."""

import argparse
from typing import Literal

from impl.cli.answers import Answer, PlanData, Positive
from impl.cli.command import PLAN, Command, any_number
from impl.cli.commands import iterate
from impl.cli.output.iterations import IterateData
from impl.cli.session import NO_DOCUMENT, open_session
from impl.store import iterations
from impl.store.database import snapshots
from spec.vocabulary.iteration_loops import IterationLoop
from spec.vocabulary.iterations import StartIterations
from spec.vocabulary.state import Show

NOT_STARTED = "no loop has started: the first report to `planstate iterate` starts one"


class IterationsStartedData(PlanData):
    """The loop has started with iteration 1."""

    started: Literal[True]
    iteration: Literal[1]
    max_iterations: Positive


class IterationsShownData(PlanData):
    """The loop of a plan, `null` before it starts."""

    iteration_loop: IterationLoop | None


def start(options: argparse.Namespace) -> Answer:
    """Start the loop."""
    with open_session(options) as session:
        operation = StartIterations(session.plan, options.max_iterations, session.now)
        limit = session.run(iterations.start, operation).max_iterations
    data = IterationsStartedData(
        plan_path=session.plan, started=True, iteration=1, max_iterations=limit
    )
    report = "report its end to `planstate iterations report`"
    return Answer(data, [f"started: iteration 1 of {limit}", report])


def show(options: argparse.Namespace) -> Answer:
    """Show the loop."""
    with open_session(options) as session:
        shown = session.query(snapshots.show, Show(session.plan, NO_DOCUMENT, session.now))
    loop = shown.plan.iteration_loop
    data = IterationsShownData(plan_path=session.plan, iteration_loop=loop)
    return Answer(data, [NOT_STARTED] if loop is None else loop_lines(loop))


def loop_lines(loop: IterationLoop) -> list[str]:
    """Return a loop for people: how it stands, and what is left."""
    lines = [f"{loop.status}: iteration {loop.iteration} of {loop.max_iterations}"]
    if loop.work_remaining:
        lines.append(f"remaining: {', '.join(loop.work_remaining)}")
    if loop.context is not None:
        lines.append(f"context: {loop.context}")
    if loop.violations:
        numbers = ", ".join(str(each.iteration) for each in loop.violations)
        lines.append(f"reports that contradicted themselves: {numbers}")
    return lines


START = Command(
    """`planstate iterations start`: start the iteration loop of a plan, or start it again (ITR).

An existing loop of the plan is discarded, with its violations.
""",
    """
  planstate iterations start plans/bridge.md
  planstate iterations start plans/bridge.md --max-iterations 8 --json
""",
    (
        PLAN,
        iterate.MAX_ITERATIONS.but(
            help=f"the limit of the loop (default {iterate.DEFAULT_MAX_ITERATIONS})",
            type=any_number,
            default=iterate.DEFAULT_MAX_ITERATIONS,
        ),
    ),
    start,
    IterationsStartedData,
)
REPORT = Command(
    """`planstate iterations report`: report the end of an iteration, and learn whether to continue.

Like `planstate iterate`, but never starts a loop: without one that continues, the report is
rejected. `planstate iterate --help` describes the report, which is read from standard input.
""",
    '\n  echo "$REPORT" | planstate iterations report plans/bridge.md --json\n',
    (PLAN, *iterate.REPORTING),
    lambda options: iterate.report(options, starts=False),
    IterateData,
    iterate.EXIT_CODES,
)
SHOW = Command(
    """`planstate iterations show`: show the iteration loop of a plan, and its context.

Nothing is changed.
""",
    "\n  planstate iterations show plans/bridge.md\n",
    (PLAN,),
    show,
    IterationsShownData,
)
