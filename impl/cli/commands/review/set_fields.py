"""`planstate review set`: change the limit of reviews, or the next phase (REV-1).

This command is for a person, who decides when a cycle has reached its limit.
"""

import argparse

from impl.cli.answers import InvalidUsage
from impl.cli.command import Arguments, Exclusive, flag, option, text
from impl.cli.reviews import MAX_REVIEWS, NO_TIME, action
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
            MAX_REVIEWS,
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
)


def edit(options: argparse.Namespace, plan: str) -> Edit:
    """Return what sets the limit, or the next phase."""
    if options.by_hand and options.max_reviews is not None:
        raise InvalidUsage("--by-hand is for --next-phase or --no-next-phase; leave it out")
    if options.max_reviews is not None:
        return SetMaxReviews(plan, options.max_reviews, NO_TIME)
    return SetNextPhase(plan, options.next_phase, NO_TIME, by_hand=options.by_hand)


COMMAND = action(__doc__, EXAMPLES, edit, ARGUMENTS)
