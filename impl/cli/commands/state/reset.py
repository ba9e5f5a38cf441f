"""`planstate state reset`: return a step to pending, whoever holds it (CLM-16).

Its unfinished substeps become pending with it; items that are not completed become open. A
completed step cannot be reset.
"""

import argparse
from typing import Literal

from impl.cli.answers import Answer, StepData
from impl.cli.command import CLAIM_TO_END, PLAN, STEP, Command
from impl.cli.session import open_session
from impl.store import holding
from spec.vocabulary.holding import Reset

EXAMPLES = """
  planstate state reset plans/bridge.md step-1
"""


class ResetData(StepData):
    """The step is pending."""

    reset: Literal[True]


def run(options: argparse.Namespace) -> Answer:
    """Reset the step."""
    with open_session(options) as session:
        session.run(holding.reset, Reset(session.plan, options.step, session.now, options.claim_id))
    data = ResetData(plan_path=session.plan, anchor=options.step, reset=True)
    return Answer(data, [f"reset {options.step}: it is pending"])


COMMAND = Command(__doc__, EXAMPLES, (PLAN, STEP, CLAIM_TO_END), run, ResetData)
