"""`planstate review set`: change the limit of reviews, or the next phase (REV-1).

This command is for a person, who decides when a cycle has reached its limit.
"""

import argparse

from impl.cli.answers import Answer, InvalidUsage
from impl.cli.command import Arguments, Command, Exclusive, any_number, flag, option, text
from impl.cli.plan_folder import FOLDER, chosen
from impl.cli.reviews import NO_TIME, ReviewData, change
from impl.store.review_actions import Edit
from spec.vocabulary.reviews import SetMaxReviews, SetNextPhase

EXAMPLES = """
  planstate review set --max-reviews 12
  planstate review set --next-phase next-task

  run a review by hand:
  planstate review set --next-phase code-review --by-hand
"""
ARGUMENTS: Arguments = (
    Exclusive(
        (
            option(
                "--max-reviews",
                type=any_number,
                metavar="N",
                help="the limit of reviews in each cycle; 0 turns reviews off",
            ),
            option(
                "--next-phase",
                type=text,
                metavar="PHASE",
                help="the next phase, such as `code-review`, `post-code-review` or `next-task`",
            ),
            flag("--no-next-phase", help="no next phase"),
        ),
        required=True,
    ),
    flag("--by-hand", help="with a phase, or with none: the stop hook does not run the review"),
    *FOLDER,
)


def run(options: argparse.Namespace) -> Answer:
    """Set the limit, or the next phase."""
    if options.by_hand and options.max_reviews is not None:
        raise InvalidUsage("--by-hand is for --next-phase or --no-next-phase; leave it out")
    folder = chosen(options)
    return change(options, folder, _edit(options, folder.plan))


def _edit(options: argparse.Namespace, plan: str) -> Edit:
    if options.max_reviews is not None:
        return SetMaxReviews(plan, options.max_reviews, NO_TIME)
    return SetNextPhase(plan, options.next_phase, NO_TIME, by_hand=options.by_hand)


COMMAND = Command(__doc__, EXAMPLES, ARGUMENTS, run, ReviewData)
