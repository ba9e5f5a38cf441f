"""`planstate state start`: record that work on a claimed step, or substep, has started (CLM-12)."""

import argparse
from typing import Literal

from impl.cli.answers import Answer, StepData
from impl.cli.command import HELD_STEP, Command
from impl.cli.session import claim_id, open_session
from impl.store import holding
from spec.vocabulary.holding import AlreadyStarted, Start

EXAMPLES = """
  planstate state start plans/bridge.md step-1 --worktree ann
"""


class StartData(StepData):
    """Work on the step has started; `already_started` if it had before, and nothing has changed."""

    started: Literal[True]
    already_started: bool


def run(options: argparse.Namespace) -> Answer:
    """Start the step."""
    with open_session(options) as session:
        step = options.step
        start = Start(session.plan, step, options.worktree, session.now, claim_id(options))
        repeated = isinstance(session.run(holding.start, start), AlreadyStarted)
    line = f"{step} was started before; nothing has changed" if repeated else f"started {step}"
    data = StartData(plan_path=session.plan, anchor=step, started=True, already_started=repeated)
    return Answer(data, [line])


COMMAND = Command(__doc__, EXAMPLES, HELD_STEP, run, StartData)
