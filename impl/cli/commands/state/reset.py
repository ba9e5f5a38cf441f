"""`planstate state reset`: return a step to pending, whoever holds it (CLM-16).

Its unfinished substeps become pending with it; items that are not completed become open. A
completed step cannot be reset.
"""

import argparse

from impl.cli.answers import Answer, about
from impl.cli.command import CLAIM_TO_END, PLAN, STEP, Command
from impl.cli.session import opened
from impl.store import holding
from spec.vocabulary.holding import Reset

EXAMPLES = """
  planstate state reset plans/bridge.md step-1
"""


def run(options: argparse.Namespace) -> Answer:
    """Reset the step."""
    with opened(options) as session:
        session.run(holding.reset, Reset(session.plan, options.step, session.now, options.claim_id))
    return about(options, f"reset {options.step}: it is pending", reset=True)


COMMAND = Command(__doc__, EXAMPLES, (PLAN, STEP, CLAIM_TO_END), run)
