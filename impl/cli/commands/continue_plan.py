"""`planstate review continue`: show how to continue with a plan after a crash (REV-11).

The phases in the `state.json` of a plan determine it; nothing is changed.
"""

import argparse
from typing import TypedDict

from impl.cli.answers import Answer
from impl.cli.command import Command
from impl.cli.output.review_steps import continuing
from impl.cli.plan_folder import FOLDER, chosen
from impl.cli.reviews import current
from impl.store.review_actions import route
from spec.vocabulary.reviews import Continuation

EXAMPLES = """
  planstate review continue
  planstate review continue --root ~/bridge --json
"""


class ContinueData(TypedDict):
    """How to continue with a plan after a crash."""

    plan_folder: str
    route: Continuation
    phase: str | None
    current_task: str | None
    instruction: str
    next_command: str | None


def run(options: argparse.Namespace) -> Answer:
    """Read the state and return the route."""
    folder = chosen(options)
    cycle = current(folder)
    found = route(cycle)
    step = continuing(cycle, found, folder)
    first, *others = step.lines
    data = ContinueData(
        plan_folder=str(folder.path),
        route=found.continuation,
        phase=found.phase,
        current_task=cycle.current_task,
        instruction=step.instruction,
        next_command=step.command,
    )
    return Answer(data, [f"{folder.plan}: {first}", *others])


COMMAND = Command(__doc__, EXAMPLES, FOLDER, run, ContinueData)
