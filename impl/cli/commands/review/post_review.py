"""`planstate review post-review`: record that the findings of a review are addressed (REV-9).

The next review of the same kind is due then: stop, and the stop hook runs it. After a review by
hand, none is due.
"""

from impl.cli.reviews import NO_TIME, action
from spec.vocabulary.reviews import PostReview

EXAMPLES = """
  planstate review post-review
  planstate review post-review --plan-folder bridge --json
"""

COMMAND = action(__doc__, EXAMPLES, lambda _, plan: PostReview(plan, NO_TIME))
