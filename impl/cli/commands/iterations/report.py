"""`planstate iterations report`: report the end of an iteration, and learn whether to continue.

Like `planstate iterate`, but never starts a loop: without one that continues, the report is
rejected. `planstate iterate --help` describes the report, which is read from standard input.
"""

import argparse

from impl.cli.answers import Answer
from impl.cli.command import PLAN, Command
from impl.cli.commands import iterate
from impl.cli.output.iterations import IterateData

EXAMPLES = """
  echo "$REPORT" | planstate iterations report plans/bridge.md
  echo "$REPORT" | planstate iterations report plans/bridge.md --json
"""
ARGUMENTS = (PLAN, *iterate.REPORTING)


def run(options: argparse.Namespace) -> Answer:
    """Read the report, and decide."""
    return iterate.report(options, starts=False)


COMMAND = Command(__doc__, EXAMPLES, ARGUMENTS, run, IterateData, iterate.EXIT_CODES)
