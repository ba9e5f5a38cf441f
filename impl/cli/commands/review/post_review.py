"""`planstate review post-review`: record that the findings of a review are addressed (REV-9).

The next review of the same kind is due then: stop, and the stop hook has it made. After a review by
hand, none is due.
"""

import argparse

from impl.cli.answers import Answer
from impl.cli.command import Command
from impl.cli.plan_folder import FOLDER, chosen
from impl.cli.reviews import NO_TIME, ReviewData, change
from spec.vocabulary.reviews import PostReview

EXAMPLES = """
  planstate review post-review
  planstate review post-review --plan-folder bridge --json
"""


def run(options: argparse.Namespace) -> Answer:
    """Record that the findings are addressed."""
    folder = chosen(options)
    return change(options, folder, PostReview(folder.plan, NO_TIME))


COMMAND = Command(__doc__, EXAMPLES, FOLDER, run, ReviewData)
