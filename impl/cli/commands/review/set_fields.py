"""`planstate review set`: change the limit of reviews, or what comes next, for a person (REV-1).

At the limit of a cycle a person decides: raise the limit, or choose the next phase.
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

  have a review made without automation:
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
                help="what comes next, such as `code-review`, `post-code-review` or `next-task`",
            ),
            flag("--no-next-phase", help="nothing comes next"),
        ),
        required=True,
    ),
    flag("--by-hand", help="with a phase, or with none: no stop has the review made"),
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
