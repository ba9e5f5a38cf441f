"""`planstate review new-plan`: start the reviews of a plan, or start them again (REV-1).

Writes `state.json` in the plan's folder, which must exist. The review of the plan is then due.
Reviews that were already started begin again; unknown fields of the file are kept.
"""

import argparse

from impl.cli.answers import Answer
from impl.cli.command import Command
from impl.cli.plan_folder import PLAN_FOLDER, ROOT, chosen
from impl.cli.reviews import MAX_REVIEWS, NO_TIME, ReviewData, change
from spec.vocabulary.review_cycles import DEFAULT_MAX_REVIEWS
from spec.vocabulary.reviews import NewPlan

EXAMPLES = """
  planstate review new-plan --plan-folder .taskie/plans/bridge
  planstate review new-plan --plan-folder bridge --max-reviews 4 --json
"""
ARGUMENTS = (
    PLAN_FOLDER.but(
        help="the plan's folder: a path, or a name under `.taskie/plans/`", required=True
    ),
    ROOT,
    MAX_REVIEWS.but(
        help=f"{MAX_REVIEWS.help} (default {DEFAULT_MAX_REVIEWS})", default=DEFAULT_MAX_REVIEWS
    ),
)


def run(options: argparse.Namespace) -> Answer:
    """Start the reviews."""
    folder = chosen(options)
    return change(options, folder, NewPlan(folder.plan, NO_TIME, options.max_reviews))


COMMAND = Command(__doc__, EXAMPLES, ARGUMENTS, run, ReviewData)
