"""`planstate review complete-plan`: record that the plan is complete (REV-10).

Run it when all code was reviewed. No review is due afterwards.
"""

from impl.cli.reviews import NO_TIME, action
from spec.vocabulary.reviews import CompletePlan

EXAMPLES = """
  planstate review complete-plan
  planstate review complete-plan --plan-folder bridge --json
"""

COMMAND = action(__doc__, EXAMPLES, lambda _, plan: CompletePlan(plan, NO_TIME))
